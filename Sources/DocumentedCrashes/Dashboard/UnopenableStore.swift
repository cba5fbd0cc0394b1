import Foundation
import SwiftData

/// What keeps a container from being created, each a real state of the file system.
package enum UnopenableStore: String, CaseIterable, Sendable {
  /// A directory has the file's name.
  case directoryInPlaceOfFile
  /// The folder is a file.
  case folderIsFile
  /// The folder does not exist.
  case missingFolder
  /// The file holds something else than a database.
  case noDatabase
  /// The file's end is missing.
  case truncated
  /// The file is of earlier models, which lack a property that must have a value.
  case refusedMigration

  /// The causes that are certain on the current system: Apple's implementation makes missing
  /// folders, and moves what it cannot read out of the way in some releases.
  package static var certain: [UnopenableStore] {
    #if SWIFT_DATA_ENGINE
      allCases
    #else
      [.directoryInPlaceOfFile, .folderIsFile]
    #endif
  }

  /// Brings the cause about inside a folder.
  ///
  /// - Returns: The URL of the store that cannot be opened.
  func arrange(in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent("shelf.store")
    switch self {
    case .directoryInPlaceOfFile:
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    case .folderIsFile:
      let file = folder.appendingPathComponent("Application Support")
      try Data("not a folder".utf8).write(to: file)
      return file.appendingPathComponent("shelf.store")
    case .missingFolder:
      return folder.appendingPathComponent("Application Support")
        .appendingPathComponent("shelf.store")
    case .noDatabase:
      try Data(String(repeating: "no database; ", count: 400).utf8).write(to: url)
    case .truncated:
      try Self.writeStore(at: url)
      try Data(contentsOf: url).prefix(5000).write(to: url)
    case .refusedMigration:
      try Keeper.keeping {
        let context = try makeContainer(EarlierLibrary.Volume.self, at: url).makeContext()
        context.insert(EarlierLibrary.Volume(shelfMark: "A 1"))
        try context.save()
      }
    }
    return url
  }

  /// Takes the cause away, as a user or the system would.
  func remove(at url: URL) throws {
    let folder = url.deletingLastPathComponent()
    switch self {
    case .folderIsFile:
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    case .missingFolder:
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    case .directoryInPlaceOfFile, .noDatabase, .truncated, .refusedMigration:
      for suffix in ["", "-wal", "-shm"] {
        let file = url.path + suffix
        if FileManager.default.fileExists(atPath: file) {
          try FileManager.default.removeItem(atPath: file)
        }
      }
    }
  }

  /// Writes a store of several pages, and nothing beside it.
  private static func writeStore(at url: URL) throws {
    try Keeper.keeping {
      let context = try makeContainer(Library.Shelf.self, Library.Volume.self, at: url)
        .makeContext()
      for index in 0..<200 {
        context.insert(
          Library.Volume(title: "Volume \(index)", shelf: Library.Shelf(label: "\(index)")))
      }
      try context.save()
    }
  }
}
