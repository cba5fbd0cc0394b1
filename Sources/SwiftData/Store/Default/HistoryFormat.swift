internal import Foundation

/// How the history tables name what has changed in the rows of a schema.
///
/// A change names its properties in a bitmap: the first bit of the first byte, the most significant, is
/// the first of all stored properties, attributes and relationships together, in the alphabetical order of
/// their names. Values of a deleted row are in the columns `ZTOMBSTONE0`, `ZTOMBSTONE1`, … in the same
/// order, in the form in which the row had them.
struct HistoryFormat: Sendable {
  /// The entities by their numbers; the first is that of number 1.
  let entities: [Entity]
  let tombstoneCount: Int
  /// Adds a change with its bitmap.
  let insertSQL = """
    INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
    VALUES (?, 16001, ?, ?, ?, ?, ?)
    """
  /// Adds a deletion with all tombstone columns.
  let insertTombstoneSQL: String

  /// What the history says of the rows of one entity.
  struct Entity: Sendable {
    let layout: EntityLayout
    /// The properties in the order of their bits, by their positions in the model.
    let properties: [Int]
    /// The bit of each property, or -1 for one that is not stored.
    let bits: [Int]
    /// The attributes whose values are kept at a deletion.
    let preserved: [PropertyDescription]
    /// Selects the values that are kept; the parameter is the row's key.
    let selectPreservedSQL: String?
  }

  init(_ layout: SchemaLayout) {
    entities = layout.entities.map { Entity($0) }
    tombstoneCount = layout.tombstoneCount
    let names = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0)" }.joined()
    let places = (0..<tombstoneCount).map { _ in ", ?" }.joined()
    insertTombstoneSQL = """
      INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID\(names)) \
      VALUES (?, 16001, ?, ?, ?, ?\(places))
      """
  }

  /// The entity of a number; nil where the schema has none.
  func entity(_ number: Int64) -> Entity? {
    number > 0 && number <= entities.count ? entities[Int(number) - 1] : nil
  }
}

extension HistoryFormat.Entity {
  fileprivate init(_ layout: EntityLayout) {
    self.layout = layout
    let model = layout.model
    properties = model.properties
      .filter { !($0.attribute?.isEphemeral ?? false) }
      .sorted { $0.name < $1.name }.map(\.index)
    var bits = Array(repeating: -1, count: model.properties.count)
    for (bit, property) in properties.enumerated() { bits[property] = bit }
    self.bits = bits
    preserved = model.preservedProperties
    let columns = preserved.flatMap { property in
      property.attribute!.slots.map { layout.slotColumns[$0] }
    }
    selectPreservedSQL =
      columns.isEmpty
      ? nil : "SELECT \(columns.joined(separator: ", ")) FROM \(layout.table) WHERE Z_PK = ?"
  }

  /// The bitmap of changed properties.
  func columns(of changes: PropertySet?) -> StoredValue {
    var bytes = Data(count: (properties.count + 7) / 8)
    for bit in properties.indices where changes?.contains(properties[bit]) ?? true {
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return .blob(bytes)
  }

  /// The positions of the properties in a bitmap, in the order of their bits.
  func properties(in bitmap: Data) -> [Int] {
    properties.indices.filter { bit in
      bit / 8 < bitmap.count
        && bitmap[bitmap.startIndex + bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
    }.map { properties[$0] }
  }
}

extension ModelDescription {
  /// The attributes whose values stay in the history when a model is deleted.
  fileprivate var preservedProperties: [PropertyDescription] {
    properties.filter { $0.attribute?.isPreserved ?? false }.sorted { $0.name < $1.name }
  }
}

extension SchemaLayout {
  /// How many values of a deleted row the history has columns for.
  var tombstoneCount: Int { entities.map { $0.model.preservedProperties.count }.max() ?? 0 }
}
