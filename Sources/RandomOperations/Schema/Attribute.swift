package import Foundation
package import SwiftData

/// An attribute of a random schema, as operations use it.
package protocol Attribute: Sendable {
  var name: String { get }
  var isUnique: Bool { get }
  var isOptional: Bool { get }
  /// What conditions may ask of the attribute.
  var comparisons: [Comparison] { get }
  var isSortable: Bool { get }

  func sample(_ random: inout RandomSource) -> Value
  func unique(_ number: Int) -> Value
  /// The value of a model that was just made.
  func initial(_ number: Int) -> Value
  func read(_ model: any PersistentModel) -> Value
  func write(_ value: Value, to model: any PersistentModel)
  /// What Swift says of two values.
  func holds(_ comparison: Comparison, _ left: Value, _ right: Value) -> Bool
  /// Whether a value comes before another one; nil comes before all.
  func comesBefore(_ left: Value, _ right: Value) -> Bool
}

/// The attribute of one model type.
package protocol AttributeOn<Model>: Attribute {
  associatedtype Model: PersistentModel

  func sortDescriptor(isAscending: Bool) -> SortDescriptor<Model>
  /// The condition on the model that an expression leads to.
  func condition<Root: StandardPredicateExpression>(
    on root: Root, _ comparison: Comparison, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model
  /// Whether the model behind an optional relationship has a value: `owner?.name == value`.
  func condition<Root: StandardPredicateExpression>(
    onOptional root: Root, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model?
  /// Whether one of several models has a value: `pets.contains { $0.name == value }`.
  func condition<Root: StandardPredicateExpression>(
    onSome root: Root, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == [Model]
}

/// An attribute that can be read and written, and not asked for: the common part of the others.
package class PlainAttribute<Model: PersistentModel, Sample: SampleValue>: AttributeOn,
  @unchecked Sendable
{
  // Unchecked because the class is open to its subclasses, all of which are constant.
  package let name: String
  package let isUnique: Bool
  let keyPath: any ReferenceWritableKeyPath<Model, Sample> & Sendable

  private let initialValue: Sample?

  package init(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Model, Sample> & Sendable,
    initial: Sample
  ) {
    self.name = name
    self.keyPath = keyPath
    isUnique = false
    initialValue = initial
  }

  /// A unique attribute, which a model's initialiser makes of its number.
  package init(
    uniqueByNumber name: String, _ keyPath: any ReferenceWritableKeyPath<Model, Sample> & Sendable
  ) {
    self.name = name
    self.keyPath = keyPath
    isUnique = true
    initialValue = nil
  }

  package var isOptional: Bool { Sample.self is any OptionalSample.Type }
  package var comparisons: [Comparison] { [] }
  package var isSortable: Bool { false }

  package func sample(_ random: inout RandomSource) -> Value { Value(Sample.sample(&random)) }

  package func unique(_ number: Int) -> Value { Value(Sample.unique(number)) }

  package func initial(_ number: Int) -> Value { Value(initialValue ?? Sample.unique(number)) }

  package func read(_ model: any PersistentModel) -> Value {
    Value((model as! Model)[keyPath: keyPath])
  }

  package func write(_ value: Value, to model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath] = sample(of: value)
  }

  package func holds(_ comparison: Comparison, _ left: Value, _ right: Value) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    default: preconditionFailure("\(name) has no order")
    }
  }

  package func comesBefore(_ left: Value, _ right: Value) -> Bool {
    preconditionFailure("\(name) has no order")
  }

  package func sortDescriptor(isAscending: Bool) -> SortDescriptor<Model> {
    preconditionFailure("\(name) has no order")
  }

  package func condition<Root: StandardPredicateExpression>(
    on root: Root, _ comparison: Comparison, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model {
    let property = PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath)
    let argument = PredicateExpressions.build_Arg(sample(of: value))
    return comparison == .notEqual
      ? PredicateExpressions.build_NotEqual(lhs: property, rhs: argument)
      : PredicateExpressions.build_Equal(lhs: property, rhs: argument)
  }

  package func condition<Root: StandardPredicateExpression>(
    onOptional root: Root, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model? {
    let property = PredicateExpressions.build_flatMap(root) { [keyPath] model in
      PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath)
    }
    return PredicateExpressions.build_Equal(
      lhs: property, rhs: PredicateExpressions.build_Arg(sample(of: value) as Sample?))
  }

  package func condition<Root: StandardPredicateExpression>(
    onSome root: Root, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == [Model] {
    let sample = sample(of: value)
    return PredicateExpressions.build_contains(root) { [keyPath] model in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath),
        rhs: PredicateExpressions.build_Arg(sample))
    }
  }

  final func sample(of value: Value) -> Sample { value.base as! Sample }
}

/// What tells optional types from others.
private protocol OptionalSample {}

extension Optional: OptionalSample {}
