import Foundation
import SwiftData

// The fault: the app's first version, with the decoding that the compiler writes.

/// What the DNS says about a domain, with a nested structure that may be missing.
struct UnguardedDNSData: Codable, Hashable, Sendable {
  let nameServers: [String]
  let dnsProvider: Service
  let mailProvider: Service?
}

/// A domain whose `dnsData` cannot be read again if it has no mail provider.
@Model
final class UnguardedDomain {
  var name: String
  var expiry: Date
  var dnsData: UnguardedDNSData

  init(name: String, expiry: Date, dnsData: UnguardedDNSData) {
    self.name = name
    self.expiry = expiry
    self.dnsData = dnsData
  }
}
