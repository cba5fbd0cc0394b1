extension Graph {
  /// Whether a condition holds for a row.
  func satisfies(_ number: Int, _ condition: Condition) -> Bool {
    switch condition {
    case .attribute(let index, let comparison, let value):
      return entity(of: number).attributes[index]
        .holds(comparison, self[number].values[index], value)
    case .isNumber(let other): return number == other
    case .isEmpty(let relationship): return self[number].links[relationship].isEmpty
    case .leads(let relationship, let attribute, let value):
      return self[number].links[relationship].contains { self[$0].values[attribute] == value }
    case .and(let left, let right): return satisfies(number, left) && satisfies(number, right)
    case .or(let left, let right): return satisfies(number, left) || satisfies(number, right)
    case .not(let condition): return !satisfies(number, condition)
    }
  }

  /// The rows that satisfy a query's condition, in its order, before its offset and limit.
  func matches(_ query: Query, entity index: Int) -> [Int] {
    let found = numbers(of: index).filter { number in
      query.condition.map { satisfies(number, $0) } ?? true
    }
    guard let isLastKeyAscending = query.isLastKeyAscending else { return found }
    let attributes = schema.entities[index].attributes
    return found.sorted { left, right in
      for (attribute, isAscending) in query.order {
        let first = self[left].values[attribute]
        let second = self[right].values[attribute]
        if attributes[attribute].comesBefore(first, second) { return isAscending }
        if attributes[attribute].comesBefore(second, first) { return !isAscending }
      }
      return isLastKeyAscending ? left < right : right < left
    }
  }
}

extension Query {
  /// What offset and limit leave of a result.
  func page(of numbers: [Int]) -> [Int] {
    Array(numbers.dropFirst(offset ?? 0).prefix(limit ?? .max))
  }
}
