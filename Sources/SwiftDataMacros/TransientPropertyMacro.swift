import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Transient`, which keeps a property from being persisted; it expands to nothing itself.
struct TransientPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    // The compiler refuses the marker on several variables at once by itself.
    guard let variable = checkMarker("Transient", node, on: declaration, in: context),
      !variable.isTypeProperty, !variable.isComputed,
      let binding = variable.bindings.first, !binding.isInitialized(in: variable),
      let type = binding.typeAnnotation?.type, !type.isPeerType
    else { return [] }
    let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
    context.diagnose(
      Diagnostic(
        node: binding.pattern,
        message: SwiftDataDiagnostic.transientWithoutDefault(
          name: binding.pattern.trimmedDescription),
        fixIts: isVariable ? [type.optionalFixIt] : []
      )
    )
    return []
  }
}

extension TypeSyntax {
  /// Whether the variable is the peer of a persisted property, which `init(backingData:)` sets.
  fileprivate var isPeerType: Bool { trimmedDescription == "_SwiftDataNoType" }

  /// Offers to make the type optional.
  fileprivate var optionalFixIt: FixIt {
    let needsParentheses =
      `is`(SomeOrAnyTypeSyntax.self) || `is`(FunctionTypeSyntax.self)
      || `is`(CompositionTypeSyntax.self) || `is`(AttributedTypeSyntax.self)
    let optional: TypeSyntax = needsParentheses ? "(\(trimmed))?" : "\(trimmed)?"
    return .replacing(
      self,
      with: optional.with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, trailingTrivia),
      message: "make the type '\(optional)'"
    )
  }
}
