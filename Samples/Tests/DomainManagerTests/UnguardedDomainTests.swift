import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import DomainManager

#if !canImport(Darwin)
  /// The fault as the toolkit finds it: a missing mail provider comes back as one without any values.
  @Suite(
    .modelContainer(for: UnguardedDomain.self) { context in
      let dnsData = UnguardedDNSData(
        nameServers: ["a.ns.example"], dnsProvider: .registrar, mailProvider: nil)
      context.insert(UnguardedDomain(name: "example.com", expiry: .day(1), dnsData: dnsData))
    })
  struct UnguardedDomainTests {
    @Test func `reading a domain without mail meets the hazard`() throws {
      let context = try ModelContainer.current.freshContext()
      let domain = try #require(try context.fetch(FetchDescriptor<UnguardedDomain>()).first)
      expectHazard("optional-composite-decode") {
        #expect(domain.dnsData.mailProvider == nil)
      }
    }

    @Test func `the app dies where it reads a domain without mail`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try withModelContainer(for: UnguardedDomain.self, hazards: .trap) { container in
          let context = container.freshContext()
          let dnsData = UnguardedDNSData(
            nameServers: [], dnsProvider: .registrar, mailProvider: nil)
          context.insert(UnguardedDomain(name: "example.com", expiry: .day(1), dnsData: dnsData))
          try context.save()
          let domains = try container.freshContext().fetch(FetchDescriptor<UnguardedDomain>())
          _ = domains.map(\.dnsData)
        }
      }
      #expect(result?.message.contains("dnsData.mailProvider.name") == true)
    }

    @Test func `the repaired model lives where the hazard is real`() async {
      await #expect(processExitsWith: .success) {
        try withModelContainer(for: Domain.self, hazards: .trap) { container in
          try DomainManager(container.freshContext())
            .add("example.com", expiry: .day(1), dnsData: .withoutMail)
          let domains = try DomainManager(container.freshContext()).domains()
          precondition(domains.map(\.dnsData) == [.withoutMail])
        }
      }
    }

    @Test(.hazards(.ignore))
    func `with the hazard ignored the missing provider is nil`() throws {
      let context = try ModelContainer.current.freshContext()
      let domains = try context.fetch(FetchDescriptor<UnguardedDomain>())
      #expect(domains.map(\.dnsData.mailProvider) == [nil])
    }

    @Test func `a container that the app makes by itself follows the settings too`() throws {
      try withHazards(.ignore) {
        let container = try ModelContainer(
          for: UnguardedDomain.self,
          configurations: ModelConfiguration("own", isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let dnsData = UnguardedDNSData(
          nameServers: [], dnsProvider: .registrar, mailProvider: nil)
        context.insert(UnguardedDomain(name: "own.example", expiry: .day(1), dnsData: dnsData))
        try context.save()
        let domains = try ModelContext(container).fetch(FetchDescriptor<UnguardedDomain>())
        #expect(domains.map(\.dnsData) == [dnsData])
      }
    }
  }
#endif
