import Foundation
import Testing

@testable import SwiftData

@Suite struct InheritedStoreTests {
  /// Runs a test over a store in a folder of its own.
  private func withStore(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "journeys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "journeys.store"))
  }

  /// The rows of a query as texts, read past the engine.
  private func rows(_ sql: String, at url: URL) throws -> [String] {
    let connection = try Connection.open(path: url.path, readOnly: true, create: false)
    let statement = try connection.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { column in
          switch statement.column(column) {
          case .null: "-"
          case .integer(let number): "\(number)"
          case .text(let text): text
          default: "?"
          }
        }.joined(separator: "|"))
    }
    return rows
  }

  @Test func `classes of one hierarchy share the table and the keys of the root`() throws {
    try withStore { url in
      let container = try ModelContainer.journeys(at: url)
      try ModelContext(container).saveExcursions()
      #expect(
        try rows("SELECT Z_PK, Z_ENT, ZCODE FROM ZEXCURSION ORDER BY Z_PK", at: url)
          == ["1|2|J", "2|3|B", "3|4|C", "4|5|P"])
      #expect(
        try rows(
          "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 2 AND 5",
          at: url)
          == [
            "2|Excursion|0|4", "3|BusinessExcursion|2|0", "4|ConferenceExcursion|3|0",
            "5|PersonalExcursion|2|0",
          ])
    }
  }

  @Test func `the row of a to-one relationship to a hierarchy names the destination's entity`()
    throws
  {
    try withStore { url in
      let container = try ModelContainer.journeys(at: url)
      let context = ModelContext(container)
      let traveller = Traveller(name: "Ida")
      traveller.favourite = PersonalExcursion(code: "P", name: "Beach")
      context.insert(traveller)
      try context.save()
      #expect(
        try rows(
          "SELECT ZFAVOURITE, Z2_FAVOURITE, ZASSIGNMENT, Z3_ASSIGNMENT FROM ZTRAVELLER", at: url)
          == ["1|5|-|-"])
    }
  }

  @Test func `a file with a hierarchy opens again`() throws {
    try withStore { url in
      try {
        let container = try ModelContainer.journeys(at: url)
        try ModelContext(container).saveExcursions()
      }()
      let container = try ModelContainer.journeys(at: url)
      let context = ModelContext(container)
      #expect(try context.fetchCount(FetchDescriptor<Excursion>()) == 4)
      context.insert(PersonalExcursion(code: "N", name: "New"))
      try context.save()
      #expect(
        try rows("SELECT Z_PK FROM ZEXCURSION WHERE ZCODE = 'N'", at: url) == ["5"])
    }
  }

  @Test func `columns come by class inside their kind, and indexes name their class`() throws {
    let layout = try SchemaLayout(
      schema: Schema([ConferenceExcursion.self, PersonalExcursion.self]))
    let table = try #require(layout.tables.first { $0.name == "ZEXCURSION" })
    #expect(
      table.columns.map(\.name) == [
        "ZDAYS", "ZTRAVELLER", "ZAUDIT", "ZPERDIEM", "ZCODE", "ZNAME", "ZORDER", "ZCITY", "ZHALL",
        "ZTALK", "ZREASON", "ZTOPICS",
      ])
    #expect(
      table.indexes.map(\.name) == [
        "ZEXCURSION_ZTRAVELLER_INDEX", "ZEXCURSION_ZAUDIT_INDEX",
        "Z_Excursion_SwiftDataIndexOnBinaryname",
        "Z_BusinessExcursion_SwiftDataIndexOnBinaryperDiem",
        "Z_BusinessExcursion_SwiftDataIndexOnBinarynameperDiem",
        "Z_Excursion_UNIQUE_code", "Z_BusinessExcursion_UNIQUE_order",
      ])
  }

  @Test func `a batch deletion in the store leaves subclasses where asked to`() throws {
    let container = try ModelContainer.journeys()
    let context = ModelContext(container)
    try context.saveExcursions()
    let store = try #require(
      (container.core.connectors.first as? Connector<DefaultStore>)?.store)
    try store.delete(
      DataStoreBatchDeleteRequest<Excursion>(
        predicate: nil, includeSubclasses: false, editingState: context.editingState))
    #expect(
      try ModelContext(container).names(of: Excursion.self) == ["Beach", "Conference", "Visit"])
    try store.delete(
      DataStoreBatchDeleteRequest<BusinessExcursion>(
        predicate: nil, includeSubclasses: true, editingState: context.editingState))
    #expect(try ModelContext(container).names(of: Excursion.self) == ["Beach"])
  }

  @Test func `the schema has entities of every level, with what they inherit`() throws {
    let schema = Schema([ConferenceExcursion.self])
    let base = try #require(schema.entity(for: Excursion.self))
    let middle = try #require(schema.entity(for: BusinessExcursion.self))
    let leaf = try #require(schema.entity(for: ConferenceExcursion.self))
    #expect(leaf.superentity === middle)
    #expect(middle.superentity === base)
    #expect(Set(base.subentities.map(\.name)) == ["BusinessExcursion", "PersonalExcursion"])
    #expect(middle.subentities == [leaf])
    #expect(leaf.storedProperties.map(\.name) == ["talk", "topics"])
    #expect(
      leaf.inheritedProperties.map(\.name) == [
        "code", "name", "days", "legs", "traveller", "labels", "perDiem", "order", "venue",
        "receipts", "audit",
      ])
    #expect(leaf.attributesByName["name"] === base.attributesByName["name"])
  }

  @Test func `a snapshot of a subclass is coded with the values of all levels`() throws {
    let container = try ModelContainer.journeys()
    let context = ModelContext(container)
    let saved = try context.saveExcursions()
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot(
      from: saved[2].persistentBackingData, relatedBackingDatas: &related)
    let coded = try JSONDecoder().decode(
      DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
    #expect(coded.persistentIdentifier == saved[2].persistentModelID)
    #expect(coded.description === ModelDescription.of(ConferenceExcursion.self))
    #expect(coded.slots == snapshot.slots)
  }
}
