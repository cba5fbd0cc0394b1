internal import CSQLite

extension SQLiteError {
  /// A primary result code of SQLite.
  struct Code: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    init(rawValue: Int32) { self.rawValue = rawValue }

    /// Something that no more precise code covers, such as a syntax error.
    static let error = Code(rawValue: SQLITE_ERROR)
    /// The operating system refuses access.
    static let permission = Code(rawValue: SQLITE_PERM)
    /// An operation was ended before it was done, as a read is by a rollback.
    static let abort = Code(rawValue: SQLITE_ABORT)
    /// Another connection holds the lock.
    static let busy = Code(rawValue: SQLITE_BUSY)
    /// A conflict within one connection.
    static let locked = Code(rawValue: SQLITE_LOCKED)
    static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    static let readOnly = Code(rawValue: SQLITE_READONLY)
    static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
    static let ioError = Code(rawValue: SQLITE_IOERR)
    static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    static let full = Code(rawValue: SQLITE_FULL)
    static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    static let schema = Code(rawValue: SQLITE_SCHEMA)
    static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    static let mismatch = Code(rawValue: SQLITE_MISMATCH)
    static let misuse = Code(rawValue: SQLITE_MISUSE)
    /// A parameter or column number that the statement does not have.
    static let range = Code(rawValue: SQLITE_RANGE)
    static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }
}

extension SQLiteError.Code: CustomStringConvertible {
  /// SQLite's own name for the code, such as `SQLITE_BUSY`.
  var description: String {
    switch self {
    case .error: "SQLITE_ERROR"
    case .permission: "SQLITE_PERM"
    case .abort: "SQLITE_ABORT"
    case .busy: "SQLITE_BUSY"
    case .locked: "SQLITE_LOCKED"
    case .outOfMemory: "SQLITE_NOMEM"
    case .readOnly: "SQLITE_READONLY"
    case .interrupted: "SQLITE_INTERRUPT"
    case .ioError: "SQLITE_IOERR"
    case .corrupt: "SQLITE_CORRUPT"
    case .full: "SQLITE_FULL"
    case .cannotOpen: "SQLITE_CANTOPEN"
    case .schema: "SQLITE_SCHEMA"
    case .tooBig: "SQLITE_TOOBIG"
    case .constraint: "SQLITE_CONSTRAINT"
    case .mismatch: "SQLITE_MISMATCH"
    case .misuse: "SQLITE_MISUSE"
    case .range: "SQLITE_RANGE"
    case .notADatabase: "SQLITE_NOTADB"
    default: "SQLite code"
    }
  }
}

/// Lets a `catch` clause or a `case` match an error by its primary code.
func ~= (code: SQLiteError.Code, error: any Error) -> Bool {
  (error as? SQLiteError)?.code == code
}
