/// Something in which the engine is not as the reference is.
package struct Difference: Error, CustomStringConvertible, Sendable {
  /// What was compared, in one word, by which a failure is recognised while it is made smaller.
  package var kind: String
  package var text: String

  package var description: String { "\(kind): \(text)" }

  package init(_ kind: String, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
