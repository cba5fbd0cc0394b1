internal import Foundation

extension PredicateExpressions.PredicateEvaluate: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    guard let captured = predicate as? any CapturedExpression,
      let inner = captured.capturedValue as? Condition.Output
    else {
      throw translator.refusal(
        .unsupportedPredicate,
        "'evaluate' is called on a predicate that is computed for each model: capture it in a constant before"
      )
    }
    var operands: [QueryOperand] = []
    repeat operands.append(try translator.translate(each input))
    return .scalar(
      try translator.scalar(inner.expression, letting: variables(of: inner), standFor: operands))
  }

  private func variables<each Value>(
    of predicate: Predicate<repeat each Value>
  ) -> [PredicateExpressions.VariableID] {
    var variables: [PredicateExpressions.VariableID] = []
    repeat variables.append((each predicate.variable).key)
    return variables
  }
}

extension QueryTranslator {
  /// Translates the condition of an inner predicate, whose variables stand for what it is evaluated with.
  fileprivate func scalar(
    _ condition: any PredicateExpression, letting variables: [PredicateExpressions.VariableID],
    standFor operands: [QueryOperand]
  ) throws -> QueryScalar {
    let outer = self.variables
    defer { self.variables = outer }
    for (variable, operand) in zip(variables, operands) { self.variables[variable] = operand }
    return try scalar(condition)
  }
}
