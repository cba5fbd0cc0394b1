internal import Foundation
internal import Synchronization

/// The identity of a model instance in its store.
///
/// An identifier can be passed to another context, another actor or another process, where a model
/// instance cannot. It is *temporary* until the instance's first save: a temporary one finds its
/// instance only in the context that made it, and saving replaces it, so capture it after `save()`.
public struct PersistentIdentifier: Sendable {
  /// The parts that identify, all comparable without looking at text.
  enum Storage: Hashable, Sendable {
    /// Given out by the context at insertion.
    case temporary(entity: InternedName, serial: Int64)
    /// A row of a store that numbers its rows.
    case row(store: InternedName, entity: InternedName, key: Int64)
    /// An instance of a custom store.
    case custom(CustomKey)
  }

  /// The parts of an identifier of a custom store, apart to keep the identifiers of rows small.
  final class CustomKey: Sendable {
    let store: InternedName
    let entity: InternedName
    let key: String
    /// The key that the store chose, as JSON.
    let encodedKey: Data

    init(store: InternedName, entity: InternedName, key: String, encodedKey: Data) {
      self.store = store
      self.entity = entity
      self.key = key
      self.encodedKey = encodedKey
    }
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// The identifier as an opaque value.
  public var id: ID { ID(storage: storage) }

  /// The name of the entity that the instance belongs to.
  public var entityName: String {
    switch storage {
    case .temporary(let entity, _), .row(_, let entity, _): entity.text
    case .custom(let key): key.entity.text
    }
  }

  /// The identifier of the store that holds the instance, or nil while the identifier is temporary.
  public var storeIdentifier: String? {
    switch storage {
    case .temporary: nil
    case .row(let store, _, _): store.text
    case .custom(let key): key.store.text
    }
  }

  /// Whether the identifier is one that the next save replaces, and that only its context understands.
  public var isTemporary: Bool { if case .temporary = storage { true } else { false } }

  var entity: InternedName {
    switch storage {
    case .temporary(let entity, _), .row(_, let entity, _): entity
    case .custom(let key): key.entity
    }
  }

  var store: InternedName? {
    switch storage {
    case .temporary: nil
    case .row(let store, _, _): store
    case .custom(let key): key.store
    }
  }

  /// `Z_PK`, where the identifier is of a row in a store that numbers its rows.
  var rowKey: Int64? { if case .row(_, _, let key) = storage { key } else { nil } }

  private static let serial = Atomic<Int64>(0)

  /// A new temporary identifier.
  static func temporary(entity: InternedName) -> PersistentIdentifier {
    let next = serial.add(1, ordering: .relaxed).newValue
    return PersistentIdentifier(.temporary(entity: entity, serial: next))
  }

  /// Makes the identifier of an instance that a custom store holds.
  ///
  /// Use it in your own `DataStore`, with a key that your store finds the instance by.
  ///
  /// ```swift
  /// let identifier = try PersistentIdentifier.identifier(
  ///   for: store.identifier, entityName: "Trip", primaryKey: UUID())
  /// ```
  ///
  /// - Throws: An `EncodingError` where the key cannot be encoded as JSON.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Decodable & Encodable & Hashable {
    let encoded = try JSONEncoder().encode(primaryKey)
    return PersistentIdentifier(
      .custom(
        CustomKey(
          store: .named(storeIdentifier), entity: .named(entityName),
          key: primaryKey.description, encodedKey: encoded)))
  }

  /// The identifier as opaque value: equal for the same instance of the same store.
  public struct ID: Hashable, Sendable {
    let storage: Storage
  }
}

extension PersistentIdentifier: Hashable {
  /// Two identifiers are equal that lead to the same model of the same store.
  public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    lhs.storage == rhs.storage
  }

  /// Hashes the key of the model.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .temporary(_, let serial): hasher.combine(~serial)
    case .row(_, _, let key): hasher.combine(key)
    case .custom(let key): hasher.combine(key.key)
    }
  }
}

extension PersistentIdentifier: Identifiable {}

extension PersistentIdentifier.CustomKey: Hashable {
  static func == (
    lhs: PersistentIdentifier.CustomKey, rhs: PersistentIdentifier.CustomKey
  ) -> Bool {
    lhs.store == rhs.store && lhs.entity == rhs.entity && lhs.key == rhs.key
      && lhs.encodedKey == rhs.encodedKey
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The identifier as SwiftData's messages write it, such as `x-coredata://store/Trip/p1`.
  public var description: String {
    switch storage {
    case .temporary(let entity, let serial): "x-coredata:///\(entity.text)/t\(serial)"
    case .row(let store, let entity, let key): "x-coredata://\(store.text)/\(entity.text)/p\(key)"
    case .custom(let key):
      "x-swiftdata://\(key.store.text)/\(key.entity.text)/\(key.key)"
    }
  }
}

extension PersistentIdentifier: Comparable {
  /// Orders by entity, then store, then key; temporary identifiers come after permanent ones.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    if lhs.entity != rhs.entity { return lhs.entityName < rhs.entityName }
    switch (lhs.storage, rhs.storage) {
    case (.temporary(_, let left), .temporary(_, let right)): return left < right
    case (.temporary, _): return false
    case (_, .temporary): return true
    case (.row(let leftStore, _, let left), .row(let rightStore, _, let right)):
      return leftStore == rightStore ? left < right : leftStore.text < rightStore.text
    case (.custom(let left), .custom(let right)):
      return left.store == right.store
        ? left.key < right.key : left.store.text < right.store.text
    case (.row, .custom): return true
    case (.custom, .row): return false
    }
  }
}

/// A name that many identifiers share, compared by address.
///
/// Names are never freed, so an identifier of a row has nothing to count references of.
struct InternedName: Sendable, Hashable {
  private final class Text: Sendable {
    let value: String

    init(_ value: String) { self.value = value }
  }

  /// The address of a text that is kept for the life of the process.
  private let address: UInt

  private init(_ text: Text) {
    address = UInt(bitPattern: Unmanaged.passRetained(text).toOpaque())
  }

  var text: String {
    Unmanaged<Text>.fromOpaque(UnsafeRawPointer(bitPattern: address)!)._withUnsafeGuaranteedRef {
      $0.value
    }
  }

  private static let names = Mutex<[String: InternedName]>([:])

  /// The one name of a text.
  static func named(_ text: String) -> InternedName {
    names.withLock { names in
      if let name = names[text] { return name }
      let name = InternedName(Text(text))
      names[text] = name
      return name
    }
  }
}
