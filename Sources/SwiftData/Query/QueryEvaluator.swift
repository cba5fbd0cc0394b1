internal import Foundation

/// Evaluates expressions over objects in memory, with the result that SQLite gives for stored rows.
struct QueryEvaluator {
  /// The object of each scope: the tested one, then the one that a subquery tests.
  private var objects: [any QueryObject]

  init(_ object: any QueryObject) { objects = [object] }

  /// Whether a condition is true, rather than false or NULL.
  mutating func isTrue(_ condition: QueryExpression) -> Bool { truth(condition) == true }

  /// The truth of a condition, nil where it is NULL.
  private mutating func truth(_ condition: QueryExpression) -> Bool? {
    switch condition {
    case .not(let part):
      return truth(part).map { !$0 }
    case .all(let parts):
      var result: Bool? = true
      for part in parts {
        switch truth(part) {
        case false?: return false
        case nil: result = nil
        case true?: break
        }
      }
      return result
    case .any(let parts):
      var result: Bool? = false
      for part in parts {
        switch truth(part) {
        case true?: return true
        case nil: result = nil
        case false?: break
        }
      }
      return result
    case .isObject(let path, let identifier):
      return object(at: path)?.queryIdentifier == identifier
    case .isObjectAmong(let path, let identifiers):
      return object(at: path).map { identifiers.contains($0.queryIdentifier) } ?? false
    case .isSameObject(let lhs, let rhs):
      return object(at: lhs)?.queryIdentifier == object(at: rhs)?.queryIdentifier
    case .isMissing(let path):
      return object(at: path) == nil
    case .isOfEntity(let path, let entities):
      return object(at: path).map { entities.contain($0.queryIdentifier) }
    case .comparison(let comparison, let lhs, let rhs):
      return value(lhs).order(to: value(rhs)).map { comparison.holds(for: $0) }
    case .isSame(let lhs, let rhs):
      return isSame(value(lhs), value(rhs))
    case .isNull(let part):
      return value(part).isNull
    case .isAmong(let part, let list):
      if list.values.isEmpty { return false }
      let value = value(part)
      return value.isNull ? nil : list.contains(value)
    case .exists(let subquery):
      return anyDestination(of: subquery)
    default:
      return switch value(condition) {
      case .integer(let number): number != 0
      case .real(let number): number != 0
      default: nil
      }
    }
  }

  /// The value of an expression; that of a condition is 0, 1 or NULL.
  mutating func value(_ expression: QueryExpression) -> StoredValue {
    switch expression {
    case .constant(let value):
      return value
    case .slot(let path, let slot, let isDecimal):
      let value = object(at: path)?.queryValue(slot: slot) ?? .null
      return isDecimal ? value.columnForm(.decimal) : value
    case .key(let path):
      return identifier(at: path)?.rowKey.map { .integer($0) } ?? .null
    case .conditional(let test, let then, let otherwise):
      return isTrue(test) ? value(then) : value(otherwise)
    case .fallback(let lhs, let rhs):
      let value = value(lhs)
      return value.isNull ? self.value(rhs) : value
    case .arithmetic(let operation, let lhs, let rhs):
      return operation.result(value(lhs), value(rhs))
    case .minus(let part):
      return QueryArithmetic.subtract.result(.integer(0), value(part))
    case .call(let function, let arguments):
      var values: [StoredValue] = []
      for argument in arguments { values.append(value(argument)) }
      return function(values)
    case .count(let subquery):
      return .integer(countDestinations(of: subquery))
    default:
      return truth(expression).map { .integer($0 ? 1 : 0) } ?? .null
    }
  }

  /// The identifier of the object that a path leads to.
  func identifier(at path: QueryPath) -> PersistentIdentifier? { object(at: path)?.queryIdentifier }

  private func isSame(_ lhs: StoredValue, _ rhs: StoredValue) -> Bool {
    if lhs.isNull || rhs.isNull { return lhs.isNull && rhs.isNull }
    return lhs.order(to: rhs) == .orderedSame
  }

  private func object(at path: QueryPath) -> (any QueryObject)? {
    var object = objects[path.scope]
    for hop in path.hops {
      if let entities = hop.cast {
        guard entities.contain(object.queryIdentifier) else { return nil }
        continue
      }
      guard let next = object.queryDestination(relationship: hop.relationship) else { return nil }
      object = next
    }
    return object
  }

  private mutating func anyDestination(of subquery: QuerySubquery) -> Bool {
    for object in destinations(of: subquery) where satisfies(object, subquery) { return true }
    return false
  }

  private mutating func countDestinations(of subquery: QuerySubquery) -> Int64 {
    var count: Int64 = 0
    for object in destinations(of: subquery) where satisfies(object, subquery) { count += 1 }
    return count
  }

  private func destinations(of subquery: QuerySubquery) -> [any QueryObject] {
    object(at: subquery.owner)?.queryDestinations(relationship: subquery.relationship) ?? []
  }

  private mutating func satisfies(_ object: any QueryObject, _ subquery: QuerySubquery) -> Bool {
    objects.append(object)
    defer { objects.removeLast() }
    for condition in subquery.conditions where !isTrue(condition) { return false }
    return true
  }
}

extension QueryComparison {
  /// Whether the comparison holds for two values in an order.
  fileprivate func holds(for order: ComparisonResult) -> Bool {
    switch self {
    case .equal: order == .orderedSame
    case .notEqual: order != .orderedSame
    case .less: order == .orderedAscending
    case .lessOrEqual: order != .orderedDescending
    case .greater: order == .orderedDescending
    case .greaterOrEqual: order != .orderedAscending
    }
  }
}

extension QueryArithmetic {
  /// The result as SQLite computes it: NULL for NULL and by zero, a real number where integers overflow.
  fileprivate func result(_ lhs: StoredValue, _ rhs: StoredValue) -> StoredValue {
    if self != .divideReals, case .integer(let left) = lhs, case .integer(let right) = rhs {
      return result(left, right)
    }
    guard let left = lhs.real, let right = rhs.real else { return .null }
    let number: Double
    switch self {
    case .add: number = left + right
    case .subtract: number = left - right
    case .multiply: number = left * right
    case .divideReals, .divideIntegers:
      if right == 0 { return .null }
      number = left / right
    case .remainder:
      // SQLite takes the remainder of the integers that the numbers have in them.
      let (left, right) = (Int64(clamping: left), Int64(clamping: right))
      if right == 0 { return .null }
      number = right == -1 ? 0 : Double(left % right)
    }
    return number.isNaN ? .null : .real(number)
  }

  private func result(_ left: Int64, _ right: Int64) -> StoredValue {
    let (number, overflow): (Int64, Bool)
    switch self {
    case .add: (number, overflow) = left.addingReportingOverflow(right)
    case .subtract: (number, overflow) = left.subtractingReportingOverflow(right)
    case .multiply: (number, overflow) = left.multipliedReportingOverflow(by: right)
    case .divideIntegers, .divideReals:
      if right == 0 { return .null }
      (number, overflow) = left.dividedReportingOverflow(by: right)
    case .remainder:
      if right == 0 { return .null }
      return .integer(right == -1 ? 0 : left % right)
    }
    if !overflow { return .integer(number) }
    return switch self {
    case .add: .real(Double(left) + Double(right))
    case .subtract: .real(Double(left) - Double(right))
    case .multiply: .real(Double(left) * Double(right))
    default: .real(Double(left) / Double(right))
    }
  }
}

extension Int64 {
  fileprivate init(clamping number: Double) {
    self = number >= 0x1p63 ? .max : number <= -0x1p63 ? .min : Int64(number)
  }
}

extension StoredValue {
  /// The order of two values as SQLite has it; nil where one is NULL.
  ///
  /// Numbers come before texts and texts before blobs; texts and blobs are ordered by their bytes.
  func order(to other: StoredValue) -> ComparisonResult? {
    switch (self, other) {
    case (.null, _), (_, .null):
      return nil
    case (.integer(let left), .integer(let right)):
      return order(left, right)
    case (.text(var left), .text(var right)):
      return left.withUTF8 { left in
        right.withUTF8 { order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
      }
    case (.integer(let left), .real(let right)):
      // Exact where the integer has more digits than a double holds.
      guard abs(right) < 0x1p63 else { return right < 0 ? .orderedDescending : .orderedAscending }
      let whole = Int64(right)
      return left == whole ? order(0, right - Double(whole)) : order(left, whole)
    case (.real, .integer):
      return other.order(to: self).map { ComparisonResult(rawValue: -$0.rawValue)! }
    case (.real(let left), .real(let right)):
      return order(left, right)
    default:
      if storageRank != other.storageRank { return order(storageRank, other.storageRank) }
      guard let left = data, let right = other.data else { return nil }
      return left.withUnsafeBytes { left in right.withUnsafeBytes { order(left, $0) } }
    }
  }

  private var storageRank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob, .uuid: 3
    }
  }

  private func order<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> ComparisonResult {
    lhs < rhs ? .orderedAscending : lhs == rhs ? .orderedSame : .orderedDescending
  }

  private func order(
    _ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer
  ) -> ComparisonResult {
    let count = Swift.min(lhs.count, rhs.count)
    let order = count == 0 ? 0 : memcmp(lhs.baseAddress!, rhs.baseAddress!, count)
    if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
    return self.order(lhs.count, rhs.count)
  }
}
