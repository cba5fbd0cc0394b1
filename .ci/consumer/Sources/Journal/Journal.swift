import Foundation
import SwiftData

@Model
public final class Meal {
  public var title: String
  public var date: Date

  public init(title: String, date: Date = .now) {
    self.title = title
    self.date = date
  }
}

/// The one place from which meals are written.
public struct Journal {
  private let context: ModelContext

  public init(_ context: ModelContext) { self.context = context }

  public func add(_ title: String) throws {
    context.insert(Meal(title: title))
    do {
      try context.save()
    } catch {
      // Without this the meal would be written by the next save, anywhere in the app.
      context.rollback()
      throw error
    }
  }
}
