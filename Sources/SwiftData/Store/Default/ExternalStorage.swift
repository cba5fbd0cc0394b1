internal import Foundation

/// The files beside a store that hold large values of attributes with `.externalStorage`.
///
/// They are where Core Data has them: a store `Trips.store` has the folder
/// `.Trips_SUPPORT/_EXTERNAL_DATA` beside it, with a file for each value whose name is a UUID. The
/// column holds one byte that tells what follows: 1 for the value itself, 2 for the name of its
/// file as text with a zero byte at the end.
struct ExternalStorage: Sendable {
  /// Values of more bytes than these have a file of their own, as is reported of Core Data.
  static let threshold = 128 * 1024

  private static let inlineMark: UInt8 = 1
  private static let fileMark: UInt8 = 2

  /// The folder of the store's own; nil for a store in memory, which keeps everything in its rows.
  let supportFolder: URL?

  init(of configuration: ModelConfiguration) {
    self.init(store: configuration.isStoredInMemoryOnly ? nil : configuration.url)
  }

  init(store: URL?) {
    supportFolder = store.map { store in
      let name = store.deletingPathExtension().lastPathComponent
      return store.deletingLastPathComponent().appendingPathComponent(
        ".\(name)_SUPPORT", isDirectory: true)
    }
  }

  var folder: URL? {
    supportFolder?.appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  private func file(_ name: String) -> URL? { folder?.appendingPathComponent(name) }

  // MARK: - Reading

  /// The value that a column stands for.
  ///
  /// A file is mapped into memory: its bytes are read when they are looked at, and stay readable
  /// when another save removes the file. A missing file is taken for no value.
  func value(
    of column: StoredValue, _ slot: ExternalSlot, _ entity: EntityLayout
  ) -> StoredValue {
    guard case .blob(let data) = column, let mark = data.first else { return column }
    switch mark {
    case Self.inlineMark: return .blob(data.dropFirst().rebased)
    case Self.fileMark:
      guard let name = Self.fileName(in: column), let content = content(of: name) else {
        report(
          "the file '\(Self.fileName(in: column) ?? "?")' with the value of "
            + "'\(entity.name).\(slot.property)' is missing beside the store")
        return slot.isOptional ? .null : .blob(Data())
      }
      return .blob(content)
    // Written before the property had external storage.
    default: return column
    }
  }

  /// The name of the file that a column refers to.
  static func fileName(in column: StoredValue) -> String? {
    guard case .blob(let data) = column, data.first == fileMark else { return nil }
    let name = String(decoding: data.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    // A name is a UUID and nothing that leads out of the folder.
    return UUID(uuidString: name) == nil ? nil : name
  }

  private func content(of name: String) -> Data? {
    guard let file = file(name) else { return nil }
    if let mapped = try? Data(contentsOf: file, options: .alwaysMapped) { return mapped }
    return try? Data(contentsOf: file)
  }

  /// The value that a column stands for, to be kept in its row from now on; NULL for a missing file.
  ///
  /// - Throws: An `UnreadableFile` for a file that is there: its value must not be taken for none.
  func plainValue(of column: StoredValue, property: String) throws -> StoredValue {
    guard case .blob(let data) = column else { return column }
    if data.first == Self.inlineMark { return .blob(data.dropFirst().rebased) }
    guard let name = Self.fileName(in: column), let file = file(name) else { return column }
    do {
      return .blob(try Data(contentsOf: file))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      report("the file '\(name)' with the value of '\(property)' is missing beside the store")
      return .null
    } catch {
      throw UnreadableFile(name: name, property: property, reason: error)
    }
  }

  /// A file of a large value that is there and cannot be read.
  struct UnreadableFile: Error, CustomStringConvertible {
    let name: String
    let property: String
    let reason: any Error

    var description: String {
      "the file '\(name)' with the value of '\(property)' cannot be read: \(reason)"
    }
  }

  private func report(_ text: String) {
    FileHandle.standardError.write(Data("SwiftData: error: \(text).\n".utf8))
  }

  // MARK: - Writing

  /// The column for a value that stays in its row.
  static func inline(_ value: Data) -> StoredValue { .blob(Data([inlineMark]) + value) }

  /// The column for a value in a file.
  static func reference(to file: String) -> StoredValue {
    .blob(Data([fileMark]) + Data(file.utf8) + Data([0]))
  }

  /// Writes a file that no column refers to yet.
  ///
  /// - Returns: The name of the file.
  /// - Throws: Foundation's error; there is no file then.
  func write(_ value: Data, in folder: URL) throws -> String {
    let name = UUID().uuidString
    let url = folder.appendingPathComponent(name)
    try makeFolders()
    do {
      do {
        try value.write(to: url, options: .withoutOverwriting)
      } catch let error as CocoaError where error.code == .fileNoSuchFile {
        // Another save has just removed the folder, which was empty.
        try makeFolders()
        try value.write(to: url, options: .withoutOverwriting)
      }
      // The bytes are on the disk before any row refers to them.
      let handle = try FileHandle(forUpdating: url)
      try handle.synchronize()
      try handle.close()
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    return name
  }

  /// Makes the store's folders, but not the one that the store is in: if that is gone, so is the store.
  private func makeFolders() throws {
    for folder in [supportFolder, folder].compactMap(\.self)
    where !FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
  }

  func remove(_ names: some Sequence<String>) {
    for name in names {
      if let file = file(name) { try? FileManager.default.removeItem(at: file) }
    }
  }

  /// Whether the store has its folder already.
  var hasFolder: Bool {
    supportFolder.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
  }

  /// Removes the store's folders, but none in which there is something.
  func removeEmptyFolders() {
    for folder in [folder, supportFolder].compactMap(\.self) { _ = rmdir(folder.path) }
  }
}

/// A leaf value whose column may refer to a file.
struct ExternalSlot: Sendable {
  var slot: Int
  var property: String
  var isOptional: Bool
}

extension Data {
  /// The same bytes with indices from 0.
  fileprivate var rebased: Data { Data(self) }
}
