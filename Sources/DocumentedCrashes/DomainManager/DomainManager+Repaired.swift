import Foundation
import SwiftData

/// The document's first way out: the enclosing structure looks before it decodes.
enum CheckedDomainManager {
  struct Service: Codable, Equatable {
    let name: String
    let logo: String?
    let url: URL

    enum CodingKeys: CodingKey {
      case name, logo, url
    }
  }

  struct DNSData: Codable, Equatable {
    let nameServers: [String]
    let dnsProvider: Service
    let mailProvider: Service?

    enum CodingKeys: CodingKey {
      case nameServers, dnsProvider, mailProvider
    }

    init(nameServers: [String], dnsProvider: Service, mailProvider: Service?) {
      self.nameServers = nameServers
      self.dnsProvider = dnsProvider
      self.mailProvider = mailProvider
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      nameServers = try container.decode([String].self, forKey: .nameServers)
      dnsProvider = try container.decode(Service.self, forKey: .dnsProvider)
      let mail = try container.nestedContainer(
        keyedBy: Service.CodingKeys.self, forKey: .mailProvider)
      mailProvider =
        mail.allKeys.isEmpty
        ? nil : try container.decodeIfPresent(Service.self, forKey: .mailProvider)
    }
  }

  @Model
  final class CheckedDomain {
    var name: String
    var dnsData: DNSData

    init(name: String, dnsData: DNSData) {
      self.name = name
      self.dnsData = dnsData
    }
  }

  static let provider = Service(
    name: "Example", logo: "example", url: URL(string: "https://example.com")!)
}

/// The document's second way out: no optional structure, but one that says that it stands for none.
enum PlainDomainManager {
  struct Service: Codable, Equatable {
    var name: String
    var logo: String?
    var url: URL?

    static let none = Service(name: "", logo: nil, url: nil)
  }

  struct DNSData: Codable, Equatable {
    var nameServers: [String]
    var dnsProvider: Service
    var mailProvider: Service = .none
  }

  @Model
  final class PlainDomain {
    var name: String
    var dnsData: DNSData

    init(name: String, dnsData: DNSData) {
      self.name = name
      self.dnsData = dnsData
    }
  }
}
