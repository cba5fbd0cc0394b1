public import SwiftData

/// The configuration of a container whose store can be made to fail.
///
/// It wraps an ordinary `ModelConfiguration` and opens the same store as that one does, forwarding
/// everything. The containers of this library have it; give one to code of yours that makes its
/// container from configurations that a test chooses.
///
/// ```swift
/// let configuration = FaultInjectingConfiguration(ModelConfiguration(isStoredInMemoryOnly: true))
/// let journal = try Journal(configurations: [configuration])
/// ```
///
/// Each configuration made is a store of its own: containers that share one share its failures.
public struct FaultInjectingConfiguration: DataStoreConfiguration {
  public typealias Store = FaultInjectingStore

  /// The configuration of the real store.
  public private(set) var base: ModelConfiguration
  /// The plan by which an older store is migrated.
  ///
  /// SwiftData gives plans to stores of `ModelConfiguration` only, so this one carries its own.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  let probe: StoreProbe

  /// Makes a configuration for the store of another.
  public init(
    _ base: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) {
    self.init(base, migrationPlan: migrationPlan, probe: StoreProbe(models: []))
  }

  init(
    _ base: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?, probe: StoreProbe
  ) {
    self.base = base
    self.migrationPlan = migrationPlan
    self.probe = probe
  }

  public var name: String { base.name }

  public var schema: Schema? {
    get { base.schema }
    set { base.schema = newValue }
  }

  public func validate() throws { try base.validate() }
}

extension FaultInjectingConfiguration: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.base == rhs.base && lhs.probe === rhs.probe
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}
