internal import Foundation

/// A fetch descriptor compiled against a schema: as SQL, and as a test of objects in memory.
///
/// Both come from one expression tree, so a stored row and a pending change are judged alike.
struct FetchQuery: Sendable {
  /// The columns that a statement selects.
  enum Selection: Sendable {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`, every slot in the model's order, then the foreign key of every to-one
    /// relationship in the model's order.
    case rows
    /// `COUNT(*)`.
    case count
    /// `Z_PK`, `Z_ENT`.
    case identifiers
  }

  let entity: EntityLayout
  /// The entities that the predicate or the sort order reads beside the fetched one.
  let referencedEntities: Set<String>

  /// Compiles a descriptor.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedKeyPath` or
  ///   `.unsupportedSortDescriptor`, as SwiftData refuses the same descriptor.
  init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, in layout: SchemaLayout) throws {
    throw SwiftDataError.unsupportedPredicate
  }

  /// The statement for a selection, with the values to bind.
  ///
  /// - Parameter paged: Whether the descriptor's limit and offset apply.
  func statement(selecting selection: Selection, paged: Bool) -> (sql: String, bindings: [StoredValue]) {
    ("", [])
  }

  /// Whether an object in memory satisfies the predicate.
  func matches(_ object: some QueryObject) throws -> Bool { false }

  /// Whether an object sorts before another.
  func areInIncreasingOrder(_ lhs: some QueryObject, _ rhs: some QueryObject) throws -> Bool { false }
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
