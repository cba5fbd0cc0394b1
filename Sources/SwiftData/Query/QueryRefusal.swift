/// Why a predicate or sort descriptor was refused, and what Apple's SwiftData does with it.
///
/// It is the underlying error of the `SwiftDataError` that a fetch throws.
struct QueryRefusal: Error {
  /// The text with which Apple's implementation is documented to end the process; nil where it throws.
  var trapMessage: String?
  /// The entity's name.
  var model: String
  /// The property, where one is concerned.
  var property: String?
}

extension QueryRefusal: CustomStringConvertible {
  var description: String {
    if let trapMessage { return "Apple's SwiftData ends the process here: \(trapMessage)" }
    return "Apple's SwiftData throws the same error"
  }
}

extension SwiftDataError {
  /// What is known of the refusal of a query, where the error is one.
  var queryRefusal: QueryRefusal? { underlyingError as? QueryRefusal }
}
