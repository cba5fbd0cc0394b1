import Foundation

@testable import DomainManager

extension Service {
  static let registrar = Service(
    name: "Registrar", logo: "registrar", url: URL(string: "https://registrar.example")!)
  static let mailer = Service(
    name: "Mailer", logo: nil, url: URL(string: "https://mailer.example")!)
}

extension DNSData {
  static let withMail = DNSData(
    nameServers: ["a.ns.example", "b.ns.example"], dnsProvider: .registrar, mailProvider: .mailer)
  static let withoutMail = DNSData(nameServers: ["a.ns.example"], dnsProvider: .registrar)
}

extension Date {
  /// A day of the tests' own calendar, counted from its first.
  static func day(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number) * 86_400)
  }
}
