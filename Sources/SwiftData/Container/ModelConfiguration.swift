public import Foundation

/// Where and how a container keeps its models.
///
/// ```swift
/// let configuration = ModelConfiguration("Trips", isStoredInMemoryOnly: true)
/// let container = try ModelContainer(for: Trip.self, configurations: configuration)
/// ```
///
/// A store without a URL has the file `<name>.store`, or `default.store` without a name, in the
/// folder that `FileManager` has as `.applicationSupportDirectory`. On Linux that is
/// `$XDG_DATA_HOME`, which is `~/.local/share` unless set, and all programs of the user share it, as
/// on a Mac without a sandbox: give the stores of a program of yours a name or a URL of their own.
///
/// - Note: On Linux an app group has a folder below the same one. A store with a
///   ``CloudKitDatabase`` of a name is checked for what CloudKit asks of a schema, and not
///   synchronised.
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
  /// The file that holds the store; `/dev/null` for a store in memory.
  public let url: URL
  /// The configuration's name, `default` where none was given.
  public let name: String
  /// The identifier of the app group, where one was given.
  public let groupAppContainerIdentifier: String?
  /// The identifier of the CloudKit container, where one was given.
  public let cloudKitContainerIdentifier: String?
  /// The app group that the store belongs to.
  public let groupContainer: GroupContainer
  /// The CloudKit database that the store is mirrored to.
  public let cloudKitDatabase: CloudKitDatabase
  /// The models that the store keeps; nil means all of the container's.
  public var schema: Schema?
  /// Whether saving is allowed. A store that doesn't allow it is opened read-only, and `save()` throws.
  public let allowsSave: Bool
  /// Whether the store exists in memory only, and is gone with its container.
  public let isStoredInMemoryOnly: Bool

  /// The URL, by which configurations are told apart.
  public var id: URL { url }

  /// The identity of a configuration.
  public typealias ID = URL

  private init(
    name: String?, url: URL?, schema: Schema?, isStoredInMemoryOnly: Bool, allowsSave: Bool,
    groupContainer: GroupContainer, cloudKitDatabase: CloudKitDatabase
  ) {
    self.name = name ?? "default"
    self.url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null")
      : url
        ?? groupContainer.folder.appendingPathComponent("\(name ?? "default").store")
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    groupAppContainerIdentifier = groupContainer.identifier
    cloudKitContainerIdentifier = cloudKitDatabase.privateDatabaseName
  }

  /// Makes a configuration of the default store, or of one in memory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, url: nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: true,
      groupContainer: .automatic, cloudKitDatabase: .automatic)
  }

  /// Makes a configuration for some of a container's models.
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, url: nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: true, groupContainer: .automatic, cloudKitDatabase: .automatic)
  }

  /// Makes a configuration whose file has the configuration's name, in the default folder or that
  /// of an app group.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, url: nil, schema: schema, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: allowsSave, groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase)
  }

  /// Makes a configuration of a store at a URL.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, url: url, schema: schema, isStoredInMemoryOnly: false, allowsSave: allowsSave,
      groupContainer: .none, cloudKitDatabase: cloudKitDatabase)
  }

  /// Two configurations are equal that open the same store with the same models and rights.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.name == rhs.name && lhs.url == rhs.url && lhs.allowsSave == rhs.allowsSave
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly
      && lhs.groupContainer.kind == rhs.groupContainer.kind
      && lhs.cloudKitDatabase.kind == rhs.cloudKitDatabase.kind && lhs.schema == rhs.schema
  }

  /// Hashes what tells configurations apart: name and URL.
  public func hash(into hasher: inout Hasher) {
    // Without the schema, which can be set later.
    hasher.combine(name)
    hasher.combine(url)
    hasher.combine(allowsSave)
    hasher.combine(isStoredInMemoryOnly)
    hasher.combine(groupContainer.kind)
    hasher.combine(cloudKitDatabase.kind)
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The name, the file and whether saving is allowed.
  public var debugDescription: String {
    var parts = [
      "name: \(name)", "url: \(isStoredInMemoryOnly ? "in memory" : url.path)",
      "allowsSave: \(allowsSave)",
    ]
    if let groupAppContainerIdentifier {
      parts.append("groupContainer: \(groupAppContainerIdentifier)")
    }
    if let cloudKitContainerIdentifier {
      parts.append("cloudKitDatabase: \(cloudKitContainerIdentifier)")
    }
    if let schema { parts.append("schema: \(schema.entities.map(\.name).sorted())") }
    return "ModelConfiguration(\(parts.joined(separator: ", ")))"
  }
}

extension ModelConfiguration: DataStoreConfiguration {
  /// The store that the configuration opens.
  public typealias Store = DefaultStore

  /// Checks the configuration's name, from which the file's name is made.
  ///
  /// - Throws: `SwiftDataError.configurationFileNameTooLong` for a file name of more than 255 bytes,
  ///   `SwiftDataError.configurationFileNameContainsInvalidCharacters` for one with a slash or a
  ///   null character, `SwiftDataError.loadIssueModelContainer` for a URL that is no file's. Nothing
  ///   has been created then.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    guard url.isFileURL else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "the URL '\(url)' of the configuration '\(name)' is no file's: make it with URL(filePath:)")
    }
    let file = url.lastPathComponent
    if file.utf8.count > 255 || name.utf8.count > 255 {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "the file name '\(file.prefix(40))…' has \(max(file.utf8.count, name.utf8.count)) bytes; at most 255 are possible"
      )
    }
    if name.contains(where: { $0 == "/" || $0 == "\0" || $0 == ":" }) {
      throw SwiftDataError(
        .configurationFileNameContainsInvalidCharacters,
        "the name '\(name)' of a configuration is used as a file's name: it cannot contain '/', ':' or null"
      )
    }
  }
}

extension ModelConfiguration {
  /// The CloudKit database that a store is mirrored to.
  public struct CloudKitDatabase: Equatable, Sendable {
    enum Kind: Hashable, Sendable { case automatic, none, named(String) }
    let kind: Kind

    /// The database of the app's entitlements.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(kind: .automatic) }
    /// No mirroring.
    public static var none: CloudKitDatabase { CloudKitDatabase(kind: .none) }
    /// The private database of a CloudKit container.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(kind: .named(privateDBName))
    }

    var privateDatabaseName: String? { if case .named(let name) = kind { name } else { nil } }
  }

  /// The app group that a store belongs to.
  public struct GroupContainer: Sendable {
    enum Kind: Hashable, Sendable { case automatic, none, named(String) }
    let kind: Kind

    /// The group of the app's entitlements.
    public static var automatic: GroupContainer { GroupContainer(kind: .automatic) }
    /// No group.
    public static var none: GroupContainer { GroupContainer(kind: .none) }
    /// A group by its identifier.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(kind: .named(groupName))
    }

    var identifier: String? { if case .named(let name) = kind { name } else { nil } }

    /// The folder of the stores that belong to the group.
    var folder: URL {
      guard let identifier else { return .defaultStoreDirectory }
      return URL.defaultStoreDirectory.appendingPathComponent(
        "Group Containers/\(identifier)/Library/Application Support", isDirectory: true)
    }
  }

  /// Whether the store's folder is one that the system makes, and not the app's to make.
  var isInFolderOfSystem: Bool {
    let folder = url.deletingLastPathComponent().standardizedFileURL.path
    return folder == URL.defaultStoreDirectory.standardizedFileURL.path
      || groupContainer.identifier != nil
        && folder == groupContainer.folder.standardizedFileURL.path
  }
}

extension URL {
  /// The folder of stores that are given no URL.
  static var defaultStoreDirectory: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
  }
}
