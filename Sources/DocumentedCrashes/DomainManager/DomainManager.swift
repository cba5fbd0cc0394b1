import Foundation
import SwiftData

/// The models of an app that keeps internet domains, as the document has them.
enum DomainManager {
  struct Service: Codable, Equatable {
    let name: String
    let logo: String?
    let url: URL
  }

  struct DNSData: Codable, Equatable {
    let nameServers: [String]
    let dnsProvider: Service
    let mailProvider: Service?
  }

  @Model
  final class Domain {
    var name: String
    var expiry: Date
    var dnsData: DNSData

    init(name: String, expiry: Date, dnsData: DNSData) {
      self.name = name
      self.expiry = expiry
      self.dnsData = dnsData
    }
  }

  static let provider = Service(
    name: "Example", logo: "example", url: URL(string: "https://example.com")!)

  static let mail = Service(name: "Post", logo: nil, url: URL(string: "https://post.example")!)

  /// A domain that receives mail, or doesn't.
  static func domain(mailProvider: Service?) -> Domain {
    Domain(
      name: "example.com", expiry: Date(timeIntervalSinceReferenceDate: 800_000_000),
      dnsData: DNSData(
        nameServers: ["ns.example.com"], dnsProvider: provider, mailProvider: mailProvider))
  }
}

/// Models of another shape: the optional structure holds a structure itself, two levels down.
enum ParcelTracking {
  struct Coordinates: Codable, Equatable {
    var latitude: Double
    var longitude: Double
  }

  struct Depot: Codable, Equatable {
    var code: String?
    var place: Coordinates
  }

  struct Leg: Codable, Equatable {
    var distance: Int
    var stopover: Depot?
  }

  struct Route: Codable, Equatable {
    var carrier: String
    var leg: Leg
  }

  @Model
  final class Parcel {
    var weight: Double
    var route: Route

    init(weight: Double, route: Route) {
      self.weight = weight
      self.route = route
    }
  }
}
