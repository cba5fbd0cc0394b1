import DocumentedCrashes
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData
#endif

struct OptionalCompositeDecodeTests {
  private static let crash = DocumentedCrash.optionalCompositeDecode

  @Test(arguments: crash.reproductionAddresses)
  func `a nil structure ends the process in its decoder`(address: String) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [address] in
      try run(address)
    }
    let ending = try #require(result)
    #expect(ending.isSignalled)
    #if SWIFT_DATA_ENGINE
      #expect(ending.errorText.contains("is NULL in the store"))
    #endif
  }

  @Test func `decoding that looks for keys first reads nil as nil`() throws {
    #expect(try Self.crash.workarounds[0].run().isSound)
  }

  @Test func `a structure that is not optional reads back`() throws {
    #expect(try Self.crash.workarounds[1].run().isSound)
  }

  @Test func `a structure that is there reads back after reopening`() throws {
    #expect(try Self.crash.control.run().isSound)
  }

  #if SWIFT_DATA_ENGINE
    @Test(arguments: [(0, "Domain", "dnsData"), (1, "Domain", "dnsData"), (2, "Parcel", "route")])
    func `the report names model and property, and nil reads as nil`(
      reproduction: Int, model: String, property: String
    ) throws {
      let (outcome, reported) = try run(Self.crash.reproductions[reproduction], under: .report)
      #expect(outcome.isSound)
      #expect(reported.map(\.hazard) == [.optionalCompositeDecode])
      #expect(reported.map(\.model) == [model])
      #expect(reported.map(\.property) == [property])
    }

    @Test func `the report names the column that is NULL`() throws {
      let (_, reported) = try run(Self.crash.reproductions[2], under: .report)
      let message = try #require(reported.first?.message)
      #expect(message.contains("stopover.place.latitude"))
    }
  #endif
}
