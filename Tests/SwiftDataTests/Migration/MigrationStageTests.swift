import Foundation
import Testing

@testable import SwiftData

/// Stages as apps declare them.
@Suite struct MigrationStageTests {
  @Test func `a plan may keep its stages in constants`() throws {
    try withMigratingStore { store in
      try store.open(MemosV1.self) { context in
        context.insert(MemosV1.Memo("Milk"))
        try context.save()
      }
      try store.open(MemosV2.self, plan: MemosPlan.self) { context in
        let memos = try context.fetch(FetchDescriptor<MemosV2.Memo>())
        #expect(memos.map(\.text) == ["Milk"])
        #expect(memos.map(\.isPinned) == [true])
      }
    }
  }
}

private enum MemosV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Memo.self]

  @Model final class Memo {
    var text: String

    init(_ text: String) { self.text = text }
  }
}

private enum MemosV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Memo.self]

  @Model final class Memo {
    var text: String
    var isPinned: Bool = false

    init(_ text: String) { self.text = text }
  }
}

private enum MemosPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [MemosV1.self, MemosV2.self] }
  static let stages = [pinning]

  static let pinning = MigrationStage.custom(
    fromVersion: MemosV1.self, toVersion: MemosV2.self, willMigrate: nil,
    didMigrate: { context in
      for memo in try context.fetch(FetchDescriptor<MemosV2.Memo>()) { memo.isPinned = true }
      try context.save()
    })
}
