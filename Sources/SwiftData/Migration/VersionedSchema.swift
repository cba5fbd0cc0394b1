/// One version of an app's models.
///
/// ```swift
/// enum TripsV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
/// }
/// ```
public protocol VersionedSchema {
  /// The models of the version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number.
  static var versionIdentifier: Schema.Version { get }
}
