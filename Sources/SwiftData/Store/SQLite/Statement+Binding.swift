internal import CSQLite
internal import Foundation

extension Statement {
  /// Binds a value to a parameter, counted from 1; SQLite copies texts and blobs.
  func bind(_ value: StoredValue, at index: Int) throws(SQLiteError) {
    let index = Int32(truncatingIfNeeded: index)
    let result =
      switch value {
      case .null:
        sqlite3_bind_null(pointer, index)
      case .integer(let integer):
        sqlite3_bind_int64(pointer, index, integer)
      case .real(let real):
        sqlite3_bind_double(pointer, index, real)
      case .text(var text):
        text.withUTF8 { bindText($0, at: index, lifetime: csqlite_transient()) }
      case .blob(let data):
        data.withUnsafeBytes { bindBlob($0, at: index, lifetime: csqlite_transient()) }
      case .uuid(let uuid):
        withUnsafeBytes(of: uuid.uuid) { bindBlob($0, at: index, lifetime: csqlite_transient()) }
      }
    guard result == SQLITE_OK else { throw failure(result) }
  }

  /// Binds values to the first parameters, in order.
  func bind(_ values: [StoredValue]) throws(SQLiteError) {
    for index in values.indices { try bind(values[index], at: index + 1) }
  }

  /// Binds one row of values, runs the statement to its end and makes it ready for the next row.
  ///
  /// The quickest way to write many rows: texts and blobs are not allocated one by one.
  ///
  /// - Throws: `SQLiteError`; the statement is ready for the next row all the same.
  func run(_ values: [StoredValue]) throws(SQLiteError) {
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    connection.scratch.empty(reserving: values.reduce(0) { $0 + $1.byteCount })
    for index in values.indices {
      let result = bindScratch(values[index], at: Int32(truncatingIfNeeded: index + 1))
      guard result == SQLITE_OK else { throw failure(result) }
    }
    while try step() {}
  }

  /// Binds a value whose bytes stay in the connection's buffer until the next row.
  private func bindScratch(_ value: StoredValue, at index: Int32) -> Int32 {
    let scratch = connection.scratch
    switch value {
    case .null:
      return sqlite3_bind_null(pointer, index)
    case .integer(let integer):
      return sqlite3_bind_int64(pointer, index, integer)
    case .real(let real):
      return sqlite3_bind_double(pointer, index, real)
    case .text(var text):
      return text.withUTF8 {
        bindText(
          scratch.append(UnsafeRawBufferPointer($0)).assumingMemoryBound(to: UInt8.self),
          at: index, lifetime: csqlite_static())
      }
    case .blob(let data):
      return data.withUnsafeBytes {
        bindBlob(scratch.append($0), at: index, lifetime: csqlite_static())
      }
    case .uuid(let uuid):
      return withUnsafeBytes(of: uuid.uuid) {
        bindBlob(scratch.append($0), at: index, lifetime: csqlite_static())
      }
    }
  }

  private func bindText(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int32, lifetime: sqlite3_destructor_type?
  ) -> Int32 {
    // Without an address SQLite would bind NULL.
    guard let start = bytes.baseAddress else {
      return sqlite3_bind_text(pointer, index, "", 0, nil)
    }
    return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      sqlite3_bind_text64(
        pointer, index, $0, UInt64(bytes.count), lifetime, UInt8(SQLITE_UTF8))
    }
  }

  private func bindBlob(
    _ bytes: UnsafeRawBufferPointer, at index: Int32, lifetime: sqlite3_destructor_type?
  ) -> Int32 {
    bytes.isEmpty
      ? sqlite3_bind_zeroblob(pointer, index, 0)
      : sqlite3_bind_blob64(pointer, index, bytes.baseAddress, UInt64(bytes.count), lifetime)
  }
}

extension StoredValue {
  /// The bytes that the value takes beside the number that SQLite is given.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .blob(let data): data.count
    case .uuid: 16
    }
  }
}

/// Memory for the bytes of one row, kept for the next.
final class ScratchBuffer {
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 1)
  private var used = 0

  deinit { bytes.deallocate() }

  /// Forgets the content and makes room.
  func empty(reserving count: Int) {
    used = 0
    guard count > bytes.count else { return }
    bytes.deallocate()
    bytes = .allocate(byteCount: max(count, bytes.count * 2), alignment: 1)
  }

  /// Copies bytes, for which there must be room, and returns where they are.
  func append(_ source: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let target = UnsafeMutableRawBufferPointer(rebasing: bytes[used..<used + source.count])
    target.copyMemory(from: source)
    used += source.count
    return UnsafeRawBufferPointer(target)
  }
}
