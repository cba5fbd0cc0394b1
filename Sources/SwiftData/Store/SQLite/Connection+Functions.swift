internal import CSQLite
internal import Foundation

extension Connection {
  /// A function that SQL can call; `argumentCount` is -1 where any number will do. What it throws, the
  /// statement fails with.
  typealias ScalarFunction = (
    name: String, argumentCount: Int, deterministic: Bool,
    body: @Sendable ([StoredValue]) throws -> StoredValue
  )

  /// An order of texts that SQL can name.
  typealias Collation = (name: String, compare: @Sendable (String, String) -> ComparisonResult)

  /// Makes functions known to SQL on this connection.
  func register(_ functions: [ScalarFunction]) throws(SQLiteError) {
    for function in functions {
      let box = FunctionBox(body: function.body)
      let flags = SQLITE_UTF8 | (function.deterministic ? SQLITE_DETERMINISTIC : 0)
      // SQLite calls the destructor even where it refuses the function.
      let result = sqlite3_create_function_v2(
        database, function.name, Int32(function.argumentCount), flags,
        Unmanaged.passRetained(box).toOpaque(), callFunction, nil, nil, releaseBox)
      guard result == SQLITE_OK else { throw error(result, sql: function.name) }
    }
  }

  /// Makes orders of texts known to SQL on this connection.
  func register(_ collations: [Collation]) throws(SQLiteError) {
    for collation in collations {
      let box = Unmanaged.passRetained(CollationBox(compare: collation.compare))
      let result = sqlite3_create_collation_v2(
        database, collation.name, SQLITE_UTF8, box.toOpaque(), callCollation, releaseBox)
      guard result == SQLITE_OK else {
        // Other than with functions, a refused collation is still ours.
        box.release()
        throw error(result, sql: collation.name)
      }
    }
  }
}

private final class FunctionBox: Sendable {
  let body: @Sendable ([StoredValue]) throws -> StoredValue

  init(body: @escaping @Sendable ([StoredValue]) throws -> StoredValue) { self.body = body }
}

private final class CollationBox: Sendable {
  let compare: @Sendable (String, String) -> ComparisonResult

  init(compare: @escaping @Sendable (String, String) -> ComparisonResult) { self.compare = compare }
}

private let releaseBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
  pointer.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
}

private let callFunction:
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, arguments in
    guard let pointer = sqlite3_user_data(context) else { return }
    let box = Unmanaged<FunctionBox>.fromOpaque(pointer).takeUnretainedValue()
    let values = (0..<Int(count)).map { StoredValue(sqliteValue: arguments?[$0]) }
    do {
      try box.body(values).return(to: context)
    } catch {
      sqlite3_result_error(context, "\(error)", -1)
    }
  }

private let callCollation:
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
  ) -> Int32 = { pointer, leftCount, left, rightCount, right in
    guard let pointer else { return 0 }
    let box = Unmanaged<CollationBox>.fromOpaque(pointer).takeUnretainedValue()
    return Int32(
      box.compare(
        String(sqliteBytes: left, count: leftCount), String(sqliteBytes: right, count: rightCount)
      ).rawValue)
  }

extension StoredValue {
  /// An argument of a function.
  fileprivate init(sqliteValue value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT:
      self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let text = sqlite3_value_text(value)
      self = .text(String(sqliteBytes: text, count: sqlite3_value_bytes(value)))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(value)
      self = .blob(Data(sqliteBytes: bytes, count: sqlite3_value_bytes(value)))
    default:
      self = .null
    }
  }

  /// Hands the result of a function over.
  fileprivate func `return`(to context: OpaquePointer?) {
    switch self {
    case .null:
      sqlite3_result_null(context)
    case .integer(let integer):
      sqlite3_result_int64(context, integer)
    case .real(let real):
      sqlite3_result_double(context, real)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(
            context, $0.baseAddress, UInt64($0.count), csqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let data):
      data.withUnsafeBytes {
        if $0.isEmpty {
          sqlite3_result_zeroblob(context, 0)
        } else {
          sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), csqlite_transient())
        }
      }
    case .uuid(let uuid):
      withUnsafeBytes(of: uuid.uuid) {
        sqlite3_result_blob64(context, $0.baseAddress, 16, csqlite_transient())
      }
    }
  }
}
