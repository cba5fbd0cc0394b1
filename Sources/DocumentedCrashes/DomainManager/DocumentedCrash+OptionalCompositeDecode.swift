import Foundation
import SwiftData

extension DocumentedCrash {
  /// An optional structure inside a stored structure was nil, and its decoder meets no values.
  public static let optionalCompositeDecode = DocumentedCrash(
    id: "optional-composite-decode",
    title: "An optional Codable structure that is nil traps when it is decoded",
    source: Source("Doing neurosurgery on SwiftData"),
    affectedReleases: "iOS 17 and later, macOS 14 and later",
    explanation: """
      SwiftData flattens a stored structure into columns, one for each value in it. A nested \
      structure that is nil leaves all of its columns NULL, which is also what a structure of nil \
      values would leave. When the row is read, SwiftData takes the nested structure for present: \
      decodeIfPresent does not return nil but calls the structure's own init(from:), with a \
      container that has no keys. The first value there that is not optional has nothing to \
      decode, and the process ends in the decoder. Nothing goes wrong while the instance that was \
      inserted is at hand; it goes wrong when the row is read again, as after the app's next \
      launch.
      """,
    remedy: Remedy(
      text: """
        In the enclosing type's init(from:), open the nested container and treat one without keys \
        as nil. Or make the structure non-optional, with a value that stands for none.
        """,
      code: """
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
        """),
    expectation: .processDies(messageFragment: "is NULL in the store"),
    reproductions: [
      Procedure("a domain without mail, read by a new context", DomainManager.readInNewContext),
      Procedure("a domain without mail, read after reopening", DomainManager.readAfterReopening),
      Procedure("a parcel without stopover, two structures down", ParcelTracking.readInNewContext),
    ],
    workarounds: [
      Procedure("init(from:) looks whether there are keys", CheckedDomainManager.readInNewContext),
      Procedure("the structure is not optional", PlainDomainManager.readInNewContext),
    ],
    control: Procedure("a domain with mail", DomainManager.readWithMail))
}

extension DomainManager {
  static func readInNewContext() throws -> Outcome {
    let container = try makeContainer(Domain.self)
    let context = container.makeContext()
    context.insert(domain(mailProvider: nil))
    try context.save()
    let domain = try container.makeContext().only(Domain.self)
    return outcome(of: domain, mailProvider: nil)
  }

  static func readAfterReopening() throws -> Outcome {
    let reopened = try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("domains.store")
      try save(domain(mailProvider: nil), at: url)
      return try makeContainer(Domain.self, at: url).makeContext().only(Domain.self)
    }
    // The row is loaded and the folder removed: a process that ends here leaves no file.
    return outcome(of: reopened, mailProvider: nil)
  }

  static func readWithMail() throws -> Outcome {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("domains.store")
      try save(domain(mailProvider: mail), at: url)
      let container = try makeContainer(Domain.self, at: url)
      let context = container.makeContext()
      return outcome(of: try context.only(Domain.self), mailProvider: mail)
    }
  }

  /// Saves as an earlier launch of the app would: its container is gone at the end.
  private static func save(_ domain: Domain, at url: URL) throws {
    try Keeper.keeping {
      let container = try makeContainer(Domain.self, at: url)
      let context = container.makeContext()
      context.insert(domain)
      try context.save()
    }
  }

  private static func outcome(of domain: Domain, mailProvider: Service?) -> Outcome {
    var findings = Findings()
    let data = domain.dnsData
    findings.require(data.nameServers, is: ["ns.example.com"], "nameServers")
    findings.require(data.dnsProvider, is: provider, "dnsProvider")
    findings.require(data.mailProvider == mailProvider, "mailProvider is another than was stored")
    return findings.outcome(
      "the domain reads back with the mail provider \(mailProvider?.name ?? "none")"
    )
  }
}

extension ParcelTracking {
  static func readInNewContext() throws -> Outcome {
    let container = try makeContainer(Parcel.self)
    let context = container.makeContext()
    let route = Route(carrier: "Courier", leg: Leg(distance: 12, stopover: nil))
    context.insert(Parcel(weight: 1.5, route: route))
    try context.save()
    let reader = container.makeContext()
    let parcel = try reader.only(Parcel.self)
    var findings = Findings()
    findings.require(parcel.route == route, "the route is another than was stored")
    return findings.outcome("the parcel reads back without stopover")
  }
}

extension CheckedDomainManager {
  static func readInNewContext() throws -> Outcome {
    let container = try makeContainer(CheckedDomain.self)
    let context = container.makeContext()
    for mail in [nil, provider] {
      context.insert(
        CheckedDomain(
          name: mail == nil ? "without" : "with",
          dnsData: DNSData(nameServers: ["ns"], dnsProvider: provider, mailProvider: mail)))
    }
    try context.save()
    let reader = container.makeContext()
    var findings = Findings()
    for domain in try reader.fetch(FetchDescriptor<CheckedDomain>()) {
      let expected = domain.name == "with" ? provider : nil
      findings.require(domain.dnsData.dnsProvider, is: provider, "dnsProvider")
      findings.require(
        domain.dnsData.mailProvider == expected, "mailProvider of '\(domain.name)' is wrong")
    }
    findings.require(try reader.count(CheckedDomain.self), is: 2, "the number of domains")
    return findings.outcome("nil reads back as nil, and a mail provider as itself")
  }
}

extension PlainDomainManager {
  static func readInNewContext() throws -> Outcome {
    let container = try makeContainer(PlainDomain.self)
    let context = container.makeContext()
    let service = Service(name: "Example", logo: nil, url: URL(string: "https://example.com"))
    let data = DNSData(nameServers: ["ns"], dnsProvider: service)
    context.insert(PlainDomain(name: "example.com", dnsData: data))
    try context.save()
    let reader = container.makeContext()
    var findings = Findings()
    findings.require(try reader.only(PlainDomain.self).dnsData == data, "the data is wrong")
    return findings.outcome("the value that stands for none reads back as itself")
  }
}
