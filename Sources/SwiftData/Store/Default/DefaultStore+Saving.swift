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
    try requireSaving()
    let afterRow = StoreTesting.afterRow?.call
    return try connection.withLock { connection in
      let writer = SaveWriter(request, self, connection, afterRow: afterRow)
      do {
        try writer.files.following(on: connection) {
          try connection.transaction(.immediate) { try writer.write() }
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
      return DataStoreSaveChangesResult(
        for: identifier, remappedIdentifiers: writer.permanent,
        // An insertion that became an update of a row has what else the row has.
        snapshotsToReregister: try snapshots(of: writer.updatedByInsertion, connection))
    }
  }

  private func requireSaving() throws {
    guard !configuration.allowsSave else { return }
    throw CocoaError(
      .fileWriteNoPermission,
      userInfo: [
        NSLocalizedDescriptionKey:
          "The store '\(name)' was opened with allowsSave: false; its models can be changed but not saved."
      ])
  }

  /// Deletes the models that satisfy the request's predicate.
  ///
  /// - Throws: See ``fetch(_:)``. Nothing is deleted then.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    try requireSaving()
    let query = try FetchQuery(FetchDescriptor<T>(predicate: request.predicate), in: layout)
    let format = try rowFormat(of: query.entity.name)
    let (sql, bindings) = query.statement(
      selecting: .identifiers, paged: false, store: identifier)
    try connection.withLock { connection in
      let files = ExternalChanges(external)
      try files.following(on: connection) {
        try connection.transaction(.immediate) {
          var identifiers: [PersistentIdentifier] = []
          do {
            let statement = try connection.prepare(sql)
            try statement.bind(bindings)
            while try statement.step() { identifiers.append(format.identifier(at: statement)) }
          }
          for identifier in identifiers {
            let own = try rowFormat(of: identifier.entityName)
            guard request.includeSubclasses || own === format else { continue }
            try files.noteFiles(of: identifier.rowKey!, own, connection)
            try connection.deleteRow(identifier.rowKey!, of: own.entity)
          }
        }
      }
    }
  }

  /// Deletes all models, and the files of their large values.
  ///
  /// - Throws: `CocoaError.fileWriteNoPermission` where the configuration does not allow saving, or
  ///   the database's error; nothing is deleted then.
  public func erase() throws {
    try requireSaving()
    try connection.withLock { connection in
      try connection.transaction(.immediate) {
        for table in layout.tables { try connection.execute("DELETE FROM \(table.name)") }
      }
      if let files = connection.loanFiles {
        files.note(replaced: external.files)
      } else {
        external.removeAll()
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
