internal import Foundation

/// A migration plan as a store reads it: its versions with their layouts, and the steps between them.
struct PlannedVersions {
  struct Version {
    let type: any VersionedSchema.Type
    let layout: SchemaLayout
    /// The hashes of the entities, by which versions are told apart.
    let hashes: [String: Data]

    init(_ type: any VersionedSchema.Type, _ layout: SchemaLayout) {
      self.type = type
      self.layout = layout
      hashes = layout.entityHashes
    }

    var schema: Schema { layout.schema }
    var name: String { "\(type) (\(schema.version))" }
  }

  struct Step {
    let stage: MigrationStage
    /// The positions of the versions.
    let from: Int
    let to: Int
  }

  let name: String
  /// The versions, oldest first.
  let versions: [Version]
  private let steps: [Step]

  /// Reads a plan.
  ///
  /// - Parameter others: Entities that other stores of the container keep.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` where two versions are alike or a stage is of no
  ///   version; `backwardMigration` where a stage leads back.
  init(_ plan: any SchemaMigrationPlan.Type, without others: Set<String> = []) throws {
    name = "\(plan)"
    versions = try plan.schemas.map { type in
      let models = type.models.filter { !others.contains(Schema.entityName(for: $0)) }
      let schema = Schema(models, version: type.versionIdentifier)
      try schema.validate()
      return Version(type, try SchemaLayout(schema: schema))
    }
    steps = []
    if others.isEmpty { try checkVersions() }
    try setSteps(plan.stages)
  }

  private init(name: String, versions: [Version], steps: [Step]) {
    self.name = name
    self.versions = versions
    self.steps = steps
  }

  private mutating func setSteps(_ stages: [MigrationStage]) throws {
    let steps = try stages.map { stage in
      let step = Step(
        stage: stage, from: try position(of: stage.fromVersion),
        to: try position(of: stage.toVersion)
      )
      if step.to <= step.from {
        throw SwiftDataError(
          .backwardMigration,
          """
          a stage of '\(name)' leads from \(versions[step.from].name) back to \
          \(versions[step.to].name): order the plan's schemas from old to new, and lead each stage \
          to a newer one
          """)
      }
      return step
    }
    self = PlannedVersions(name: name, versions: versions, steps: steps)
  }

  private func position(of type: any VersionedSchema.Type) throws -> Int {
    if let position = versions.firstIndex(where: { $0.type == type }) { return position }
    throw MigrationError.make(
      .unknownVersion,
      "a stage of '\(name)' has the version '\(type)', which is not among the plan's schemas: add it",
      reason: "Cannot use staged migration with an unknown model version.")
  }

  /// Versions are told apart by what they store and, for people, by their numbers.
  private func checkVersions() throws {
    for (position, version) in versions.enumerated() {
      for other in versions[..<position] {
        if other.hashes == version.hashes {
          throw MigrationError.make(
            .failed,
            """
            the versions \(other.name) and \(version.name) of '\(name)' store the same: a store \
            cannot tell which of the two it is. Give each version model classes of its own, as they \
            were when it shipped, or leave one of the two out.
            """, reason: "Duplicate version checksums detected.")
        }
        if other.schema.version == version.schema.version {
          throw MigrationError.make(
            .failed,
            """
            the versions '\(other.type)' and '\(version.type)' of '\(name)' both have the identifier \
            \(version.schema.version): give each a number of its own
            """, reason: "Duplicate version identifiers detected.")
        }
      }
    }
  }
}

extension PlannedVersions {
  /// The version that a store was written for.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` where it is none of the plan's.
  func position(of content: StoreContent, file: String) throws -> Int {
    let hashes = content.ownHashes
    let found = try versions.indices.filter { position in
      let version = versions[position]
      if let hashes { return hashes == version.hashes }
      return content.isOf(
        try SchemaLayout(schema: version.schema, existing: content.description))
    }
    if hashes == nil, found.count > 1 { return try position(of: content, among: found, file: file) }
    if let found = found.last { return found }
    var explanation = """
      '\(file)' was written for a schema that is none of the versions of '\(name)': an app shipped \
      with it, or a version of the plan was changed later. Add the version as it was.
      """
    if let nearest = versions.last {
      let layout = try SchemaLayout(schema: nearest.schema, existing: content.description)
      let differences = layout.differences(from: content.description).map(\.description)
      if !differences.isEmpty {
        explanation += " Against \(nearest.name): \(differences.joined(separator: "; "))."
      }
    }
    throw MigrationError.make(
      .unknownVersion, explanation,
      reason: "Cannot use staged migration with an unknown model version.")
  }

  /// The one of several versions with the same tables that a store says to be of.
  private func position(
    of content: StoreContent, among found: [Int], file: String
  ) throws -> Int {
    let identifiers = content.metadata?.versionIdentifiers ?? []
    let named = found.filter { identifiers.contains("\(versions[$0].schema.version)") }
    if named.count == 1 { return named[0] }
    let names = found.map { versions[$0].name }.joined(separator: ", ")
    throw MigrationError.make(
      .unknownVersion,
      """
      which of the versions \(names) of '\(self.name)' the store '\(file)' was written for, cannot be \
      told: its tables are those of each, and its own identifiers \
      (\(identifiers.joined(separator: ", "))) are not that of one. Give the versions the identifiers \
      that they shipped with.
      """, reason: "Cannot use staged migration with an unknown model version.")
  }

  /// Whether a store of another writer that fits a layout was written for another version than the
  /// layout's: what differs is not to be seen in its tables.
  func isBehind(_ content: StoreContent, _ layout: SchemaLayout, file: String) throws -> Bool {
    guard content.ownHashes == nil, let goal = try? position(of: layout) else { return false }
    return try position(of: content, file: file) != goal
  }

  /// The version that a container's schema is.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` where it is none of the plan's.
  func position(of layout: SchemaLayout) throws -> Int {
    let hashes = layout.entityHashes
    if let found = versions.lastIndex(where: { $0.hashes == hashes }) { return found }
    throw MigrationError.make(
      .unknownVersion,
      """
      the container's schema (\(layout.schema.version)) is none of the versions of '\(name)': create \
      the container with Schema(versionedSchema:) of the plan's last version
      """, reason: "Cannot use staged migration with an unknown coordinator model version.",
      kind: .unknownSchema)
  }

  /// The steps from one version to another.
  ///
  /// - Throws: `SwiftDataError.backwardMigration` where the store is newer, or
  ///   `loadIssueModelContainer` where a stage is missing.
  func steps(from start: Int, to goal: Int, file: String) throws -> [Step] {
    if start > goal {
      throw SwiftDataError(
        .backwardMigration,
        """
        '\(file)' is of the version \(versions[start].name) of '\(name)', which is newer than the \
        container's schema, \(versions[goal].name): open it with the newer one
        """)
    }
    var route: [Step] = []
    var position = start
    while position != goal {
      guard let step = steps.first(where: { $0.from == position && $0.to <= goal }) else {
        throw MigrationError.make(
          .unknownVersion,
          """
          '\(name)' has no stage from \(versions[position].name) that leads on to \
          \(versions[goal].name), which '\(file)' needs: add it to the plan's stages
          """, reason: "Cannot use staged migration with an unknown model version.")
      }
      route.append(step)
      position = step.to
    }
    return route
  }
}

extension MigrationStage {
  var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let version, _), .custom(let version, _, _, _): version
    }
  }

  var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let version), .custom(_, let version, _, _): version
    }
  }
}
