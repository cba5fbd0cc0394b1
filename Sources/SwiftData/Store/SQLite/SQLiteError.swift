internal import CSQLite
internal import Foundation

/// What SQLite reports when it cannot do as told.
///
/// It never holds bound values, so that an error can be logged without a person's data in it.
struct SQLiteError: Error, Hashable, Sendable {
  /// The primary code.
  let code: Code
  /// The full code, which says more of input/output errors and constraints.
  let extendedCode: Int32
  /// What happened, in SQLite's words or, where this package found it first, in its own.
  let message: String
  /// The statement with placeholders in place of values.
  let sql: String?
  /// The name of the store's file without its folder; nil for a store in memory.
  let file: String?

  init(_ extendedCode: Int32, message: String, sql: String? = nil, file: String? = nil) {
    self.code = Code(rawValue: extendedCode & 0xFF)
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.file = file
  }

  /// Reads the message of the last failure from a connection.
  init(_ result: Int32, database: OpaquePointer?, sql: String? = nil, file: String? = nil) {
    var extendedCode = result
    var message = String(cString: sqlite3_errstr(result))
    if let database {
      let last = sqlite3_extended_errcode(database)
      // A misuse leaves the connection with the error of an earlier call.
      if last & 0xFF == result & 0xFF {
        extendedCode = last
        message = String(cString: sqlite3_errmsg(database))
      }
    }
    self.init(extendedCode, message: message, sql: sql, file: file)
  }
}

extension SQLiteError {
  /// A column that a violated constraint covers.
  struct Column: Hashable, Sendable {
    var table: String
    var column: String
  }

  /// The columns that the message of a violated `UNIQUE`, `PRIMARY KEY` or `NOT NULL` names.
  ///
  /// Empty for every other error, and for constraints that SQLite doesn't report by column.
  var constraintColumns: [Column] {
    guard isUniquenessViolation || extendedCode == csqlite_constraint_not_null,
      let start = message.range(of: "constraint failed: ")
    else { return [] }
    let columns = message[start.upperBound...].split(separator: ",").map { part in
      part.trimmingCharacters(in: .whitespaces).split(
        separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    }
    guard columns.allSatisfy({ $0.count == 2 }) else { return [] }
    return columns.map { Column(table: String($0[0]), column: String($0[1])) }
  }

  /// Whether a row with the same unique values, or the same key, exists already.
  var isUniquenessViolation: Bool {
    extendedCode == csqlite_constraint_unique || extendedCode == csqlite_constraint_primary_key
      || extendedCode == csqlite_constraint_row_id
  }
}

extension SQLiteError: CustomStringConvertible {
  var description: String {
    var text = "\(message) (\(code)"
    if extendedCode != code.rawValue { text += ", extended code" }
    text += " \(extendedCode))"
    if let file { text += " in '\(file)'" }
    if let sql {
      let limit = 400
      text += " while running: \(sql.prefix(limit))\(sql.count > limit ? " …" : "")"
    }
    if let remedy { text += "\n\(remedy)" }
    return text
  }
}

extension SQLiteError: LocalizedError {
  var errorDescription: String? { description }
  var recoverySuggestion: String? { remedy }
}

extension SQLiteError {
  /// What a person can do about it, where that is known.
  var remedy: String? {
    switch code {
    case .full:
      "Free space on the disk that holds the store, then save again; nothing of this save was stored."
    case .ioError:
      "Reading or writing the file failed. Check the disk, its permissions and that nothing moved or "
        + "deleted the store, its -wal or its -shm file while it was open."
    case .busy:
      "Another connection or process holds the store's lock. Close it, or try again when it is done."
    case .locked:
      "The store is being read or changed by the same connection. Finish that first."
    case .readOnly:
      "The file, or the folder around it, does not allow writing. Change its permissions, or open the "
        + "store with a configuration that has allowsSave false."
    case .permission:
      "This process may not use the file. Change the permissions of the file and its folder."
    case .corrupt:
      "The file is damaged. Restore it from a copy that includes the -wal file, or move it away so that "
        + "a new store is made."
    case .notADatabase:
      "The file is no SQLite database. Check the configuration's URL, or move the file away so that a "
        + "new store is made."
    case .cannotOpen:
      "Check that the configuration's URL leads to a file in a folder that exists."
    case .schema:
      "Another process changed the tables while the store was open. Make a new container."
    case .constraint:
      constraintRemedy
    default:
      nil
    }
  }

  private var constraintRemedy: String {
    let columns = constraintColumns.map { "\($0.table).\($0.column)" }.joined(separator: ", ")
    if columns.isEmpty { return "A rule of the table forbids the values." }
    return isUniquenessViolation
      ? "A stored row has the same value in \(columns) already. Change the value, or the stored row."
      : "A value in \(columns) breaks a rule of the table. Give it a value that the table allows."
  }
}
