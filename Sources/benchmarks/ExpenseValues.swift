import Foundation

/// The values of one expense, made before the clock starts and the same for both sides.
struct ExpenseValues {
  var amount: Double
  var category: Int
  var date: Date
  var id: UUID
  var isPaid: Bool
  var name: String
  var note: String?

  /// A hundred thousand expenses in a thousand categories.
  static let all: [ExpenseValues] = (0..<100_000).map { number in
    ExpenseValues(
      amount: Double(number) * 1.25,
      category: number % 1000,
      date: Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(number) * 60),
      id: UUID(),
      isPaid: number.isMultiple(of: 3),
      name: "expense \(number) of the journey",
      note: number.isMultiple(of: 2) ? "paid in cash at the counter" : nil)
  }

  /// A number that every value goes into, so that none is left unread.
  var sum: Int {
    var sum = Int(amount) &+ category &* 3 &+ Int(date.timeIntervalSinceReferenceDate)
    sum &+= Int(id.uuid.0) &+ Int(id.uuid.15) &+ (isPaid ? 1 : 0)
    sum &+= name.utf8.count &+ (note?.utf8.count ?? 7)
    return sum
  }
}
