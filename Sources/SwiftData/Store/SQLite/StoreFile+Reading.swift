internal import CSQLite
internal import Foundation

extension StoreFile {
  /// Reads the beginning of the file, and its size.
  ///
  /// It goes through SQLite's own access to files. Locks on a file belong to the process: one that
  /// opens and closes the file by itself would lose those that SQLite holds for another connection.
  ///
  /// - Throws: `SQLITE_CANTOPEN` for a file that cannot be opened, `SQLITE_IOERR` for one that
  ///   cannot be read.
  func readBeginning(_ count: Int) throws(SQLiteError) -> (bytes: Data, size: UInt64) {
    guard let system = sqlite3_vfs_find(nil) else {
      throw SQLiteError(SQLITE_CANTOPEN, message: "SQLite has no access to files", file: name)
    }
    let file = UnsafeMutableRawPointer.allocate(
      byteCount: Int(system.pointee.szOsFile), alignment: MemoryLayout<Int64>.alignment)
    defer { file.deallocate() }
    file.initializeMemory(as: UInt8.self, repeating: 0, count: Int(system.pointee.szOsFile))
    let handle = file.assumingMemoryBound(to: sqlite3_file.self)
    // The name must outlive the handle.
    let opened = absolutePath.withCString { name in
      var result: (code: Int32, bytes: Data, size: UInt64) = (SQLITE_CANTOPEN, Data(), 0)
      result.code = system.pointee.xOpen(
        system, name, handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nil)
      guard result.code == SQLITE_OK, let methods = handle.pointee.pMethods?.pointee else {
        return result
      }
      defer { _ = methods.xClose(handle) }
      var size: sqlite3_int64 = 0
      result.code = methods.xFileSize(handle, &size)
      guard result.code == SQLITE_OK else { return result }
      result.size = UInt64(max(0, size))
      var bytes = Data(count: min(count, Int(result.size)))
      result.code = bytes.withUnsafeMutableBytes { buffer in
        buffer.isEmpty
          ? SQLITE_OK : methods.xRead(handle, buffer.baseAddress, Int32(buffer.count), 0)
      }
      result.bytes = bytes
      return result
    }
    switch opened.code & 0xFF {
    case SQLITE_OK: return (opened.bytes, opened.size)
    case SQLITE_CANTOPEN:
      throw SQLiteError(
        SQLITE_CANTOPEN, message: "the file cannot be read by this process", file: name)
    default:
      throw SQLiteError(opened.code, message: "reading the file failed", file: name)
    }
  }

  private var absolutePath: String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
