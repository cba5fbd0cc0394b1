internal import Foundation

extension ValueCodec {
  /// The stored form that a transformer gives a value.
  ///
  /// - Throws: A `ValueEncodingError` where there is no such transformer, or it gives no data.
  func transformed(_ value: Any, by name: String) throws -> StoredValue {
    if let optional = value as? any NilTestable, optional.isNil { return .null }
    guard let transformer = ValueTransformer.named(name) else {
      throw refusal(
        value,
        """
        no value transformer is registered under the name '\(name)'. Call \
        ValueTransformer.setValueTransformer(_:forName:) before, or name the class: \
        .transformable(by: MyTransformer.self).
        """)
    }
    guard Swift.type(of: transformer).allowsReverseTransformation() else {
      throw refusal(
        value,
        "the transformer '\(name)' does not allow reverse transformations, so nobody could read it."
      )
    }
    let result =
      transformer.transformsFromData
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    if let data = result as? Data { return .blob(data) }
    guard let result else {
      throw refusal(
        value, "the transformer '\(name)' gives nil for it; it has to give Data for every value.")
    }
    throw refusal(
      value,
      "the transformer '\(name)' gives a '\(Swift.type(of: result))' for it; it has to give Data.")
  }

  /// The value of the property's type that a transformer reads from its stored form.
  ///
  /// - Throws: A `ValueDecodingError` where there is no such transformer, or it gives no value of
  ///   the type.
  func reverseTransformed<Value>(_ stored: StoredValue, by name: String) throws -> Value {
    guard let data = stored.data else {
      if stored.isNull, let none = Any?.none as? Value { return none }
      throw ValueDecodingError(
        property: attributeName, type: Value.self,
        reason: stored.isNull ? .missing : .wrongKind(stored))
    }
    guard let transformer = ValueTransformer.named(name) else {
      throw unreadable(
        Value.self, "no value transformer is registered under the name '\(name)'.")
    }
    let result =
      transformer.transformsFromData
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    if let result, let value = result as? Value { return value }
    let found = result.map { "a '\(Swift.type(of: $0))'" } ?? "nil"
    throw unreadable(Value.self, "the transformer '\(name)' gives \(found) for them.")
  }

  private func refusal(_ value: Any, _ explanation: String) -> ValueEncodingError {
    ValueEncodingError(
      property: attributeName, type: Swift.type(of: value), explanation: explanation)
  }

  private func unreadable(_ type: any Any.Type, _ explanation: String) -> ValueDecodingError {
    ValueDecodingError(property: attributeName, type: type, reason: .malformed(explanation))
  }
}
