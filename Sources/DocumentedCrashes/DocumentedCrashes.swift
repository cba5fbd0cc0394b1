/// The crashes that this library knows.
public enum DocumentedCrashes {
  /// All of them, in the order of their documents.
  public static let all: [DocumentedCrash] = [
    .optionalCompositeDecode, .payloadEnumDelete, .containerCreationFailure,
    .unprocessedDeleteRollback, .pendingChangesWrittenByNextSave, .insertWrittenTwiceByRetry,
    .reinsertionEscapesRollback, .cascadeRollback,
  ]

  /// The crash with an identifier, or nil where there is none.
  public static func crash(withID id: DocumentedCrash.ID) -> DocumentedCrash? {
    all.first { $0.id == id }
  }
}
