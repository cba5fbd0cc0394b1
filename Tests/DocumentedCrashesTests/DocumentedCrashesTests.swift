import DocumentedCrashes
import Foundation
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData
#endif

struct DocumentedCrashesTests {
  @Test func `every crash has an identifier of its own`() {
    let ids = DocumentedCrashes.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 8)
  }

  @Test(arguments: DocumentedCrashes.all.map(\.id))
  func `a crash is found by its identifier, and has two shapes, a way around and a remedy`(
    id: String
  ) throws {
    let crash = try #require(DocumentedCrashes.crash(withID: id))
    #expect(crash.reproductions.count >= 2)
    #expect(!crash.workarounds.isEmpty)
    #expect(!crash.remedy.code.isEmpty)
    #expect(!crash.source.title.isEmpty)
  }

  @Test func `an unknown identifier finds nothing`() {
    #expect(DocumentedCrashes.crash(withID: "no-such-crash") == nil)
  }

  #if SWIFT_DATA_ENGINE
    private static var surviving: [String] {
      DocumentedCrashes.all
        .filter { Hazard.all.map(\.id).contains($0.id) }
        .flatMap(\.reproductionAddresses)
    }

    @Test(arguments: surviving)
    func `a hazard that is ignored gives the sound result in silence`(address: String) throws {
      let procedure = try #require(ProcedureAddress(address)?.procedure)
      let (outcome, reported) = try run(procedure, under: .ignore)
      #expect(outcome.isSound, "\(outcome.text)")
      #expect(reported.isEmpty)
    }

    @Test(arguments: DocumentedCrashes.all.map(\.control.name))
    func `a control meets no hazard`(name: String) throws {
      let crash = try #require(DocumentedCrashes.all.first { $0.control.name == name })
      let (outcome, reported) = try run(crash.control, under: .report)
      #expect(outcome.isSound, "\(outcome.text)")
      #expect(reported.isEmpty)
    }

    @Test(arguments: DocumentedCrashes.all.map(\.id))
    func `a crash says the same as the engine's hazard`(id: String) throws {
      let crash = try #require(DocumentedCrashes.crash(withID: id))
      guard let hazard = Hazard.all.first(where: { $0.id == id }) else { return }
      #expect(crash.title == hazard.title)
      #expect(crash.affectedReleases == hazard.affectedReleases)
      #expect(hazard.sources.contains(crash.source.title))
    }
  #endif

  @Test(arguments: DocumentedCrashes.all.map(\.id))
  func `the guide to hazards has a section for a crash`(id: String) throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/Hazards.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    #expect(text.contains("`\(id)`"))
  }
}
