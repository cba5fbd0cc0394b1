internal import Foundation
internal import Synchronization

extension DefaultStore {
  /// Writes the changes of a request in one transaction.
  ///
  /// - Throws: `CocoaError.fileWriteNoPermission` where the configuration does not allow saving, a
  ///   Cocoa constraint or conflict error, or the database's error. Nothing is written then.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try checkAllowsSave()
    let afterRow = StoreTesting.afterRow?.call
    let scope = BatchScope.current
    let batches = scope?.take(of: self) ?? []
    return try connection.withLock { connection in
      let writer = SaveWriter(request, self, connection, batches, afterRow: afterRow)
      var updated: [PersistentIdentifier: DefaultSnapshot] = [:]
      do {
        try writer.files.following(on: connection) {
          try connection.transaction(.immediate) {
            try checkSchema(connection)
            try writer.write()
            // Here, where a failure still undoes the save that it makes fail.
            updated = try snapshots(of: writer.updatedByInsertion, connection)
          }
        }
      } catch let error as SQLiteError where error.code == .constraint {
        // The code that Core Data has for a conflict over a unique value.
        throw CocoaError(
          CocoaError.Code(rawValue: 133021),
          userInfo: [
            NSLocalizedDescriptionKey:
              "A changed model of the store '\(name)' has a value that another one has and that must be unique: \(error)",
            NSUnderlyingErrorKey: error,
          ])
      }
      scope?.noteDeleted(Array(writer.deletedInBatches))
      if writer.hasWrittenHistory { hasHistoryTables.store(true, ordering: .relaxed) }
      return DataStoreSaveChangesResult(
        for: identifier, remappedIdentifiers: writer.permanent,
        // An insertion that became an update of a row has what else the row has.
        snapshotsToReregister: updated)
    }
  }

  /// Deletes all models, the files of their large values, and the history.
  ///
  /// Keys are not given out again, so a model that a context still holds never shows another's row, and a
  /// token from before is expired.
  ///
  /// - Throws: `CocoaError.fileWriteNoPermission` where the configuration does not allow saving, or the
  ///   database's error; nothing is deleted then.
  public func erase() throws {
    try checkAllowsSave()
    try connection.withLock { connection in
      let files = ExternalChanges(external)
      try files.following(on: connection) {
        try connection.transaction(.immediate) {
          try checkSchema(connection)
          // Only those that rows name: the folder may have what another program keeps there.
          try files.noteFiles(of: layout, rows, connection)
          for table in layout.tables { try connection.execute("DELETE FROM \(table.name)") }
          guard try hasHistory(connection) else { return }
          // The erasure counts as a transaction, so that the token of the last one is expired too.
          try connection.execute(
            """
            DELETE FROM ACHANGE; DELETE FROM ATRANSACTION;
            UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 16002
            """)
        }
      }
    }
  }
}

extension Connection {
  /// Deletes a row with the keys that lead from and to it in other tables by one-way and
  /// many-to-many relationships.
  func deleteRow(_ key: Int64, of entity: EntityLayout) throws {
    for relationship in entity.relationships {
      switch relationship.storage {
      case .foreignKey: break
      case .destinationForeignKey(let column):
        guard relationship.inverseName == nil else { continue }
        let table = relationship.destinationTable
        try prepare("UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?").run([.integer(key)])
      case .joinTable(let table):
        try prepare(table.deleteAllSQL).run([.integer(key)])
      }
    }
    try prepare(entity.deleteSQL).run([.integer(key)])
  }
}
