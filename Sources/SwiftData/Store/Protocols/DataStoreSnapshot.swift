/// The values of one model at one moment, in the form that a store takes and gives.
///
/// Use ``DefaultSnapshot`` in a store of your own unless you need another coded form.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
  /// The identity of the model.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Takes the values out of backing data.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// Returns the same values under another identifier, with identifiers of related models replaced.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// A value that a snapshot holds.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys of a snapshot's coded form: the identifier, and each property by its name.
public enum DataStoreSnapshotCodingKey: CodingKey {
  /// The identifier of the model.
  case persistentIdentifier
  /// A property of the model.
  case modeledProperty(String)

  /// The name under which the value is coded: that of the property in code.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  /// Makes the key of a name.
  public init?(stringValue: String) {
    self =
      stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Nil: properties have names, not numbers.
  public var intValue: Int? { nil }

  /// Returns nil: properties have names, not numbers.
  public init?(intValue: Int) { nil }
}
