public import Foundation

/// An error that SwiftData throws.
///
/// It is a structure with static values, not an enum, as on Apple's systems: match it in a `catch`
/// clause or with `==`.
///
/// ```swift
/// do {
///   let container = try ModelContainer(for: Trip.self)
/// } catch SwiftDataError.loadIssueModelContainer {
///   // offer a retry
/// }
/// ```
///
/// Two errors are equal when they are of the same kind. The description of an error of this engine
/// says in addition what happened, to which model and property, and what to do about it.
public struct SwiftDataError: Error, Hashable, Sendable {
  /// The kind of an error: the name of the static value.
  enum Kind: String, Hashable, Sendable {
    case includePendingChangesWithBatchSize
    case unsupportedPredicate
    case unsupportedKeyPath
    case sortingPendingChangesWithIdentifiers
    case unsupportedSortDescriptor
    case duplicateConfiguration
    case configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema
    case loadIssueModelContainer
    case modelValidationFailure
    case missingModelContext
    case backwardMigration
    case unknownSchema
    case historyTokenExpired
    case invalidTransactionFetchRequest
  }

  let kind: Kind
  /// What happened and what to do, beyond the kind.
  let explanation: String?
  /// The error of a layer below that led to this one.
  let underlyingError: (any Error)?

  init(_ kind: Kind, _ explanation: String? = nil, underlyingError: (any Error)? = nil) {
    self.kind = kind
    self.explanation = explanation
    self.underlyingError = underlyingError
  }

  /// Two errors are equal that are of the same kind.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.kind == rhs.kind }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// Matches a thrown error in a `catch` clause or a `switch`.
  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    (rhs as? SwiftDataError) == lhs
  }
}

extension SwiftDataError {
  /// A fetch in batches of a descriptor that includes pending changes.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  /// A predicate that the store cannot evaluate.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// A key path to something that the model does not persist.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// A fetch of identifiers that sorts and includes pending changes.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  /// A sort descriptor that the store cannot use.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  /// Two configurations of one container that name the same store.
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  /// A configuration whose name is too long for a file.
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  /// A configuration whose name has characters that a file's name cannot have.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  /// A configuration with a model that the container's schema does not have.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// A store that could not be opened or created.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  /// A model whose values the schema does not allow.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// A model that belongs to no context where one is needed.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// A store that a newer version of the schema wrote.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A store whose schema is none of the migration plan's versions.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// A history token from before transactions that were deleted.
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  /// A history request that no store can answer.
  public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
}

extension SwiftDataError: CustomStringConvertible {
  /// The kind, what happened and what to do.
  public var description: String {
    var text = "SwiftDataError.\(kind.rawValue)"
    if let explanation { text += ": \(explanation)" }
    if let underlyingError { text += " (underlying error: \(underlyingError))" }
    return text
  }
}

extension SwiftDataError: LocalizedError {
  /// What happened, for a person: the explanation, where there is one.
  public var errorDescription: String? { explanation ?? description }
}
