internal import Foundation

/// The statements that have the history of a store speak of the entities and properties of a schema.
///
/// The history names entities by their numbers, the changed properties of a row by bits and the kept
/// values of a deleted one by columns, both in the order of the properties' names.
struct HistoryMigration {
  private(set) var statements: [MigrationScript.Statement] = []

  private let mapping: InferredMapping
  private let content: StoreContent

  /// The function that SQL has for a bitmap whose bits have other places.
  static let movedBits: Connection.ScalarFunction = (
    "swiftdata_moved_bits", 2, true,
    { arguments in
      guard case .blob(let bits) = arguments[0], case .text(let places) = arguments[1] else {
        return arguments[0]
      }
      return .blob(move(bits, places.split(separator: " ").compactMap { Int($0) }))
    }
  )

  init(_ mapping: InferredMapping, _ content: StoreContent) {
    self.mapping = mapping
    self.content = content
    guard content.description.tables["ACHANGE"] != nil else { return }
    forgetEntities()
    makeRoomForTombstones()
    for member in mapping.entities {
      guard let stored = member.stored else { continue }
      moveBits(of: member, stored)
      moveTombstones(of: member, stored)
    }
    renumber()
  }

  private mutating func add(_ sql: String, _ bindings: [StoredValue] = []) {
    statements.append(MigrationScript.Statement(sql: sql, bindings: bindings))
  }

  // MARK: - Entities

  private mutating func forgetEntities() {
    let gone = content.description.entities
      .filter { mapping.layout.entitiesByName[$0.name] == nil }.map { "\($0.number)" }
    if gone.isEmpty { return }
    add("DELETE FROM ACHANGE WHERE ZENTITY IN (\(gone.joined(separator: ", ")))")
  }

  private mutating func renumber() {
    let numbers = content.description.entities.compactMap { entity in
      mapping.layout.entitiesByName[entity.name].map { (entity.number, $0.number) }
    }
    if let change = MigrationScript.renumbering("ZENTITY", numbers) {
      add("UPDATE ACHANGE SET \(change)")
    }
  }

  // MARK: - Properties

  private mutating func moveBits(
    of member: InferredMapping.EntityMapping, _ stored: StoredModel.Entity
  ) {
    guard mapping.stored.isComplete, !mayHaveLostInverse(stored) else {
      // Where the bits of properties that were not found are, nobody can tell.
      add("UPDATE ACHANGE SET ZCOLUMNS = NULL WHERE ZENTITY = \(stored.number)")
      return
    }
    let properties = member.entity.model.properties
      .filter { !($0.attribute?.isEphemeral ?? false) }.map(\.name).sorted()
    let storedNames = member.matches.storedNames
    let before = (stored.attributes.map(\.name) + stored.relationships.map(\.name)).sorted()
    let places = before.map { name in properties.firstIndex { storedNames[$0] == name } ?? -1 }
    if places == Array(before.indices) { return }
    add(
      """
      UPDATE ACHANGE SET ZCOLUMNS = \(Self.movedBits.name)(ZCOLUMNS, ?) \
      WHERE ZENTITY = \(stored.number) AND ZCOLUMNS IS NOT NULL
      """, [.text(places.map(String.init).joined(separator: " "))])
  }

  /// Whether an entity that was found by its columns may have had a relationship without any: the other
  /// side has the keys.
  private func mayHaveLostInverse(_ entity: StoredModel.Entity) -> Bool {
    guard mapping.stored.isFound else { return false }
    return mapping.stored.entities.contains { owner in
      owner.relationships.contains { relationship in
        guard case .foreignKey = relationship.storage else { return false }
        let destination = mapping.stored.entity(named: relationship.destination)
        return destination?.table == entity.table
      }
    }
  }

  /// A bitmap whose bits are at other places; those at negative ones are gone.
  private static func move(_ bits: Data, _ places: [Int]) -> Data {
    var moved = Data(count: ((places.max() ?? -1) + 8) / 8)
    for (bit, place) in places.enumerated() where place >= 0 && bit / 8 < bits.count {
      guard bits[bits.startIndex + bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { continue }
      moved[place / 8] |= 0x80 >> UInt8(place % 8)
    }
    return moved
  }

  // MARK: - Values of deleted rows

  private var tombstoneColumns: [String] {
    (content.description.tables["ACHANGE"] ?? []).filter { $0.hasPrefix("ZTOMBSTONE") }
  }

  /// Gives the history columns for more values of deleted rows, where the schema preserves more.
  private mutating func makeRoomForTombstones() {
    guard tombstoneColumns.count < mapping.layout.tombstoneCount else { return }
    let list = (content.description.tables["ACHANGE"] ?? []).joined(separator: ", ")
    add("ALTER TABLE ACHANGE RENAME TO SWIFTDATA_OLD_ACHANGE")
    add(mapping.layout.historyStatements[0])
    add("INSERT INTO ACHANGE (\(list)) SELECT \(list) FROM SWIFTDATA_OLD_ACHANGE")
    add("DROP TABLE SWIFTDATA_OLD_ACHANGE")
    add("CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)")
  }

  /// Removes the kept values of an entity where the columns that have some are not those of the attributes
  /// whose values the schema keeps: no value may become another attribute's.
  private mutating func forgetDoubtfulTombstones(of stored: StoredModel.Entity) {
    let columns = tombstoneColumns
    if columns.isEmpty { return }
    var condition = ""
    let count = stored.attributes.count(where: \.isPreserved)
    if mapping.stored.isComplete, count <= columns.count {
      func isUsed(_ column: Int) -> String {
        """
        EXISTS (SELECT 1 FROM ACHANGE WHERE ZENTITY = \(stored.number) AND ZCHANGETYPE = 2 \
        AND ZTOMBSTONE\(column) IS NOT NULL)
        """
      }
      var doubts: [String] = []
      if columns.contains("ZTOMBSTONE\(count)") { doubts.append(isUsed(count)) }
      if count > 0 { doubts.append("NOT \(isUsed(count - 1))") }
      if doubts.isEmpty { return }
      condition = " AND (\(doubts.joined(separator: " OR ")))"
    }
    add(
      """
      UPDATE ACHANGE SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) \
      WHERE ZENTITY = \(stored.number) AND ZCHANGETYPE = 2\(condition)
      """)
  }

  private mutating func moveTombstones(
    of member: InferredMapping.EntityMapping, _ stored: StoredModel.Entity
  ) {
    if mapping.stored.isFound { forgetDoubtfulTombstones(of: stored) }
    let storedNames = member.matches.storedNames
    let after = member.entity.model.properties
      .filter { $0.attribute?.isPreserved ?? false }.map(\.name).sorted()
    let before = stored.attributes.filter(\.isPreserved).map(\.name).sorted()
    let present = Set(tombstoneColumns)
    let sources = after.map { name in
      before.firstIndex { $0 == storedNames[name] }.map { "ZTOMBSTONE\($0)" }
        .flatMap { present.contains($0) ? $0 : nil } ?? "NULL"
    }
    let used = min(before.count, present.count)
    var assignments: [String] = []
    for (index, source) in sources.enumerated() where source != "ZTOMBSTONE\(index)" {
      if source == "NULL", index >= used { continue }
      assignments.append("ZTOMBSTONE\(index) = \(source)")
    }
    if used > after.count {
      assignments += (after.count..<used).map { "ZTOMBSTONE\($0) = NULL" }
    }
    if assignments.isEmpty { return }
    add(
      """
      UPDATE ACHANGE SET \(assignments.joined(separator: ", ")) \
      WHERE ZENTITY = \(stored.number) AND ZCHANGETYPE = 2
      """)
  }
}
