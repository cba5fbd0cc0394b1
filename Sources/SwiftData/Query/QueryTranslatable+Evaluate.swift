internal import Foundation

extension PredicateExpressions.PredicateEvaluate: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    guard let captured = predicate as? any CapturedExpression,
      let inner = captured.capturedValue as? Condition.Output
    else { throw translator.computedCondition() }
    let outer = translator.variables
    // Not with `defer`, whose closure the compiler gives a pack of another shape.
    do {
      repeat try translator.bind(each inner.variable, to: each input)
      let expression = try translator.scalar(inner.expression)
      translator.variables = outer
      return .scalar(expression)
    } catch {
      translator.variables = outer
      throw error
    }
  }
}

extension QueryTranslator {
  /// Lets a variable of an inner predicate stand for what it is evaluated with.
  fileprivate func bind<Value>(
    _ variable: PredicateExpressions.Variable<Value>, to input: any PredicateExpression
  ) throws {
    variables[variable.key] = try translate(input)
  }

  /// A predicate in a predicate that is not captured, so that there is no statement for it.
  fileprivate func computedCondition() -> SwiftDataError {
    refusal(
      .unsupportedPredicate,
      "'evaluate' is called on a predicate that is computed for each model: capture it in a constant before"
    )
  }
}
