internal import Foundation

/// One value in the form in which a column of the store holds it.
///
/// Model storage, snapshots, queries and SQLite statements all speak in stored values, so a value
/// is converted once on its way in and once on its way out.
enum StoredValue: Sendable, Hashable {
  case null
  /// `Bool`, integers and integer-backed enums.
  case integer(Int64)
  /// `Double`, `Float`, `Decimal` (as SQLite keeps it) and `Date` (seconds since
  /// 2001-01-01T00:00:00Z).
  case real(Double)
  /// `String`, `URL` and string-backed enums.
  case text(String)
  /// `Data` and encoded values.
  case blob(Data)
  /// A blob of 16 bytes, kept apart because it needs no allocation.
  case uuid(UUID)

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
