internal import Foundation

/// The errors of migrations: SwiftData's opaque one, with an explanation and the error that Core Data
/// has for the case.
enum MigrationError {
  /// Codes of `NSCocoaErrorDomain`.
  enum Code: Int {
    /// The migration failed.
    case failed = 134110
    /// Core Data cannot find a way from one model to the other.
    case cannotInfer = 134190
    /// A plan does not know the store's model, or the container's.
    case unknownVersion = 134504
  }

  static func make(
    _ code: Code, _ explanation: String, reason: String, entity: String? = nil,
    property: String? = nil, kind: SwiftDataError.Kind = .loadIssueModelContainer
  ) -> SwiftDataError {
    var information: [String: Any] = [
      NSLocalizedDescriptionKey: code.text, NSLocalizedFailureReasonErrorKey: reason,
      "reason": reason,
    ]
    information["entity"] = entity
    information["attribute"] = property
    return SwiftDataError(
      kind, explanation,
      underlyingError: CocoaError(CocoaError.Code(rawValue: code.rawValue), userInfo: information))
  }
}

extension MigrationError {
  /// That a store doesn't tell in which of several columns, or whether in one, it has a property.
  static func ambiguity(
    _ entity: String, _ property: String, _ columns: [String], of table: String
  ) -> SwiftDataError {
    make(
      .cannotInfer,
      """
      where the store has '\(entity).\(property)' cannot be told: \
      \(columns.joined(separator: " and ")) of \(table) could hold it, or something else. Migrate it \
      with a SchemaMigrationPlan whose first version is the one that wrote the store.
      """, reason: "Can't find or automatically infer mapping model for migration", entity: entity,
      property: property)
  }
}

extension MigrationError.Code {
  fileprivate var text: String {
    switch self {
    case .failed: "An error occurred during persistent store migration."
    case .cannotInfer: "Can't find or automatically infer mapping model for migration."
    case .unknownVersion: "Cannot use staged migration with an unknown model version."
    }
  }
}
