import SwiftSyntax

extension VariableDeclSyntax {
  /// Whether the property belongs to the type and not to its instances.
  var isTypeProperty: Bool {
    modifiers.contains(.static) || modifiers.contains(.class)
  }

  var isLazy: Bool { modifiers.contains(.lazy) }

  var isTransient: Bool { attributes.attribute(named: "Transient") != nil }

  /// Whether a binding computes its value: it has accessors other than property observers.
  var isComputed: Bool { bindings.contains(where: \.isComputed) }

  /// Whether `@Model` persists what is declared here.
  var isPersisted: Bool {
    !isTypeProperty && !isComputed && !isTransient
  }
}

extension PatternBindingSyntax {
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return accessors.contains {
      $0.accessorSpecifier.tokenKind != .keyword(.willSet)
        && $0.accessorSpecifier.tokenKind != .keyword(.didSet)
    }
  }

  /// Whether an initializer may leave the property out.
  func isInitialized(in declaration: VariableDeclSyntax) -> Bool {
    if initializer != nil { return true }
    let isVariable = declaration.bindingSpecifier.tokenKind == .keyword(.var)
    return isVariable && (typeAnnotation?.type.isImplicitlyNil ?? false)
  }

  /// The declared name, nil for a tuple pattern.
  var name: TokenSyntax? {
    pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
  }
}

extension DeclModifierListSyntax {
  /// Whether the modifier is there; `private(set)` does not count as `private`.
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }
}

extension TypeSyntax {
  /// Whether a variable of the type starts as nil: `T?` and `T!` do, `Optional<T>` does not.
  var isImplicitlyNil: Bool {
    `is`(OptionalTypeSyntax.self) || `is`(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// The type as an expression may name it: `T!` is `T?` there.
  var namedInExpression: TypeSyntax {
    guard let unwrapped = `as`(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return trimmed }
    return TypeSyntax(OptionalTypeSyntax(wrappedType: unwrapped.wrappedType.trimmed))
  }
}
