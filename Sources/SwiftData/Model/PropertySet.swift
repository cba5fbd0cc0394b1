/// A set of a model's properties, by their position in the description.
///
/// Models rarely have more than 64 persisted properties; those that do pay for a real set.
struct PropertySet: Sendable, Equatable {
  private var bits: UInt64 = 0
  private var others: Set<Int> = []

  var isEmpty: Bool { bits == 0 && others.isEmpty }

  func contains(_ index: Int) -> Bool {
    index < 64 ? bits & (1 << UInt64(index)) != 0 : others.contains(index)
  }

  /// Passes the positions on, in ascending order.
  func forEach(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    for index in others.sorted() { body(index) }
  }

  mutating func insert(_ index: Int) {
    if index < 64 { bits |= 1 << UInt64(index) } else { others.insert(index) }
  }

  mutating func remove(_ index: Int) {
    if index < 64 { bits &= ~(1 << UInt64(index)) } else { others.remove(index) }
  }

  mutating func removeAll() {
    bits = 0
    others = []
  }
}
