internal import Synchronization

extension DefaultStore {
  /// Returns snapshots of the models that a descriptor asks for.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedKeyPath` or
  ///   `.unsupportedSortDescriptor` for what SQL cannot express, or the database's error.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    let query = try FetchQuery(request.descriptor, in: layout)
    let format = try rowFormat(of: query.entity.name)
    let (sql, bindings) = query.statement(selecting: .rows, paged: true, store: identifier)
    let relationships = try FetchQuery.relationships(
      of: request.descriptor, query.entity.model)
    let (snapshots, related) = try connection.withLock { connection in
      do {
        let statement = try connection.prepare(sql)
        try statement.bind(bindings)
        var snapshots: [DefaultSnapshot] = []
        var hasRow = try statement.step()
        try checkSchema(connection)
        if format.isFamily {
          while hasRow {
            if let snapshot = format.familySnapshot(at: statement, loader: self) {
              snapshots.append(snapshot)
            }
            hasRow = try statement.step()
          }
        } else {
          while hasRow {
            snapshots.append(format.snapshot(at: statement, loader: self))
            hasRow = try statement.step()
          }
        }
        if let properties = query.properties {
          for index in snapshots.indices { snapshots[index].loadedProperties = properties }
        }
        let related =
          try relationships.isEmpty || snapshots.isEmpty
          ? [:] : prefetch(relationships, of: query.entity, into: &snapshots, connection)
        return (snapshots, related)
      } catch let error as SQLiteError {
        throw explained(error, connection)
      }
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: snapshots, relatedSnapshots: related)
  }

  /// Returns how many models a descriptor asks for.
  ///
  /// - Throws: See ``fetch(_:)``.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel {
    let query = try FetchQuery(request.descriptor, in: layout)
    let (sql, bindings) = query.statement(selecting: .count, paged: true, store: identifier)
    return try connection.withLock { connection in
      do {
        let statement = try connection.prepare(sql)
        try statement.bind(bindings)
        let hasRow = try statement.step()
        try checkSchema(connection)
        return hasRow ? Int(statement.integer(0)) : 0
      } catch let error as SQLiteError {
        throw explained(error, connection)
      }
    }
  }

  /// Returns the identifiers of the models that a descriptor asks for.
  ///
  /// - Throws: See ``fetch(_:)``.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    let query = try FetchQuery(request.descriptor, in: layout)
    let format = try rowFormat(of: query.entity.name)
    let (sql, bindings) = query.statement(
      selecting: .identifiers, paged: true, store: identifier)
    return try connection.withLock { connection in
      do {
        let statement = try connection.prepare(sql)
        try statement.bind(bindings)
        var identifiers: [PersistentIdentifier] = []
        var hasRow = try statement.step()
        try checkSchema(connection)
        while hasRow {
          identifiers.append(format.identifier(at: statement))
          hasRow = try statement.step()
        }
        return identifiers
      } catch let error as SQLiteError {
        throw explained(error, connection)
      }
    }
  }

  /// Returns snapshots of rows by their identifiers; those that the store does not have are left
  /// out.
  ///
  /// - Throws: The database's error.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try connection.withLock { connection in
      do {
        return try snapshots(of: persistentIdentifiers, connection)
      } catch let error as SQLiteError {
        throw explained(error, connection)
      }
    }
  }

  /// Snapshots of the rows of identifiers, as far as there are any.
  func snapshots(
    of identifiers: some Sequence<PersistentIdentifier>, _ connection: Connection
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    var found: [PersistentIdentifier: DefaultSnapshot] = [:]
    for identifier in identifiers {
      guard let key = identifier.rowKey, identifier.store == storeName,
        let format = rows[identifier.entityName]
      else { continue }
      let statement = try connection.prepare(format.entity.selectSQL)
      try statement.bind(.integer(key), at: 1)
      if try statement.step() {
        try checkSchema(connection)
        found[identifier] = format.snapshot(at: statement, loader: self)
      }
    }
    return found
  }
}

extension DefaultStore {
  /// The error to throw where a statement failed: that the file has been migrated, if it has.
  private func explained(_ error: SQLiteError, _ connection: Connection) -> any Error {
    do {
      try watch.checkAfterFailure(connection, store: name)
      return error
    } catch {
      return error
    }
  }
}

extension DefaultStore: RelationshipLoading {
  func destinations(
    of relationship: Int, entity: String, owner: PersistentIdentifier
  ) throws -> [PersistentIdentifier] {
    let layout = try rowFormat(of: entity).entity.relationships[relationship]
    guard let key = owner.rowKey else { return [] }
    guard let sql = layout.selectDestinationsSQL else { return [] }
    return try connection.withLock { connection in
      do {
        let statement = try connection.prepare(sql)
        try statement.bind(.integer(key), at: 1)
        var identifiers: [PersistentIdentifier] = []
        var hasRow = try statement.step()
        try checkSchema(connection)
        while hasRow {
          identifiers.append(
            PersistentIdentifier(
              .row(
                store: storeName, entity: try entityName(statement.integer(1)),
                key: statement.integer(0))))
          hasRow = try statement.step()
        }
        return identifiers
      } catch let error as SQLiteError {
        throw explained(error, connection)
      }
    }
  }

  /// The name of the entity of a number.
  private func entityName(_ number: Int64) throws -> InternedName {
    guard number > 0, number <= layout.entities.count else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        a row of the store '\(name)' is of the entity \(number) (Z_ENT), which the file does not \
        have: something else than SwiftData has written it
        """)
    }
    return layout.entities[Int(number) - 1].model.internedName
  }
}
