internal import CSQLite
internal import Foundation

extension Statement {
  /// The value of a column of the current row, counted from 0, in the form in which it is stored.
  ///
  /// A UUID is a blob like any other here: ``column(_:as:)`` knows it by the column's kind.
  func column(_ index: Int) -> StoredValue {
    let index = Int32(truncatingIfNeeded: index)
    return switch sqlite3_column_type(pointer, index) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, index))
    case SQLITE_TEXT: .text(text(index))
    case SQLITE_BLOB: .blob(blob(index))
    default: .null
    }
  }

  /// The value of a column of the current row, counted from 0, as the kind of the column has it.
  ///
  /// A value of another kind is converted as SQLite converts it, which is what Apple's store does
  /// too. A UUID column whose bytes aren't sixteen gives them as a blob, and a decimal that SQLite
  /// keeps as text because a number would lose digits gives the text.
  func column(_ index: Int, as storage: LeafStorage) -> StoredValue {
    let index = Int32(truncatingIfNeeded: index)
    let type = sqlite3_column_type(pointer, index)
    if type == SQLITE_NULL { return .null }
    switch storage {
    case .integer:
      return .integer(sqlite3_column_int64(pointer, index))
    case .float, .timestamp:
      return .real(sqlite3_column_double(pointer, index))
    case .decimal:
      return type == SQLITE_TEXT ? .text(text(index)) : .real(sqlite3_column_double(pointer, index))
    case .string:
      return .text(text(index))
    case .uuid:
      return uuid(index).map { .uuid($0) } ?? .blob(blob(index))
    case .archive, .binary:
      return .blob(blob(index))
    }
  }

  func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(pointer, Int32(truncatingIfNeeded: index)) == SQLITE_NULL
  }

  /// The column as an integer; 0 for NULL.
  func integer(_ index: Int) -> Int64 {
    sqlite3_column_int64(pointer, Int32(truncatingIfNeeded: index))
  }

  private func text(_ index: Int32) -> String {
    // The count is that of the text only once the text was asked for.
    let bytes = sqlite3_column_text(pointer, index)
    return String(sqliteBytes: bytes, count: sqlite3_column_bytes(pointer, index))
  }

  private func blob(_ index: Int32) -> Data {
    let bytes = sqlite3_column_blob(pointer, index)
    return Data(sqliteBytes: bytes, count: sqlite3_column_bytes(pointer, index))
  }

  private func uuid(_ index: Int32) -> UUID? {
    guard let bytes = sqlite3_column_blob(pointer, index),
      sqlite3_column_bytes(pointer, index) == 16
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
