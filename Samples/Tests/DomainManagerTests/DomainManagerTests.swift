import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import DomainManager

@Suite(
  .modelContainer(for: Domain.self) { context in
    context.insert(Domain(name: "late.example", expiry: .day(300), dnsData: .withMail))
    context.insert(Domain(name: "soon.example", expiry: .day(10), dnsData: .withoutMail))
  })
struct DomainManagerTests {
  let manager: DomainManager

  init() throws {
    manager = DomainManager(try ModelContainer.current.freshContext())
  }

  @Test func `the domain that expires first comes first`() throws {
    #expect(try manager.domains().map(\.name) == ["soon.example", "late.example"])
  }

  @Test(arguments: [(5, []), (11, ["soon.example"]), (400, ["soon.example", "late.example"])])
  func `a renewal is due before the expiry`(day: Int, due: [String]) throws {
    #expect(try manager.domains(expiringBefore: .day(day)).map(\.name) == due)
  }

  @Test func `the list of providers is complete where a domain has no mail`() throws {
    #expect(try manager.providerNames() == ["Registrar", "Mailer"])
  }

  @Test func `an added domain is stored`() throws {
    try manager.add("new.example", expiry: .day(20), dnsData: .withoutMail)
    expectStored(
      Domain.self, \.name, \.dnsData, equal: [("new.example", .withoutMail)],
      where: #Predicate { $0.name == "new.example" })
  }

  @Test(arguments: [DNSData.withMail, .withoutMail])
  func `what a lookup finds is stored`(found: DNSData) throws {
    for domain in try manager.domains() { try manager.refresh(domain, with: found) }
    expectStored(Domain.self, \.dnsData, equal: [found, found])
  }

  @Test func `a removed domain is gone`() throws {
    try manager.remove(#require(manager.domains().first))
    expectStored(Domain.self, \.name, equal: ["late.example"])
  }

  @Test func `a renewal that cannot be saved leaves the old expiry`() throws {
    let domain = try #require(try manager.domains().first)
    try expectStoreUnchanged {
      withSaveFailure(.once.of(Domain.self).on(.update).throwing(.diskFull)) {
        expectSaveFails(with: CocoaError.diskFull) {
          try manager.renew(domain, until: .day(375))
        }
      }
      try manager.context.save()
    }
    #expect(domain.expiry == .day(10))
  }

  @Test func `a lookup on another screen is read by a fresh context`() throws {
    let domain = try #require(try manager.domains().first)
    try manager.refresh(domain, with: .withMail)
    let screen = DomainManager(try ModelContainer.current.freshContext())
    #expect(try screen.domains().first?.dnsData.mailProvider == .mailer)
  }
}
