internal import CSQLite
internal import Foundation

/// What can be told of a file before SQLite touches it.
///
/// SQLite takes an empty file for a new database, deletes a write-ahead log beside it, and creates what is missing. A
/// store must not be lost or made in a wrong place that way, so the file is judged by its own bytes first.
struct StoreFile {
  let path: String

  var name: String { (path as NSString).lastPathComponent }

  enum Condition {
    /// There is no file yet, but there is a folder for it.
    case missing
    /// A file of no bytes, which becomes a database as a missing one does.
    case empty
    /// A file that begins as a SQLite database does.
    case database
  }

  /// Reads the beginning of the file, and writes nothing.
  ///
  /// - Throws: `SQLiteError` with `SQLITE_CANTOPEN` for a folder, a missing folder, or a file that
  ///   cannot be read; `SQLITE_NOTADB` for one that is something else; `SQLITE_CORRUPT` for one that ends too
  ///   early, or is empty and has a write-ahead log beside it.
  func inspect() throws(SQLiteError) -> Condition {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      try requireFolder()
      return .missing
    }
    if isDirectory.boolValue {
      throw failure(SQLITE_CANTOPEN, "the store's URL is that of a folder")
    }
    guard isRegular else {
      throw failure(
        SQLITE_CANTOPEN,
        "the store's URL is that of a device: use isStoredInMemoryOnly for a store without a file")
    }
    var (header, size) = try readBeginning(100)
    // Another connection may be making it.
    if size == 0, self.size > 1 { (header, size) = try readBeginning(100) }
    // SQLite counts a file of one byte as empty.
    if size == 0, self.size == 0 {
      if hasWriteAheadLog, self.size == 0 {
        throw failure(
          SQLITE_CORRUPT,
          """
          the file is empty, and the write-ahead log of a database is beside it, which SQLite would delete: \
          bring the file back, or remove the log
          """)
      }
      return .empty
    }
    try judge(Header(bytes: header), size: size)
    return .database
  }

  /// Whether the file is marked as one that nobody writes, or as one that this process may not
  /// write.
  ///
  /// The superuser may write any file; the marks say what the person meant all the same.
  var isReadOnly: Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o600
    return permissions & 0o222 == 0 || !FileManager.default.isWritableFile(atPath: path)
  }

  /// Whether it is a file that has its content on a disk, which a device or a pipe has not.
  private var isRegular: Bool {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    return attributes?[.type] as? FileAttributeType ?? .typeRegular == .typeRegular
  }

  /// Whether there is nothing in it, or in a log beside it, but the first page that SwiftData's settings make.
  var isBare: Bool { size <= 4096 && !hasWriteAheadLog }

  private func requireFolder() throws(SQLiteError) {
    let folder = (path as NSString).deletingLastPathComponent
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: folder.isEmpty ? "." : folder, isDirectory: &isDirectory)
    if !exists {
      throw failure(
        SQLITE_CANTOPEN, "the folder '\((folder as NSString).lastPathComponent)' does not exist")
    }
    if !isDirectory.boolValue {
      throw failure(
        SQLITE_CANTOPEN, "'\((folder as NSString).lastPathComponent)' is a file, not a folder")
    }
  }

  private func judge(_ header: Header, size: UInt64) throws(SQLiteError) {
    guard header.hasMagic else { throw failure(SQLITE_NOTADB, "file is not a database") }
    guard header.isComplete else {
      throw failure(SQLITE_CORRUPT, "the file ends inside its header, after \(size) bytes")
    }
    if let expected = header.size, size < expected, !hasWriteAheadLog {
      throw failure(SQLITE_CORRUPT, "the file ends too early, after \(size) of \(expected) bytes")
    }
  }

  /// Whether changes wait beside the file, from which SQLite may complete it.
  private var hasWriteAheadLog: Bool {
    StoreFile(path: path + "-wal").size > 0
  }

  /// The size that the file system tells; 0 for a missing file.
  private var size: UInt64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
  }

  private func failure(_ code: Int32, _ message: String) -> SQLiteError {
    SQLiteError(code, message: message, file: name)
  }
}

extension StoreFile {
  /// The first hundred bytes of a database.
  private struct Header {
    let bytes: Data

    var hasMagic: Bool { bytes.starts(with: Data("SQLite format 3\0".utf8)) }
    var isComplete: Bool { bytes.count == 100 }

    /// The bytes that the database takes; nil where the header's count isn't kept up to date.
    var size: UInt64? {
      guard number(at: 24) == number(at: 92) else { return nil }
      let pageSize = UInt64(bytes[16]) << 8 | UInt64(bytes[17])
      return UInt64(number(at: 28)) * (pageSize == 1 ? 65_536 : pageSize)
    }

    private func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
