internal import CSQLite
internal import Foundation

extension Statement {
  /// The value of a column of the current row, counted from 0, in the form in which it is stored.
  ///
  /// A UUID is a blob like any other here: ``column(_:as:)`` knows it by the column's kind.
  func column(_ index: Int) -> StoredValue {
    let value = value(index)
    return switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: .real(sqlite3_value_double(value))
    case SQLITE_TEXT: .text(text(value))
    case SQLITE_BLOB: .blob(blob(value))
    default: .null
    }
  }

  /// The value of a column of the current row, counted from 0, as the kind of the column has it.
  ///
  /// A value of another kind is converted as SQLite converts it, which is what Apple's store does
  /// too. A UUID column whose bytes aren't sixteen gives them as a blob, and a decimal that SQLite
  /// keeps as text because a number would lose digits gives the text.
  func column(_ index: Int, as storage: LeafStorage) -> StoredValue {
    let value = value(index)
    let type = sqlite3_value_type(value)
    if type == SQLITE_NULL { return .null }
    switch storage {
    case .integer:
      return .integer(sqlite3_value_int64(value))
    case .float, .timestamp:
      return .real(sqlite3_value_double(value))
    case .decimal:
      return type == SQLITE_TEXT ? .text(text(value)) : .real(sqlite3_value_double(value))
    case .string:
      return .text(text(value))
    case .uuid:
      return uuid(value).map { .uuid($0) } ?? .blob(blob(value))
    case .archive, .binary:
      return .blob(blob(value))
    }
  }

  func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(pointer, Int32(truncatingIfNeeded: index)) == SQLITE_NULL
  }

  /// The column as an integer; 0 for NULL.
  func integer(_ index: Int) -> Int64 {
    sqlite3_column_int64(pointer, Int32(truncatingIfNeeded: index))
  }

  /// SQLite's own value of a column, which is asked for its type and its contents without finding the
  /// column again each time.
  ///
  /// Such a value is not protected from other threads. The statement is: whoever has it holds the lock of
  /// the connection.
  private func value(_ index: Int) -> OpaquePointer? {
    sqlite3_column_value(pointer, Int32(truncatingIfNeeded: index))
  }

  private func text(_ value: OpaquePointer?) -> String {
    // The count is that of the text only once the text was asked for.
    let bytes = sqlite3_value_text(value)
    return String(sqliteBytes: bytes, count: sqlite3_value_bytes(value))
  }

  private func blob(_ value: OpaquePointer?) -> Data {
    let bytes = sqlite3_value_blob(value)
    return Data(sqliteBytes: bytes, count: sqlite3_value_bytes(value))
  }

  private func uuid(_ value: OpaquePointer?) -> UUID? {
    guard let bytes = sqlite3_value_blob(value), sqlite3_value_bytes(value) == 16
    else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

extension String {
  /// A text that SQLite holds; bytes that aren't UTF-8 come as replacement characters.
  init(sqliteBytes bytes: UnsafeRawPointer?, count: Int32) {
    self.init(
      decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)),
      as: UTF8.self)
  }
}

extension Data {
  /// A copy of a blob that SQLite holds.
  init(sqliteBytes bytes: UnsafeRawPointer?, count: Int32) {
    if let bytes { self.init(bytes: bytes, count: Int(count)) } else { self.init() }
  }
}
