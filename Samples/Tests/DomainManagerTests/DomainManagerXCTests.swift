import SwiftData
import SwiftDataTesting
import XCTest

@testable import DomainManager

/// What traits do in Swift Testing, functions do in XCTest.
final class DomainManagerXCTests: XCTestCase {
  func testAnAddedDomainIsStored() throws {
    try withModelContainer(for: Domain.self) { container in
      try DomainManager(container.freshContext())
        .add("example.com", expiry: .day(1), dnsData: .withoutMail)
      expectStored(Domain.self, \.name, equal: ["example.com"])
    }
  }

  func testNothingIsStoredWhereTheSaveFails() throws {
    try withModelContainer(for: Domain.self) { container in
      let manager = DomainManager(container.freshContext())
      try withSaveFailure(.always) {
        XCTAssertThrowsError(
          try manager.add("example.com", expiry: .day(1), dnsData: .withMail)
        ) { XCTAssertEqual($0 as? InjectedFault, InjectedFault(.save)) }
      }
      expectNothingStored()
      expectClean(manager.context)
    }
  }
}
