import Foundation
import SwiftData

@Model public final class Trip {
  public var name: String
  public var days: Int
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) public var stops: [Stop] = []

  public init(name: String, days: Int) {
    self.name = name
    self.days = days
  }
}

@Model public final class Stop {
  public var place: String
  public var trip: Trip?

  public init(place: String) { self.place = place }
}
