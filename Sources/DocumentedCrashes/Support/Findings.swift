/// Collects what is not as it should be.
struct Findings {
  private var problems: [String] = []

  /// Notes a problem where a condition does not hold.
  mutating func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { problems.append(problem()) }
  }

  /// Notes a problem where a value is another than the expected one.
  mutating func require<Value: Equatable>(_ value: Value, is expected: Value, _ name: String) {
    require(value == expected, "\(name) is \(value), not \(expected)")
  }

  /// The problems, or the sentence that says that there are none.
  func outcome(_ sound: String) -> Outcome {
    problems.isEmpty ? .sound(sound) : .faulty(problems.joined(separator: "; "))
  }
}
