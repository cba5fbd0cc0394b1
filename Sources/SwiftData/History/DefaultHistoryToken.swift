/// A bookmark in the history of built-in stores: for each store the last transaction before it.
///
/// Keep the token of the last transaction that you have processed, and ask for what came after it.
///
/// ```swift
/// let data = try JSONEncoder().encode(transactions.last?.token)
/// ```
///
/// Tokens compare by the stores that both name. A container with several stores gives every transaction
/// a token that names all of them.
public struct DefaultHistoryToken: HistoryToken {
  public typealias TokenType = [String: Int64]
  public typealias ID = Int

  /// The number of the last transaction before the bookmark, by the identifier of the store.
  public let tokenValue: [String: Int64]?

  init(_ tokenValue: [String: Int64]) { self.tokenValue = tokenValue }

  /// A number that is the same for equal tokens, in every run of a program.
  public var id: Int {
    var sum: UInt64 = 0
    for (store, number) in tokenValue ?? [:] {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in store.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      // A sum, because a dictionary has no order.
      sum &+= hash &* (UInt64(bitPattern: number) &* 2 &+ 1)
    }
    return Int(bitPattern: UInt(truncatingIfNeeded: sum))
  }

  public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
    guard let left = lhs.tokenValue, let right = rhs.tokenValue else { return false }
    if left.count == 1, let (store, number) = left.first {
      return right[store].map { number < $0 } ?? false
    }
    for store in left.keys.sorted() {
      guard let number = left[store], let other = right[store], number != other else { continue }
      return number < other
    }
    return false
  }
}
