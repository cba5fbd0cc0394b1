@_spi(Testing)
extension Hazard {
  /// The hazards that the engine knows, in the order of the documents that describe them.
  public static let all: [Hazard] = [
    .optionalCompositeDecode, .payloadEnumDelete, .unprocessedDeleteRollback,
    .cascadeRollback, .reinsertionEscapesRollback, .contextOutlivesContainer,
    .codableDefaultNotMigrated,
  ]

  /// A nil structure comes back from its flattened columns as a structure without values.
  public static let optionalCompositeDecode = Hazard(
    id: "optional-composite-decode",
    title: "An optional Codable structure that is nil traps when it is decoded",
    sources: ["Doing neurosurgery on SwiftData"],
    affectedReleases: "iOS 17 and later, macOS 14 and later",
    remedy: """
      In the enclosing type's init(from:), open the nested container and treat an empty allKeys as \
      nil; or make the structure non-optional.
      """)

  /// The deletion of a model casts a flattened enum to its Swift type.
  public static let payloadEnumDelete = Hazard(
    id: "payload-enum-delete",
    title: "Deleting a model with an enum that has associated values fails a dynamic cast",
    sources: ["SwiftData Enums in Xcode Previews: Technical Findings"],
    affectedReleases: "iOS 17 and later",
    remedy: """
      Store the enum's parts as properties of their own (a String for the case, an optional for each \
      associated value) and offer the enum as a computed property.
      """)

  /// A rollback forgets a deletion that was not processed, and with it the instance's values.
  public static let unprocessedDeleteRollback = Hazard(
    id: "unprocessed-delete-rollback",
    title: "Reading a model traps after the rollback of its unprocessed deletion",
    sources: ["SwiftData rollback after a failed save"],
    affectedReleases: "iOS 26 era; the source names no version",
    remedy: "Call processPendingChanges() before rollback().")

  /// A rollback re-links the relationships of a deleted parent, of which one was never loaded.
  public static let cascadeRollback = Hazard(
    id: "cascade-rollback",
    title: "Rolling back the deletion of a parent with children traps inside rollback()",
    sources: [
      "SwiftData rollback after a failed save", "https://developer.apple.com/forums/thread/820173",
    ],
    affectedReleases: "iOS 26 era; an Apple engineer confirmed it as a framework issue",
    remedy: "Delete the children first, or delete in a context of its own and drop the context.")

  /// A second insertion takes the current values for the committed ones.
  public static let reinsertionEscapesRollback = Hazard(
    id: "reinsertion-escapes-rollback",
    title: "Inserting a model that its context already holds cuts it off from rollback",
    sources: ["SwiftData rollback after a failed save"],
    affectedReleases: "iOS 26 era; the source names no version",
    remedy: "Insert a model only while its modelContext is nil.")

  /// A main context does not keep its container.
  public static let contextOutlivesContainer = Hazard(
    id: "context-outlives-container",
    title: "A main context is used after its container was released",
    sources: [
      "https://devgem.io/posts/how-to-properly-initialize-and-use-modelcontainer-in-swiftdata-unit-testing"
    ],
    affectedReleases: "all releases",
    remedy: "Keep a reference to the ModelContainer for as long as its main context is in use.")

  /// A migration gives old rows no default value of an enum or a structure.
  public static let codableDefaultNotMigrated = Hazard(
    id: "codable-default-not-migrated",
    title: "A new property with an enum or a Codable structure as its default traps on old models",
    sources: ["https://github.com/McBoerny/ShopWithMe", "https://github.com/scastiel/kado"],
    affectedReleases: "not stated; reports name iOS 18 and Xcode 26",
    remedy: """
      Store an optional raw value, and offer the enum as a computed property with a default; or set \
      the property in the didMigrate of a custom stage before anything reads it.
      """)
}
