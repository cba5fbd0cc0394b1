internal import Foundation

extension PredicateExpressions.CollectionContainsCollection: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try translator.textTest(
      .contains, base, other, isText: Base.Output.self is any StringProtocol.Type)
  }
}

extension PredicateExpressions.SequenceStartsWith: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try translator.textTest(
      .hasPrefix, base, prefix, isText: Base.Output.self is any StringProtocol.Type)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try translator.textTest(.localizedStandardContains, root, other, isText: true)
  }
}

extension QueryTranslator {
  fileprivate func textTest(
    _ function: QueryFunction, _ text: any PredicateExpression, _ part: any PredicateExpression,
    isText: Bool
  ) throws -> QueryOperand {
    let subject = try translate(text)
    guard isText else {
      if case .opaque(let attribute) = subject { throw opaque(attribute, "'contains'") }
      throw refusal(
        .unsupportedPredicate,
        "a collection is searched for another collection, which SwiftData can do with texts alone")
    }
    let (subjectValue, partValue) = (try scalar(subject), try scalar(part))
    return .scalar(
      QueryScalar(expression: .call(function, [subjectValue.expression, partValue.expression])))
  }
}
