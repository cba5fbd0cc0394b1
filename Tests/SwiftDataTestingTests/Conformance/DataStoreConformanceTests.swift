import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@Suite struct DataStoreConformanceTests {
  @Test(arguments: DataStoreConformance.Check.allCases)
  func `the built-in store in a file passes every check`(
    _ check: DataStoreConformance.Check
  ) async throws {
    try await withTemporaryStore { place in
      let folder = place.folderURL
      await DataStoreConformance.check([check]) {
        ModelConfiguration(url: folder.appendingPathComponent("\(UUID().uuidString).store"))
      }
    }
  }

  @Test func `the built-in store in memory passes every check but that for a file`() async {
    await DataStoreConformance.check(isPersistent: false) {
      ModelConfiguration(UUID().uuidString, isStoredInMemoryOnly: true)
    }
  }

  @Test func `the toolkit's own store passes every check`() async {
    await DataStoreConformance.check(isPersistent: false) {
      FaultInjectingConfiguration(
        ModelConfiguration(UUID().uuidString, isStoredInMemoryOnly: true))
    }
  }

  @Test(arguments: DataStoreConformance.Check.allCases)
  func `a sound store of one's own passes every check`(
    _ check: DataStoreConformance.Check
  ) async {
    await DataStoreConformance.check([check]) { FaultyConfiguration(nil) }
  }

  @Test(arguments: StoreFault.allCases)
  func `a fault is found by the check that is meant for it`(_ fault: StoreFault) async {
    let violations = await DataStoreConformance.violations(of: [fault.check]) {
      FaultyConfiguration(fault)
    }
    #expect(violations.contains { $0.check == fault.check })
  }

  @Test(arguments: StoreFault.allCases)
  func `no fault ends the process, and the message names what was expected and found`(
    _ fault: StoreFault
  ) async throws {
    let violations = await DataStoreConformance.violations { FaultyConfiguration(fault) }
    let violation = try #require(violations.first { $0.check == fault.check })
    #expect(!violation.expected.isEmpty && !violation.found.isEmpty)
    #expect(violation.description.contains(fault.check.rawValue))
    #expect(violation.description.contains(fault.check.requirement))
  }

  @Test func `a store with snapshots of its own passes every check`() async {
    await DataStoreConformance.check(isPersistent: false) {
      WrappedSnapshotConfiguration<SoundCopies>()
    }
  }

  @Test func `snapshots whose copies keep the old identifier are found`() async {
    let violations = await DataStoreConformance.violations(isPersistent: false) {
      WrappedSnapshotConfiguration<ForgetfulCopies>()
    }
    #expect(Set(violations.map(\.check)) == [.copiesSnapshots])
  }

  @Test func `every check finds some fault`() {
    let found = Set(StoreFault.allCases.map(\.check))
    #expect(found.union([.copiesSnapshots]) == Set(DataStoreConformance.Check.allCases))
  }

  @Test func `each violation is an issue of the test`() async {
    let violations = await DataStoreConformance.violations(of: [.storesDeletions]) {
      FaultyConfiguration(.ignoresDeletions)
    }
    let issues = await recordedIssues {
      await DataStoreConformance.check([.storesDeletions]) {
        FaultyConfiguration(.ignoresDeletions)
      }
    }
    #expect(issues.count == violations.count)
    #expect(!violations.isEmpty)
  }

  @Test func `a configuration that cannot be made is a violation`() async {
    struct NoPlace: Error {}
    let violations = await DataStoreConformance.violations(of: [.counts]) {
      () throws -> FaultyConfiguration in throw NoPlace()
    }
    #expect(violations.map(\.check) == [.counts])
  }
}
