internal import CSQLite
internal import Foundation

/// Notices that another container, of this process or another one, has migrated the file that a store
/// has open: the store's columns and numbers of entities would be read for others then.
struct SchemaWatch: Sendable {
  /// The metadata that the file had when it was opened; nil where nobody else can migrate it.
  let propertyList: Data?

  /// What a connection has been checked for.
  struct Checked {
    /// The versions of the database, as the pager counts them and as other connections change them.
    fileprivate var pager: UInt32?
    fileprivate var others: StoredValue?
    /// The metadata that tells of the same models, where it is not that of the opening.
    fileprivate var propertyList: Data?
  }

  /// Refuses a file that has been migrated; it is to be asked inside a transaction, or while a statement
  /// is at a row.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure`, or the database's error.
  func check(_ connection: Connection, store: String) throws {
    guard propertyList != nil else { return }
    let pager = connection.pagerVersion
    if let pager, connection.checked.pager == pager { return }
    try compare(connection, store)
    connection.checked.pager = pager
  }

  private func compare(_ connection: Connection, _ store: String) throws {
    let others = try connection.value("PRAGMA data_version")
    if let others, connection.checked.others == others { return }
    let known = connection.checked.propertyList ?? propertyList ?? Data()
    let present = try connection.value("SELECT Z_PLIST FROM Z_METADATA LIMIT 1")
    if present != .blob(known) {
      guard case .blob(let list)? = present,
        let found = try? StoreMetadata(propertyList: list),
        let opened = try? StoreMetadata(propertyList: known),
        found.entityHashes == opened.entityHashes
      else {
        throw SwiftDataError(
          .modelValidationFailure,
          "the store '\(store)' has been migrated since it was opened: make a new ModelContainer"
        )
      }
      connection.checked.propertyList = list
    }
    connection.checked.others = others
  }

  /// The same after a statement has failed, perhaps for want of what a migration took.
  func checkAfterFailure(_ connection: Connection, store: String) throws {
    if propertyList != nil { try compare(connection, store) }
  }
}

extension Connection {
  /// A number that changes with the database, whoever changes it; current while a transaction is open.
  fileprivate var pagerVersion: UInt32? {
    var version: UInt32 = 0
    let result = sqlite3_file_control(database, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return result == SQLITE_OK ? version : nil
  }
}
