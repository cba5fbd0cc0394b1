/// Finds a model's property by key path: by the address of the key path object, or else by
/// equality.
///
/// Each key path literal of a program is an object of its own that is never freed, so the accessors
/// that `@Model` writes hit the table from their second call on. The table keeps the objects it
/// knows alive; its size bounds how many that can be, and key paths beyond it are compared.
///
/// It is part of the description that it belongs to, which saves the way to objects of its own.
struct KeyPathLookup: ~Copyable, Sendable {
  private let table: AddressTable
  // Unsafe only in that key paths are not marked Sendable: they are immutable, and the metadata's
  // literals capture nothing.
  private nonisolated(unsafe) let indices: [AnyKeyPath: Int]
  private nonisolated(unsafe) let properties: [(name: String, keyPath: AnyKeyPath)]
  private let type: any PersistentModel.Type
  private let scalarSlots: [Int]

  /// What stands for a key path that leads to no persisted property.
  @inline(__always)
  static var notPersisted: Int { Int.min }

  init(
    _ type: any PersistentModel.Type, _ properties: [PropertyDescription], scalarSlots: [Int]
  ) {
    self.type = type
    self.scalarSlots = scalarSlots
    table = AddressTable(minimumCapacity: 64 + properties.count * 8)
    indices = Dictionary(properties.map { ($0.keyPath, $0.index) }) { first, _ in first }
    self.properties = properties.map { ($0.name, $0.keyPath) }
  }

  @inline(__always)
  func index(of keyPath: AnyKeyPath) -> Int? {
    let entry = table.value(at: UInt(bitPattern: ObjectIdentifier(keyPath))) ?? learn(keyPath)
    return entry == Self.notPersisted ? nil : entry & 0xFFFF_FFFF
  }

  /// The slot of the scalar that a key path leads to, -1 for a persisted property that is none, or
  /// ``notPersisted``.
  @inline(__always)
  func scalarSlot(of keyPath: AnyKeyPath) -> Int {
    let entry = table.value(at: UInt(bitPattern: ObjectIdentifier(keyPath))) ?? learn(keyPath)
    return entry == Self.notPersisted ? entry : entry >> 32 - 1
  }

  @inline(never)
  private func learn(_ keyPath: AnyKeyPath) -> Int {
    let index = indices[keyPath] ?? inheritedIndex(of: keyPath)
    // One number for both: the position below, the slot and one above.
    let entry = index.map { $0 | (scalarSlots[$0] + 1) << 32 } ?? Self.notPersisted
    let isNew = table.insert(entry, at: UInt(bitPattern: ObjectIdentifier(keyPath)))
    // The address must never belong to another key path as long as the table has it.
    if isNew { _ = Unmanaged.passRetained(keyPath) }
    return entry
  }

  /// The property that a subclass spells with itself as root, which makes a key path that equals
  /// none in the metadata of the class that declares it.
  private func inheritedIndex(of keyPath: AnyKeyPath) -> Int? {
    let root = Swift.type(of: keyPath).rootType
    var next: AnyClass? = type
    while let candidate = next, candidate != root { next = superclass(of: candidate) }
    guard let root = next, superclass(of: root) is any PersistentModel.Type else { return nil }
    let name = PropertyNames.name(of: keyPath, among: properties)
    return properties.firstIndex { $0.name == name }
  }
}
