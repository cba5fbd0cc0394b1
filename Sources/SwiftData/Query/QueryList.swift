internal import Foundation
internal import Synchronization

/// The values of a captured collection, without NULL.
final class QueryList: Sendable {
  let values: [StoredValue]
  // Made at the first test of an object in memory: a statement does not need it.
  private let members = Mutex<Set<QueryKey>?>(nil)

  init(_ values: [StoredValue]) { self.values = values }

  func contains(_ value: StoredValue) -> Bool {
    members.withLock { members in
      if members == nil { members = Set(values.map { QueryKey($0) }) }
      return members!.contains(QueryKey(value))
    }
  }
}

/// The identifiers of a captured collection.
final class QueryIdentifiers: Sendable {
  let values: [PersistentIdentifier]
  private let members = Mutex<Set<PersistentIdentifier>?>(nil)

  init(_ values: [PersistentIdentifier]) { self.values = values }

  func contains(_ identifier: PersistentIdentifier) -> Bool {
    members.withLock { members in
      if members == nil { members = Set(values) }
      return members!.contains(identifier)
    }
  }
}

/// A stored value that equals another exactly where SQLite's `=` says so.
///
/// Texts are compared by their bytes, not by canonical equivalence as Swift does, and numbers by value.
struct QueryKey: Hashable {
  private enum Form: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(LiteralText)
    case blob(Data)
  }

  private let form: Form

  init(_ value: StoredValue) {
    switch value {
    case .null: form = .null
    case .integer(let number): form = .integer(number)
    case .real(let number): form = Int64(exactly: number).map { .integer($0) } ?? .real(number)
    case .text(let text): form = .text(LiteralText(text: text))
    case .blob(let data): form = .blob(data)
    case .uuid(let uuid): form = .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    }
  }
}

/// A text that is its bytes.
struct LiteralText: Hashable {
  let text: String

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text.utf8.elementsEqual(rhs.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}
