extension SchemaLayout {
  /// The statements that create an empty store, in the order in which SwiftData issues them.
  var creationStatements: [String] {
    tables.map(\.creationStatement)
      + tables.flatMap { table in table.indexes.map { $0.creationStatement(on: table.name) } }
      + Self.bookkeepingStatements + historyStatements
  }

  /// The tables that tell what is in the file.
  private static let bookkeepingStatements = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// The tables of the history, with their indexes.
  ///
  /// As many values of a deleted row can be kept as the entity with the most such attributes has.
  var historyStatements: [String] {
    let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    return [
      """
      CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
      ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )
      """
    ] + Self.otherHistoryStatements
  }

  private static let otherHistoryStatements = [
    """
    CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
    ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
    ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
    """,
    """
    CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
    """,
    "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
  ]
}

extension TableLayout {
  var creationStatement: String {
    var parts = columns.map { "\($0.name) \($0.type)" }
    if isJoinTable {
      parts.append("PRIMARY KEY (\(columns.map(\.name).joined(separator: ", ")))")
    } else {
      parts = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + parts
    }
    return "CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )"
  }
}

extension TableLayout.Index {
  func creationStatement(on table: String) -> String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.quoted) ON \(table) \(columns)"
  }
}
