package import Foundation
package import SwiftData

/// What a relationship of a random schema is, as its source text says.
package struct RelationshipShape: Sendable {
  package enum Rule: Sendable { case nullify, cascade, deny }

  /// The position of the destination among the schema's entities.
  package var destination: Int
  package var isToMany: Bool
  /// Whether a to-one relationship must have a destination.
  package var isRequired: Bool
  package var rule: Rule
  /// The position of the inverse among the destination's relationships; nil for a one-way relationship.
  package var inverse: Int?
  package var maximum: Int?

  package init(
    to destination: Int, isToMany: Bool, isRequired: Bool = false, rule: Rule = .nullify,
    inverse: Int? = nil, maximum: Int? = nil
  ) {
    self.destination = destination
    self.isToMany = isToMany
    self.isRequired = isRequired
    self.rule = rule
    self.inverse = inverse
    self.maximum = maximum
  }
}

/// A relationship of a random schema, as operations use it.
package protocol Relationship: Sendable {
  var name: String { get }
  var shape: RelationshipShape { get }
  /// Whether conditions may ask about the relationship.
  var isQueryable: Bool { get }

  /// The destinations; a required one must be there.
  func read(_ model: any PersistentModel) -> [any PersistentModel]
  func write(_ destinations: [any PersistentModel], to model: any PersistentModel)
  /// Adds to a to-many relationship in place.
  func append(_ destination: any PersistentModel, to model: any PersistentModel)
  /// Removes from a to-many relationship in place.
  func remove(_ destination: any PersistentModel, from model: any PersistentModel)
}

/// The relationship of one model type.
package protocol RelationshipOn<Model>: Relationship {
  associatedtype Model: PersistentModel

  /// The condition that there is no destination.
  func isEmpty(_ model: PredicateExpressions.Variable<Model>)
    -> any StandardPredicateExpression<Bool>
  /// The condition that a destination has a value.
  func leads(
    _ model: PredicateExpressions.Variable<Model>, to entity: any Entity, with attribute: Int,
    _ value: Value
  ) -> any StandardPredicateExpression<Bool>
}

extension RelationshipOn {
  package var isQueryable: Bool { true }

  package func append(_ destination: any PersistentModel, to model: any PersistentModel) {
    preconditionFailure("\(name) leads to one")
  }

  package func remove(_ destination: any PersistentModel, from model: any PersistentModel) {
    preconditionFailure("\(name) leads to one")
  }
}

/// A to-one relationship.
package struct ToOne<Model: PersistentModel, Destination: PersistentModel>: RelationshipOn {
  package let name: String
  package let shape: RelationshipShape
  let keyPath: any ReferenceWritableKeyPath<Model, Destination?> & Sendable

  package init(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Model, Destination?> & Sendable,
    _ shape: RelationshipShape
  ) {
    self.name = name
    self.keyPath = keyPath
    self.shape = shape
  }

  package func read(_ model: any PersistentModel) -> [any PersistentModel] {
    (model as! Model)[keyPath: keyPath].map { [$0] } ?? []
  }

  package func write(_ destinations: [any PersistentModel], to model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath] = destinations.first.map { $0 as! Destination }
  }

  package func isEmpty(
    _ model: PredicateExpressions.Variable<Model>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.build_Equal(
      lhs: PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath),
      rhs: PredicateExpressions.build_NilLiteral())
  }

  package func leads(
    _ model: PredicateExpressions.Variable<Model>, to entity: any Entity, with attribute: Int,
    _ value: Value
  ) -> any StandardPredicateExpression<Bool> {
    (entity as! EntityOf<Destination>).typedAttributes[attribute].condition(
      onOptional: PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath), value)
  }
}

/// A to-one relationship that must have a destination.
package struct RequiredOne<Model: PersistentModel, Destination: PersistentModel>: RelationshipOn {
  package let name: String
  package let shape: RelationshipShape
  let keyPath: any ReferenceWritableKeyPath<Model, Destination> & Sendable
  /// Sets the property, which a key path would read first, though there may be nothing to read.
  private let set: @Sendable (Model, Destination) -> Void

  package init(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Model, Destination> & Sendable,
    _ shape: RelationshipShape, set: @escaping @Sendable (Model, Destination) -> Void
  ) {
    self.set = set
    self.name = name
    self.keyPath = keyPath
    self.shape = shape
  }

  package func read(_ model: any PersistentModel) -> [any PersistentModel] {
    [(model as! Model)[keyPath: keyPath]]
  }

  package func write(_ destinations: [any PersistentModel], to model: any PersistentModel) {
    set(model as! Model, destinations[0] as! Destination)
  }

  package func isEmpty(
    _ model: PredicateExpressions.Variable<Model>
  ) -> any StandardPredicateExpression<Bool> { PredicateExpressions.build_Arg(false) }

  package func leads(
    _ model: PredicateExpressions.Variable<Model>, to entity: any Entity, with attribute: Int,
    _ value: Value
  ) -> any StandardPredicateExpression<Bool> {
    (entity as! EntityOf<Destination>).typedAttributes[attribute].condition(
      on: PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath), .equal, value)
  }
}

/// A to-many relationship.
package struct ToMany<Model: PersistentModel, Destination: PersistentModel>: RelationshipOn {
  package let name: String
  package let shape: RelationshipShape
  let keyPath: any ReferenceWritableKeyPath<Model, [Destination]> & Sendable

  package init(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Model, [Destination]> & Sendable,
    _ shape: RelationshipShape
  ) {
    self.name = name
    self.keyPath = keyPath
    self.shape = shape
  }

  package func read(_ model: any PersistentModel) -> [any PersistentModel] {
    (model as! Model)[keyPath: keyPath]
  }

  package func write(_ destinations: [any PersistentModel], to model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath] = destinations.map { $0 as! Destination }
  }

  package func append(_ destination: any PersistentModel, to model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath].append(destination as! Destination)
  }

  package func remove(_ destination: any PersistentModel, from model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath].removeAll { $0 === destination }
  }

  package func isEmpty(
    _ model: PredicateExpressions.Variable<Model>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.build_KeyPath(
      root: PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath), keyPath: \.isEmpty)
  }

  package func leads(
    _ model: PredicateExpressions.Variable<Model>, to entity: any Entity, with attribute: Int,
    _ value: Value
  ) -> any StandardPredicateExpression<Bool> {
    (entity as! EntityOf<Destination>).typedAttributes[attribute].condition(
      onSome: PredicateExpressions.build_KeyPath(root: model, keyPath: keyPath), value)
  }
}

/// A to-many relationship that may be nil, which means the same as empty.
package struct OptionalMany<Model: PersistentModel, Destination: PersistentModel>: RelationshipOn {
  package let name: String
  package let shape: RelationshipShape
  let keyPath: any ReferenceWritableKeyPath<Model, [Destination]?> & Sendable

  package init(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Model, [Destination]?> & Sendable,
    _ shape: RelationshipShape
  ) {
    self.name = name
    self.keyPath = keyPath
    self.shape = shape
  }

  package var isQueryable: Bool { false }

  package func read(_ model: any PersistentModel) -> [any PersistentModel] {
    (model as! Model)[keyPath: keyPath] ?? []
  }

  package func write(_ destinations: [any PersistentModel], to model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath] =
      destinations.isEmpty ? nil : destinations.map { $0 as! Destination }
  }

  package func append(_ destination: any PersistentModel, to model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath] =
      ((model as! Model)[keyPath: keyPath] ?? []) + [destination as! Destination]
  }

  package func remove(_ destination: any PersistentModel, from model: any PersistentModel) {
    (model as! Model)[keyPath: keyPath]?.removeAll { $0 === destination }
  }

  package func isEmpty(
    _ model: PredicateExpressions.Variable<Model>
  ) -> any StandardPredicateExpression<Bool> {
    preconditionFailure("conditions do not ask about \(name)")
  }

  package func leads(
    _ model: PredicateExpressions.Variable<Model>, to entity: any Entity, with attribute: Int,
    _ value: Value
  ) -> any StandardPredicateExpression<Bool> {
    preconditionFailure("conditions do not ask about \(name)")
  }
}
