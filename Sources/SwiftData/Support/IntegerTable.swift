/// A dictionary from integers that are near each other, such as the keys of rows or addresses.
///
/// A context looks one up for each row of a fetch and for each change: it spreads the keys by one
/// multiplication, where a `Dictionary` would hash them. Entries whose slot is taken are in the next
/// free one.
struct IntegerTable<Value> {
  private var keys: ContiguousArray<Int64> = []
  private var values: ContiguousArray<Value?> = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The value of a key.
  subscript(_ key: Int64) -> Value? {
    var slot = firstSlot(of: key)
    while slot < values.count, values[slot] != nil {
      if keys[slot] == key { return values[slot] }
      slot = next(slot)
    }
    return nil
  }

  /// Sets a value and returns the one that was there.
  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Int64) -> Value? {
    if (count + 1) * 4 > values.count * 3 { resize(to: max(16, values.count * 2)) }
    var slot = firstSlot(of: key)
    while values[slot] != nil {
      if keys[slot] == key {
        let former = values[slot]
        values[slot] = value
        return former
      }
      slot = next(slot)
    }
    keys[slot] = key
    values[slot] = value
    count += 1
    return nil
  }

  /// Removes a value and returns it.
  @discardableResult
  mutating func removeValue(forKey key: Int64) -> Value? {
    var slot = firstSlot(of: key)
    while slot < values.count, let value = values[slot] {
      if keys[slot] == key {
        empty(slot)
        return value
      }
      slot = next(slot)
    }
    return nil
  }

  /// Makes room for more entries.
  mutating func reserve(_ additional: Int) {
    var capacity = max(16, values.count)
    while (count + additional) * 4 > capacity * 3 { capacity *= 2 }
    if capacity > values.count { resize(to: capacity) }
  }

  mutating func removeAll() { self = IntegerTable() }

  func forEach(_ body: (Int64, Value) -> Void) {
    for slot in values.indices {
      if let value = values[slot] { body(keys[slot], value) }
    }
  }

  /// Drops the entries that do not satisfy a condition.
  mutating func filter(_ isIncluded: (Value) -> Bool) {
    var kept = IntegerTable()
    forEach { key, value in
      if isIncluded(value) { kept.updateValue(value, forKey: key) }
    }
    self = kept
  }

  /// Empties a slot and moves the entries that it had kept from their own slots.
  private mutating func empty(_ slot: Int) {
    var hole = slot
    values[hole] = nil
    count -= 1
    var slot = next(hole)
    while values[slot] != nil {
      let distance = (slot &- firstSlot(of: keys[slot])) & (values.count &- 1)
      if distance >= (slot &- hole) & (values.count &- 1) {
        keys[hole] = keys[slot]
        values.swapAt(hole, slot)
        hole = slot
      }
      slot = next(slot)
    }
  }

  private mutating func resize(to capacity: Int) {
    let (oldKeys, oldValues) = (keys, values)
    keys = ContiguousArray(repeating: 0, count: capacity)
    values = ContiguousArray(repeating: nil, count: capacity)
    for old in oldValues.indices {
      guard let value = oldValues[old] else { continue }
      var slot = firstSlot(of: oldKeys[old])
      while values[slot] != nil { slot = next(slot) }
      keys[slot] = oldKeys[old]
      values[slot] = value
    }
  }

  private func firstSlot(of key: Int64) -> Int {
    let spread = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> 32) & (values.count &- 1)
  }

  private func next(_ slot: Int) -> Int { (slot &+ 1) & (values.count &- 1) }
}
