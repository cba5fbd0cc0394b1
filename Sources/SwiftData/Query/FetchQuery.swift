internal import Foundation

/// A fetch descriptor compiled against a schema: as SQL, and as a test of objects in memory.
///
/// Both come from one expression tree, so a stored row and a pending change are judged alike.
struct FetchQuery: Sendable {
  /// The columns that a statement selects.
  enum Selection: Sendable {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`, every slot in the model's order, then the foreign key of every to-one
    /// relationship in the model's order, then what else ``EntityLayout/rowColumns`` has.
    case rows
    /// `COUNT(*)`.
    case count
    /// `Z_PK`, `Z_ENT`.
    case identifiers
  }

  let entity: EntityLayout
  /// The entities whose models the predicate or the sort order reads beside the tested model; the
  /// fetched one is among them where a relationship leads to it.
  let referencedEntities: Set<String>
  /// What is known to go wrong with the query on some releases of Apple's systems.
  let hazards: Set<QueryHazard>
  /// The condition of the predicate; nil selects all models.
  let condition: QueryExpression?
  let order: [QueryOrder]
  /// The properties that rows are read with; nil means all.
  let properties: PropertySet?
  private let limit: Int?
  private let offset: Int

  /// Compiles a descriptor.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedKeyPath` or
  ///   `.unsupportedSortDescriptor`, as SwiftData refuses the same descriptor.
  init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, in layout: SchemaLayout) throws {
    guard let entity = layout.entity(for: T.self) else {
      throw SwiftDataError(
        .unknownSchema,
        "the schema of the container has no model '\(T.self)': add \(T.self).self to the types that the container is made for"
      )
    }
    guard entity.model === ModelDescription.of(T.self) else {
      throw SwiftDataError(
        .unknownSchema,
        """
        the schema of the container has another class for '\(entity.name)' than \
        '\(String(reflecting: T.self))': '\(String(reflecting: entity.model.type))'
        """)
    }
    let translator = QueryTranslator(entity: entity, layout: layout)
    if let predicate = descriptor.predicate {
      translator.variables[predicate.variable.key] = .object(QueryPath(scope: 0, start: entity))
      condition = try translator.translate(predicate: predicate.expression)
    } else {
      condition = nil
    }
    order = try descriptor.sortBy.map { try translator.order(by: $0) }
    self.entity = entity
    properties = try Self.properties(of: descriptor, entity)
    referencedEntities = translator.referencedEntities
    hazards = translator.hazards
    limit = descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil }
    offset = max(0, descriptor.fetchOffset ?? 0)
  }

  /// The statement for a selection, with the values to bind.
  ///
  /// - Parameters:
  ///   - paged: Whether the descriptor's limit and offset apply.
  ///   - store: The identifier of the store that the statement is for. Identifiers of another store match
  ///     no row of it; without one, any store's identifiers name the rows.
  func statement(
    selecting selection: Selection, paged: Bool, store: String? = nil
  ) -> (sql: String, bindings: [StoredValue]) {
    var writer = QuerySQLWriter(store: store.map { .named($0) })
    var tests: [String] = []
    if entity.superentityNumber != 0 {
      let places = entity.numbers.map { writer.bind(.integer(Int64($0))) }
      tests.append("t0.Z_ENT IN (\(places.joined(separator: ", ")))")
    }
    if let condition, !condition.isTrue {
      tests.append("(\(writer.write(condition, asTest: true)))")
    }
    let isPaged = paged && (limit != nil || offset > 0)
    // Without a page, no order changes how many there are.
    let keys = selection == .count ? [] : self.keys(&writer)
    var tail = tests.isEmpty ? "" : " WHERE \(tests.joined(separator: " AND "))"
    if !keys.isEmpty { tail += " ORDER BY \(keys.joined(separator: ", "))" }
    if isPaged {
      tail += " LIMIT \(writer.bind(.integer(Int64(limit ?? -1))))"
      if offset > 0 { tail += " OFFSET \(writer.bind(.integer(Int64(offset))))" }
    }
    let from = "FROM \(entity.table.quoted) t0\(writer.joins)\(tail)"
    let sql =
      switch selection {
      case .rows: "SELECT \(rowColumns) \(from)"
      case .identifiers: "SELECT t0.Z_PK, t0.Z_ENT \(from)"
      case .count where isPaged: "SELECT COUNT(*) FROM (SELECT 1 \(from))"
      case .count: "SELECT COUNT(*) \(from)"
      }
    return (sql, writer.bindings)
  }

  private func keys(_ writer: inout QuerySQLWriter) -> [String] {
    var keys: [String] = []
    for key in order {
      var text = writer.write(key.value)
      if let collation = key.collation { text += " COLLATE \(collation.rawValue)" }
      keys.append(key.isAscending ? text : "\(text) DESC")
    }
    return keys + ["t0.Z_PK"]
  }

  private var rowColumns: String {
    if let properties { return columns(of: properties) }
    return entity.rowColumns.map { "t0.\($0.quoted)" }.joined(separator: ", ")
  }

  /// Whether an object in memory satisfies the predicate.
  func matches(_ object: some QueryObject) throws -> Bool {
    guard let condition else { return true }
    var evaluator = QueryEvaluator(object)
    return evaluator.isTrue(condition)
  }

  /// Whether an object sorts before another; models that are equal in all keys are in the order of their
  /// insertion.
  func areInIncreasingOrder(_ lhs: some QueryObject, _ rhs: some QueryObject) throws -> Bool {
    var left = QueryEvaluator(lhs)
    var right = QueryEvaluator(rhs)
    for key in order {
      let result = key.compare(&left, &right)
      if result != .orderedSame { return result == .orderedAscending }
    }
    return lhs.queryIdentifier.isBefore(rhs.queryIdentifier)
  }
}

/// What a query reads of an object in memory.
protocol QueryObject {
  var queryIdentifier: PersistentIdentifier { get }
  /// The leaf value in a slot of the model.
  func queryValue(slot: Int) -> StoredValue
  /// The destination of a to-one relationship.
  func queryDestination(relationship: Int) -> (any QueryObject)?
  /// The destinations of a to-many relationship.
  func queryDestinations(relationship: Int) -> [any QueryObject]
}
