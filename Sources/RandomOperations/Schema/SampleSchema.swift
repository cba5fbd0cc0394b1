package import SwiftData

/// A random schema: models that the compiler has seen, with what operations have to know of them.
package struct SampleSchema: Sendable {
  /// The seed that it was written from.
  package let number: Int
  package let entities: [any Entity]

  package init(_ number: Int, _ entities: [any Entity]) {
    self.number = number
    self.entities = entities
  }

  package var schema: Schema { Schema(entities.map(\.type)) }

  /// The checked-in schema of a number.
  package static func named(_ number: Int) -> SampleSchema? { all.first { $0.number == number } }
}
