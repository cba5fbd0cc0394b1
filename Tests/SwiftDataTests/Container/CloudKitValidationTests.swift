import Foundation
import Testing

@testable import SwiftData

@Suite struct CloudKitValidationTests {
  @Test func `a schema that CloudKit can mirror opens`() throws {
    try make(Note.self, Folder.self, database: .private("iCloud.example"))
  }

  @Test func `an attribute is optional or has a default in its declaration`() throws {
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try make(Strict.self, database: .private("iCloud.example"))
    }
    #expect(
      try reason(of: error) == """
        CloudKit integration requires that all attributes be optional, or have a default value set. \
        The following attributes are marked non-optional but do not have a default value:
        Strict: count
        Strict: title
        """)
  }

  @Test func `a relationship is optional on both sides and has an inverse`() throws {
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try make(Owner.self, Thing.self, database: .private("iCloud.example"))
    }
    #expect(
      try reason(of: error) == """
        CloudKit integration requires that all relationships have an inverse, the following do not:
        Owner: favourite
        CloudKit integration requires that all relationships be optional, the following are not:
        Owner: things
        The following relationships are configured with unsupported delete rules:
        Owner:others - Deny
        """)
  }

  @Test func `nothing is unique`() throws {
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try make(Singular.self, database: .private("iCloud.example"))
    }
    #expect(
      try reason(of: error) == """
        CloudKit integration does not support unique constraints. The following entities are constrained:
        Singular: code, row, seat
        """)
  }

  @Test(arguments: ["automatic", "none"])
  func `a configuration that names no database is not checked`(name: String) throws {
    try make(Strict.self, database: name == "automatic" ? .automatic : .none)
  }

  @Test func `a store that is refused is not created`() throws {
    try withTemporaryFolder { folder in
      let configuration = ModelConfiguration(
        url: URL(fileURLWithPath: folder.file("a.store")),
        cloudKitDatabase: .private("iCloud.example"))
      #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try ModelContainer(for: Strict.self, configurations: configuration)
      }
      let content = try folder.content
      #expect(content.isEmpty)
    }
  }

  @Test func `only the models of the configuration are checked`() throws {
    let mirrored = ModelConfiguration(
      "mirrored", schema: Schema([Note.self, Folder.self]), isStoredInMemoryOnly: true,
      cloudKitDatabase: .private("iCloud.example"))
    let local = ModelConfiguration(
      "local", schema: Schema([Strict.self]), isStoredInMemoryOnly: true, cloudKitDatabase: .none)
    _ = try ModelContainer(
      for: Note.self, Folder.self, Strict.self, configurations: mirrored, local)
  }

  private func make(
    _ models: any PersistentModel.Type..., database: ModelConfiguration.CloudKitDatabase
  ) throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true, cloudKitDatabase: database)
    _ = try ModelContainer(for: Schema(models), configurations: configuration)
  }

  private func reason(of error: SwiftDataError?) throws -> String? {
    let underlying = try #require(error?.underlyingError as? CocoaError)
    #expect(underlying.code.rawValue == 134060)
    return underlying.userInfo[NSLocalizedFailureReasonErrorKey] as? String
  }
}

@Model private final class Note {
  var title = ""
  var text: String?
  @Attribute(.ephemeral) var isOpen: Bool = false
  var folder: Folder?

  init() {}
}

@Model private final class Folder {
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note]? = []

  init() {}
}

@Model private final class Strict {
  var title: String
  var count: Int

  init() {
    title = ""
    count = 0
  }
}

@Model private final class Owner {
  @Relationship(inverse: \Thing.owner) var things: [Thing] = []
  @Relationship(deleteRule: .deny, inverse: \Thing.other) var others: [Thing]? = []
  var favourite: Stray?

  init() {}
}

@Model private final class Thing {
  var owner: Owner?
  var other: Owner?

  init() {}
}

@Model private final class Stray {
  var name = ""

  init() {}
}

@Model private final class Singular {
  #Unique<Singular>([\.row, \.seat])
  @Attribute(.unique) var code: String = ""
  var row = 0
  var seat = 0

  init() {}
}
