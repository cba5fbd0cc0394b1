internal import Foundation

extension PredicateExpressions.TypeCheck: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let path = try translator.model(input, of: self)
    guard let entity = translator.target(Desired.self, from: path) else {
      return .scalar(QueryScalar(expression: .false))
    }
    if translator.layout.lineage(of: path.entity).contains(where: { $0 === entity }) {
      // Whatever is there is one.
      return .scalar(
        QueryScalar(expression: path.hops.isEmpty ? .true : .not(.isMissing(path))))
    }
    let test = QueryExpression.isOfEntity(path, QueryEntities(of: entity))
    return .scalar(QueryScalar(expression: path.hops.isEmpty ? test : .fallback(test, .false)))
  }
}

extension PredicateExpressions.ConditionalCast: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let path = try translator.model(input, of: self)
    guard let entity = translator.target(Desired.self, from: path) else { return .null }
    if translator.layout.lineage(of: path.entity).contains(where: { $0 === entity }) {
      return .object(path)
    }
    return .object(path.cast(to: entity))
  }
}

extension QueryTranslator {
  /// The way to the model whose class is asked for.
  fileprivate func model(
    _ input: any PredicateExpression, of expression: any PredicateExpression
  ) throws -> QueryPath {
    guard case .object(let path) = try translate(input) else {
      throw unsupportedOperator(of: expression)
    }
    return path
  }

  /// The entity of a class that a model at a path may be of, or is anyway.
  ///
  /// - Returns: Nil for a class that no such model is of: another one, or one that the schema lacks.
  fileprivate func target(_ type: any Any.Type, from path: QueryPath) -> EntityLayout? {
    guard let model = type as? any PersistentModel.Type,
      let entity = layout.entity(of: ModelDescription.of(model))
    else { return nil }
    let isRelated =
      layout.lineage(of: entity).contains { $0 === path.entity }
      || layout.lineage(of: path.entity).contains { $0 === entity }
    return isRelated ? entity : nil
  }
}
