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

extension MigrationError.Code {
  fileprivate var text: String {
    switch self {
    case .failed: "An error occurred during persistent store migration."
    case .cannotInfer: "Can't find or automatically infer mapping model for migration."
    case .unknownVersion: "Cannot use staged migration with an unknown model version."
    }
  }
}
