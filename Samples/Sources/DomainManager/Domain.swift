import Foundation
import SwiftData

/// A domain that the user owns.
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
