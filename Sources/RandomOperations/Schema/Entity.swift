internal import Foundation
package import SwiftData

/// An entity of a random schema, as operations use it.
package protocol Entity: Sendable {
  var name: String { get }
  var type: any PersistentModel.Type { get }
  var attributes: [any Attribute] { get }
  var relationships: [any Relationship] { get }

  /// Makes a model, with the destinations of its required relationships in their order.
  func make(_ number: Int, _ required: [any PersistentModel]) -> any PersistentModel
  /// The number that tells a row from all others.
  func number(of model: any PersistentModel) -> Int
  func registered(_ identifier: PersistentIdentifier, in context: ModelContext)
    -> (any PersistentModel)?
  func fetch(_ query: Query, _ schema: SampleSchema, in context: ModelContext) throws
    -> [any PersistentModel]
  func fetchInBatches(_ query: Query, _ schema: SampleSchema, in context: ModelContext) throws
    -> [any PersistentModel]
  func count(_ query: Query, _ schema: SampleSchema, in context: ModelContext) throws -> Int
  func identifiers(_ query: Query, _ schema: SampleSchema, in context: ModelContext) throws
    -> [PersistentIdentifier]
  func enumerate(
    _ query: Query, _ schema: SampleSchema, in context: ModelContext, batchSize: Int,
    allowEscapingMutations: Bool, _ block: (any PersistentModel) throws -> Void
  ) throws
  func delete(where condition: Condition?, _ schema: SampleSchema, in context: ModelContext) throws
}

/// The entity of one model type.
package final class EntityOf<Model: PersistentModel>: Entity {
  package let name: String
  package let typedAttributes: [any AttributeOn<Model>]
  package let attributes: [any Attribute]
  package let relationships: [any Relationship]
  private let typedRelationships: [any RelationshipOn<Model>]
  private let numberPath: any KeyPath<Model, Int> & Sendable
  private let maker: @Sendable (Int, [any PersistentModel]) -> Model

  package init(
    _ name: String, number: any KeyPath<Model, Int> & Sendable,
    attributes: [any AttributeOn<Model>],
    relationships: [any RelationshipOn<Model>],
    make: @escaping @Sendable (Int, [any PersistentModel]) -> Model
  ) {
    self.name = name
    typedAttributes = attributes
    self.attributes = attributes.map { $0 as any Attribute }
    typedRelationships = relationships
    self.relationships = relationships.map { $0 as any Relationship }
    numberPath = number
    maker = make
  }

  package var type: any PersistentModel.Type { Model.self }

  package func make(_ number: Int, _ required: [any PersistentModel]) -> any PersistentModel {
    maker(number, required)
  }

  package func number(of model: any PersistentModel) -> Int {
    (model as! Model)[keyPath: numberPath]
  }

  package func registered(
    _ identifier: PersistentIdentifier, in context: ModelContext
  ) -> (any PersistentModel)? {
    let model: Model? = context.registeredModel(for: identifier)
    return model
  }

  package func fetch(
    _ query: Query, _ schema: SampleSchema, in context: ModelContext
  ) throws -> [any PersistentModel] { try context.fetch(descriptor(query, schema)) }

  package func fetchInBatches(
    _ query: Query, _ schema: SampleSchema, in context: ModelContext
  ) throws -> [any PersistentModel] {
    try context.fetch(descriptor(query, schema), batchSize: 3).map { $0 }
  }

  package func count(
    _ query: Query, _ schema: SampleSchema, in context: ModelContext
  ) throws -> Int { try context.fetchCount(descriptor(query, schema)) }

  package func identifiers(
    _ query: Query, _ schema: SampleSchema, in context: ModelContext
  ) throws -> [PersistentIdentifier] { try context.fetchIdentifiers(descriptor(query, schema)) }

  package func enumerate(
    _ query: Query, _ schema: SampleSchema, in context: ModelContext, batchSize: Int,
    allowEscapingMutations: Bool, _ block: (any PersistentModel) throws -> Void
  ) throws {
    try context.enumerate(
      descriptor(query, schema), batchSize: batchSize,
      allowEscapingMutations: allowEscapingMutations
    ) { try block($0) }
  }

  package func delete(
    where condition: Condition?, _ schema: SampleSchema, in context: ModelContext
  ) throws {
    try context.delete(model: Model.self, where: condition.map { predicate($0, schema) })
  }
}

// MARK: - Descriptors

extension EntityOf {
  private func descriptor(_ query: Query, _ schema: SampleSchema) -> FetchDescriptor<Model> {
    var descriptor = FetchDescriptor<Model>(
      predicate: query.condition.map { predicate($0, schema) },
      sortBy: query.order.map {
        typedAttributes[$0.attribute].sortDescriptor(isAscending: $0.isAscending)
      })
    if let isAscending = query.isLastKeyAscending {
      descriptor.sortBy.append(
        SortDescriptor(numberPath, order: isAscending ? .forward : .reverse))
    }
    descriptor.fetchOffset = query.offset
    descriptor.fetchLimit = query.limit
    descriptor.includePendingChanges = query.includesPendingChanges
    return descriptor
  }

  private func predicate(_ condition: Condition, _ schema: SampleSchema) -> Predicate<Model> {
    Predicate<Model> { self.expression(condition, $0, schema) }
  }

  private func expression(
    _ condition: Condition, _ model: PredicateExpressions.Variable<Model>, _ schema: SampleSchema
  ) -> any StandardPredicateExpression<Bool> {
    switch condition {
    case .attribute(let index, let comparison, let value):
      return typedAttributes[index].condition(on: model, comparison, value)
    case .isNumber(let number):
      return PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: model, keyPath: numberPath),
        rhs: PredicateExpressions.build_Arg(number))
    case .isEmpty(let index): return typedRelationships[index].isEmpty(model)
    case .leads(let index, let attribute, let value):
      let destination = schema.entities[relationships[index].shape.destination]
      return typedRelationships[index].leads(model, to: destination, with: attribute, value)
    case .and(let left, let right):
      return conjunction(expression(left, model, schema), expression(right, model, schema))
    case .or(let left, let right):
      return disjunction(expression(left, model, schema), expression(right, model, schema))
    case .not(let condition): return negation(expression(condition, model, schema))
    }
  }
}

private func conjunction(
  _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
) -> any StandardPredicateExpression<Bool> {
  PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
}

private func disjunction(
  _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
) -> any StandardPredicateExpression<Bool> {
  PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
}

private func negation(
  _ condition: some StandardPredicateExpression<Bool>
) -> any StandardPredicateExpression<Bool> { PredicateExpressions.build_Negation(condition) }
