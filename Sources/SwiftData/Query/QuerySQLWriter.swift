/// Writes expressions as SQL over the tables of a layout.
///
/// A value never becomes part of the text: it is bound, in the order in which the text names parameters.
struct QuerySQLWriter {
  /// A table that the statement reads under an alias, with the tables joined to it.
  private struct Source {
    var alias: String
    /// The aliases of joined tables, by the relationships that lead to them.
    var joins: [[Int]: String] = [:]
    /// The text of the joins in order.
    var text = ""
  }

  /// The most values of a list that are bound one by one; SQLite allows 32,766 in a statement.
  static let inlineListLimit = 500

  private(set) var bindings: [StoredValue] = []
  /// The store whose rows the statement reads; nil where any store's identifiers name them.
  private let store: InternedName?
  private var sources: [Source]
  private var aliasCount = 1

  /// Begins a statement that reads the table of the fetched entity as `t0`.
  init(store: InternedName?) {
    self.store = store
    sources = [Source(alias: "t0")]
  }

  /// The joins that the expressions written so far need, to follow the table in `FROM`.
  var joins: String { sources[0].text }

  /// Binds a value and returns its place in the text.
  mutating func bind(_ value: StoredValue) -> String {
    bindings.append(value)
    return "?"
  }

  /// Writes an expression.
  ///
  /// - Parameter asTest: Whether only truth counts, so that NULL may stand for false. It makes the text
  ///   simpler, and SQLite find indexes and leave joins out.
  mutating func write(_ expression: QueryExpression, asTest: Bool = false) -> String {
    switch expression {
    case .constant(let value):
      return bind(value)
    case .slot(let path, let slot, _):
      return "\(alias(of: path)).\(path.entity.slotColumns[slot].quoted)"
    case .key(let path):
      return writeKey(of: path)
    case .isObject(let path, let identifier):
      guard let key = rowKey(of: identifier) else { return "0" }
      return "\(writeKey(of: path)) \(asTest ? "=" : "IS") \(bind(.integer(key)))"
    case .isObjectAmong(let path, let identifiers):
      let keys = identifiers.values.compactMap { rowKey(of: $0) }
      guard !keys.isEmpty else { return "0" }
      let text = writeMembership(writeKey(of: path), QueryList(keys.map { .integer($0) }))
      return asTest ? text : "ifnull(\(text), 0)"
    case .isSameObject(let lhs, let rhs):
      return "\(writeKey(of: lhs)) IS \(writeKey(of: rhs))"
    case .isMissing(let path):
      return "\(writeKey(of: path)) IS NULL"
    case .isOfEntity(let path, let entities):
      return entities.test(alias(of: path))
    case .not(.isSame(let lhs, let rhs)):
      return "\(operand(lhs)) IS NOT \(operand(rhs))"
    case .not(.isNull(let part)):
      return "\(operand(part)) IS NOT NULL"
    case .not(.isMissing(let path)):
      return "\(writeKey(of: path)) IS NOT NULL"
    case .not(let part):
      return "NOT \(operand(part))"
    case .all(let parts):
      return writeChain(parts[...], "AND", empty: "1", asTest: asTest)
    case .any(let parts):
      return writeChain(parts[...], "OR", empty: "0", asTest: asTest)
    case .comparison(let comparison, let lhs, let rhs):
      return "\(operand(lhs)) \(comparison.rawValue) \(operand(rhs))"
    case .isSame(let lhs, let rhs):
      let isKnown = lhs.isKnown || rhs.isKnown
      return "\(operand(lhs)) \(asTest && isKnown ? "=" : "IS") \(operand(rhs))"
    case .isNull(let part):
      return "\(operand(part)) IS NULL"
    case .isAmong(let part, let list):
      return writeMembership(operand(part), list)
    case .conditional:
      return writeConditional(expression)
    case .fallback(let part, let fallback):
      if asTest, fallback.isFalse { return write(part, asTest: true) }
      var texts: [String] = []
      for part in expression.fallbackChain { texts.append(write(part)) }
      return "coalesce(\(texts.joined(separator: ", ")))"
    case .arithmetic(.divideReals, let lhs, let rhs):
      return "CAST(\(write(lhs)) AS REAL) / \(operand(rhs))"
    case .arithmetic(let operation, let lhs, let rhs):
      // A sum of many parts is written without parentheses, which SQLite does not nest very deep.
      let isSum = operation.isSum && lhs.isSum
      return "\(isSum ? write(lhs) : operand(lhs)) \(operation.sign) \(operand(rhs))"
    case .minus(let part):
      return "0 - \(operand(part))"
    case .call(.contains, let arguments):
      return "instr(\(write(arguments[0])), \(write(arguments[1]))) > 0"
    case .call(.hasPrefix, let arguments):
      return "instr(\(write(arguments[0])), \(write(arguments[1]))) = 1"
    case .call(let function, let arguments):
      var texts: [String] = []
      for argument in arguments { texts.append(write(argument)) }
      return "\(function.rawValue)(\(texts.joined(separator: ", ")))"
    case .exists(let subquery):
      return "EXISTS (\(write(subquery, selecting: "1")))"
    case .count(let subquery):
      return "(\(write(subquery, selecting: "COUNT(*)")))"
    }
  }

  /// Writes an expression so that any operator may stand beside it.
  private mutating func operand(_ expression: QueryExpression) -> String {
    switch expression {
    case .constant, .slot, .count, .fallback: write(expression)
    default: "(\(write(expression)))"
    }
  }

  /// Writes a condition between values; conditions in the last value become further branches.
  private mutating func writeConditional(_ expression: QueryExpression) -> String {
    var text = "CASE"
    var rest = expression
    while case .conditional(let test, let then, let otherwise) = rest {
      text += " WHEN \(write(test, asTest: true)) THEN \(write(then))"
      rest = otherwise
    }
    return "\(text) ELSE \(write(rest)) END"
  }

  /// Writes a chain of conditions as a balanced tree, because SQLite limits how deep expressions nest.
  private mutating func writeChain(
    _ parts: ArraySlice<QueryExpression>, _ junction: String, empty: String, asTest: Bool
  ) -> String {
    switch parts.count {
    case 0: return empty
    case 1: return "(\(write(parts.first!, asTest: asTest)))"
    case 2...8:
      var texts: [String] = []
      for part in parts { texts.append("(\(write(part, asTest: asTest)))") }
      return texts.joined(separator: " \(junction) ")
    default:
      let middle = parts.startIndex + parts.count / 2
      let left = writeChain(parts[..<middle], junction, empty: empty, asTest: asTest)
      let right = writeChain(parts[middle...], junction, empty: empty, asTest: asTest)
      return "(\(left)) \(junction) (\(right))"
    }
  }

  private mutating func writeMembership(_ text: String, _ list: QueryList) -> String {
    if list.values.isEmpty { return "0" }
    guard list.values.count > Self.inlineListLimit else {
      bindings += list.values
      let places = repeatElement("?", count: list.values.count).joined(separator: ", ")
      return "\(text) IN (\(places))"
    }
    let json = QueryListJSON(list)
    return "\(text) IN (SELECT \(json.element) FROM json_each(\(bind(.text(json.text)))))"
  }
}

extension QuerySQLWriter {
  /// Writes a subquery over the rows at the other end of a to-many relationship.
  private mutating func write(_ subquery: QuerySubquery, selecting selection: String) -> String {
    let owner = writeKey(of: subquery.owner)
    let alias = newAlias()
    sources.append(Source(alias: alias))
    // Joins hold no values, so the values of the conditions come in the order of the text.
    let conditions =
      subquery.conditions.isEmpty ? "" : write(.all(subquery.conditions), asTest: true)
    let joins = sources.removeLast().text
    var text = "SELECT \(selection) FROM "
    let table = "\(subquery.destination.table.quoted) \(alias)"
    switch subquery.storage {
    case .foreignKey(let column), .destinationForeignKey(let column):
      text += "\(table)\(joins) WHERE \(alias).\(column.quoted) = \(owner)"
    case .joinTable(let pairs):
      let pair = newAlias()
      text += "\(pairs.name.quoted) \(pair)"
      if !conditions.isEmpty {
        text +=
          " JOIN \(table) ON \(alias).Z_PK = \(pair).\(pairs.destinationColumn.quoted)\(joins)"
      }
      text += " WHERE \(pair).\(pairs.ownerColumn.quoted) = \(owner)"
    }
    return conditions.isEmpty ? text : "\(text) AND (\(conditions))"
  }

  private mutating func newAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// The alias of the table with the row that a path leads to, joined where it was not yet.
  private mutating func alias(of path: QueryPath) -> String {
    var alias = sources[path.scope].alias
    var relationships: [Int] = []
    for hop in path.hops {
      relationships.append(hop.relationship)
      if let joined = sources[path.scope].joins[relationships] {
        alias = joined
        continue
      }
      let new = newAlias()
      sources[path.scope].joins[relationships] = new
      sources[path.scope].text +=
        " LEFT JOIN \(hop.destination.table.quoted) \(new) ON \(new).Z_PK = \(alias).\(hop.column.quoted)"
      if let entities = hop.cast { sources[path.scope].text += " AND \(entities.test(new))" }
      alias = new
    }
    return alias
  }

  /// Writes the key of the row that a path leads to; the row itself is not read.
  private mutating func writeKey(of path: QueryPath) -> String {
    guard let last = path.hops.last, !last.isCast else { return "\(alias(of: path)).Z_PK" }
    var owner = path
    owner.hops.removeLast()
    return "\(alias(of: owner)).\(last.column.quoted)"
  }

  /// The key of the row that an identifier names; nil where it names none of this store.
  private func rowKey(of identifier: PersistentIdentifier) -> Int64? {
    store == nil || identifier.store == store ? identifier.rowKey : nil
  }
}

extension QueryArithmetic {
  fileprivate var sign: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divideIntegers, .divideReals: "/"
    case .remainder: "%"
    }
  }
}

extension String {
  /// The name as SQL has it: in quotation marks only where it has characters that need them, as the
  /// name of a property that is a raw identifier may.
  var quoted: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
        true
      default: false
      }
    }
    return isPlain ? self : quotedForSQL
  }

  /// The name in quotation marks, whatever it is.
  var quotedForSQL: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
