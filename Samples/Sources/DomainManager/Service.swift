import Foundation

/// A company that runs the name servers or the mail of a domain.
struct Service: Codable, Hashable, Sendable {
  let name: String
  let logo: String?
  let url: URL

  // Spelled out because the enclosing type asks for these keys.
  enum CodingKeys: String, CodingKey {
    case name, logo, url
  }
}
