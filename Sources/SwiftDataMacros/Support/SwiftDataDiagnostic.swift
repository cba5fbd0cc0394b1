import SwiftDiagnostics
import SwiftSyntax

/// What the macros tell the user about a wrong declaration.
enum SwiftDataDiagnostic: DiagnosticMessage {
  /// `@Model` or `@ModelActor` on a kind of type that it cannot extend.
  case notApplicable(macro: String, kind: String, name: String)

  /// A model class whose body declares no initializer.
  case missingInitializer(model: String)

  /// A persisted property with a name that SwiftData keeps for itself.
  case reservedName(property: String)

  /// A default value written as `.member`, which has no meaning without the property's type.
  case unqualifiedDefault

  /// One `var` that declares several persisted properties.
  case severalProperties(names: [String])

  /// A `lazy` property that `@Model` would have to persist.
  case lazyProperty(name: String)

  /// A stored `@Transient` property that a fetched model could not initialize.
  case transientWithoutDefault(name: String)

  /// A property marker on a declaration that is not a property.
  case notAProperty(macro: String, description: String)

  /// A property marker that `@Model` never reads, because the property is not persisted.
  case markerWithoutEffect(macro: String, name: String, reason: String)

  var message: String {
    switch self {
    case .notApplicable(let macro, let kind, let name):
      "'@\(macro)' cannot be applied to \(kind) type '\(name)'"
    case .missingInitializer(let model):
      "@Model requires an initializer be provided for '\(model)'"
    case .reservedName(let property):
      "A stored property cannot be named '\(property)'"
    case .unqualifiedDefault:
      "A default value requires a fully qualified domain named value"
    case .severalProperties(let names):
      """
      '@Model' needs a declaration of its own for each persisted property; \
      \(names.map { "'\($0)'" }.joined(separator: ", ")) share one
      """
    case .lazyProperty(let name):
      "'lazy' property '\(name)' cannot be persisted; mark it '@Transient'"
    case .transientWithoutDefault(let name):
      "'@Transient' property '\(name)' needs a default value, or an optional type"
    case .notAProperty(let macro, let description):
      "'@\(macro)' cannot be applied to \(description); it marks a property of a model"
    case .markerWithoutEffect(let macro, let name, let reason):
      "'@\(macro)' has no effect on '\(name)', which is \(reason) and not persisted"
    }
  }

  var severity: DiagnosticSeverity {
    if case .markerWithoutEffect = self { .warning } else { .error }
  }

  var diagnosticID: MessageID {
    let label = Mirror(reflecting: self).children.first?.label
    return MessageID(domain: "SwiftDataMacros", id: label ?? "\(self)")
  }
}

/// The text of a fix-it.
struct SwiftDataFixIt: FixItMessage {
  var message: String

  var fixItID: MessageID {
    MessageID(domain: "SwiftDataMacros", id: message)
  }
}

extension FixIt {
  /// A fix-it that puts one node in place of another.
  static func replacing(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, message: String
  ) -> FixIt {
    FixIt(
      message: SwiftDataFixIt(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
    )
  }
}
