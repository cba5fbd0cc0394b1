import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import DomainManager

/// The app is quit and launched again, so what it reads comes from the file.
struct RelaunchTests {
  @Test func `a domain without mail survives a relaunch`() throws {
    try withTemporaryStore { store in
      do {
        let container = try store.open(for: Domain.self)
        try DomainManager(ModelContext(container))
          .add("example.com", expiry: .day(1), dnsData: .withoutMail)
      }
      let container = try store.open(for: Domain.self)
      let domains = try DomainManager(ModelContext(container)).domains()
      #expect(domains.map(\.dnsData) == [.withoutMail])
    }
  }

  @Test func `a file that may only be read stays as it is, and so does the screen`() throws {
    try withTemporaryStore { store in
      do {
        let container = try store.open(for: Domain.self)
        try DomainManager(ModelContext(container))
          .add("example.com", expiry: .day(1), dnsData: .withoutMail)
      }
      let container = try ModelContainer.underTest(
        for: Domain.self,
        configuration: ModelConfiguration("archive", url: store.url, allowsSave: false))
      let manager = DomainManager(container.freshContext())
      let domain = try #require(try manager.domains().first)
      expectStoreUnchanged(in: container) {
        #expect(throws: (any Error).self) { try manager.renew(domain, until: .day(366)) }
      }
      #expect(domain.expiry == .day(1))
    }
  }

  @Test(.modelContainer(for: Domain.self, storedIn: .temporaryFile))
  func `a file serves as memory does`() throws {
    let container = try ModelContainer.current
    try DomainManager(container.freshContext())
      .add("example.com", expiry: .day(1), dnsData: .withMail)
    expectStored(Domain.self, \.name, equal: ["example.com"])
  }
}
