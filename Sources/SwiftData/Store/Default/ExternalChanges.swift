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
  /// Whether the transaction has made the folder of the files.
  private var madeFolder = false
  /// Whether the folder is to go once it is empty.
  private var hasErased = false

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
      if madeFolder { storage.removeEmptyFolders() }
      throw error
    }
    if let outer = connection.loanFiles {
      outer.written += written
      outer.replaced += replaced
      outer.madeFolder = outer.madeFolder || madeFolder
      outer.hasErased = outer.hasErased || hasErased
    } else {
      storage.remove(replaced)
      if hasErased { storage.removeEmptyFolders() }
    }
    return result
  }

  /// Notes the files of all rows of a store that is erased, and that nothing shall be left of them.
  func noteFiles(of layout: SchemaLayout, _ formats: [String: RowFormat], _ connection: Connection)
    throws
  {
    hasErased = true
    guard storage.folder != nil else { return }
    for entity in layout.entities {
      for external in formats[entity.name]?.externalSlots ?? [] {
        let column = entity.slotColumns[external.slot]
        let statement = try connection.prepare(
          "SELECT \(column) FROM \(entity.table) WHERE substr(\(column), 1, 1) = x'02'")
        while try statement.step() {
          if let file = ExternalStorage.fileName(in: statement.column(0)) { replaced.append(file) }
        }
      }
    }
  }

  /// Notes files that are of no use after the transaction.
  func note(replaced names: some Sequence<String>) { replaced += names }

  /// The column for a value, whose file is written where it is a large one.
  func column(for value: StoredValue) throws -> StoredValue {
    guard case .blob(let data) = value else { return value }
    guard data.count > ExternalStorage.threshold, let folder = storage.folder else {
      return ExternalStorage.inline(data)
    }
    if !madeFolder, !storage.hasFolder { madeFolder = true }
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
