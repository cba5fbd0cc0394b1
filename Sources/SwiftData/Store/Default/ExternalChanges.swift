internal import Foundation

/// The files of large values that come and go with one transaction.
///
/// New files are there before the transaction commits, and old ones go after it has: whatever
/// fails, every value that a row refers to has its file. At worst a file stays that nothing refers
/// to.
final class ExternalChanges {
  private let storage: ExternalStorage
  private var written: [String] = []
  private var replaced: [String] = []

  init(_ storage: ExternalStorage) { self.storage = storage }

  /// Runs a transaction, and removes the files that are of no use after it: at once, or where it is a
  /// part of another's, after that one.
  ///
  /// - Throws: What the transaction throws, once the files that it has written are gone.
  func following<Result>(
    on connection: Connection, _ transaction: () throws -> Result
  ) throws -> Result {
    let result: Result
    do {
      result = try transaction()
    } catch {
      storage.remove(written)
      throw error
    }
    if let outer = connection.loanFiles {
      outer.written += written
      outer.replaced += replaced
    } else {
      storage.remove(replaced)
    }
    return result
  }

  /// Notes files that are of no use after the transaction.
  func note(replaced names: some Sequence<String>) { replaced += names }

  /// The column for a value, whose file is written where it is a large one.
  func column(for value: StoredValue) throws -> StoredValue {
    guard case .blob(let data) = value else { return value }
    guard data.count > ExternalStorage.threshold, let folder = storage.folder else {
      return ExternalStorage.inline(data)
    }
    let file = try storage.write(data, in: folder)
    written.append(file)
    return ExternalStorage.reference(to: file)
  }

  /// Notes the files of a row that is about to be deleted.
  func noteFiles(of key: Int64, _ format: RowFormat, _ connection: Connection) throws {
    for external in format.externalSlots {
      try noteFile(
        in: format.entity.slotColumns[external.slot], of: key, format, connection)
    }
  }

  /// Notes the file that a column is about to lose.
  func noteFile(
    in column: String, of key: Int64, _ format: RowFormat, _ connection: Connection
  ) throws {
    guard storage.folder != nil else { return }
    let statement = try connection.prepare(
      "SELECT \(column) FROM \(format.entity.table) WHERE Z_PK = ? AND substr(\(column), 1, 1) = x'02'"
    )
    try statement.bind(.integer(key), at: 1)
    if try statement.step(), let file = ExternalStorage.fileName(in: statement.column(0)) {
      replaced.append(file)
    }
  }
}

extension DefaultSnapshot {
  /// Whether an update changes nothing that the store keeps.
  var changesNothingStored: Bool {
    guard !description.ephemeralProperties.isEmpty, var changes else { return false }
    for index in description.ephemeralProperties { changes.remove(index) }
    return changes.isEmpty
  }
}
