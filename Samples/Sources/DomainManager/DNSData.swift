import Foundation

/// What the DNS says about a domain.
struct DNSData: Codable, Hashable, Sendable {
  let nameServers: [String]
  let dnsProvider: Service
  /// The provider of the domain's mail; a domain need not have any.
  let mailProvider: Service?

  init(nameServers: [String], dnsProvider: Service, mailProvider: Service? = nil) {
    self.nameServers = nameServers
    self.dnsProvider = dnsProvider
    self.mailProvider = mailProvider
  }

  // SwiftData flattens the structure into columns, so a missing mail provider comes back as a
  // container whose columns are all NULL. Decoding that would trap: an empty container means nil.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    nameServers = try container.decode([String].self, forKey: .nameServers)
    dnsProvider = try container.decode(Service.self, forKey: .dnsProvider)
    let mail = try container.nestedContainer(
      keyedBy: Service.CodingKeys.self, forKey: .mailProvider)
    if mail.allKeys.isEmpty {
      mailProvider = nil
    } else {
      mailProvider = try container.decodeIfPresent(Service.self, forKey: .mailProvider)
    }
  }
}
