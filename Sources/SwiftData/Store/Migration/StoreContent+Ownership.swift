/// What in a store's file SwiftData made, and what somebody else.
extension StoreContent {
  private static let bookkeeping: Set = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]

  /// The tables of entities and of many-to-many relationships.
  ///
  /// - Parameter model: What the store was written for. One that was found in the tables may lack some: those
  ///   count too that look like tables of Core Data.
  func tablesOfModels(_ model: StoredModel) -> Set<String> {
    if model.isFound { return tablesByLayout }
    var names = Set(entityTables.values)
    for entity in model.entities {
      names.insert(entity.table)
      for relationship in entity.relationships {
        if case .joinTable(let join) = relationship.storage { names.insert(join.name) }
      }
    }
    return names.filter { tableStatements[$0] != nil }
  }

  /// The tables that `Z_PRIMARYKEY` tells of, and those that look as Core Data makes them: with the three
  /// columns that every entity's table begins with, or with the name and columns of a many-to-many table.
  var tablesByLayout: Set<String> {
    let named = Set(entityTables.values)
    let found = description.tables.filter { table, columns in
      guard table.hasPrefix("Z"), !Self.bookkeeping.contains(table) else { return false }
      if Set(columns).isSuperset(of: ["Z_PK", "Z_ENT", "Z_OPT"]) { return true }
      return table.hasPrefix("Z_") && table.dropFirst(2).first?.isNumber == true
        && columns.allSatisfy { $0.hasPrefix("Z_") }
    }
    return named.union(found.keys)
  }

  /// Whether an index is one that SwiftData makes, by its name: `ZTRIP_ZGUEST_INDEX` for the keys in a column,
  /// `Z_Trip_…` for what the entity declares.
  func isOfModels(_ index: String) -> Bool {
    guard let table = indexes[index]?.table else { return false }
    return keyColumn(of: index) != nil
      || description.entities.contains { entity in
        index.hasPrefix("Z_\(entity.name)_") && entityTables[entity.number] == table
      }
  }

  /// The column of keys that an index of SwiftData's is for.
  func keyColumn(of index: String) -> String? {
    guard !index.isEmpty, let found = indexes[index], !found.isUnique else { return nil }
    // A name that was taken has a number behind it.
    let name = index[...(index.lastIndex { !$0.isNumber } ?? index.startIndex)]
    guard name.hasPrefix("\(found.table)_"), name.hasSuffix("_INDEX") else { return nil }
    let column = String(name.dropFirst(found.table.count + 1).dropLast("_INDEX".count))
    return description.tables[found.table]?.contains(column) == true ? column : nil
  }
}
