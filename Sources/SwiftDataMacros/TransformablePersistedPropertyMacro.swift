import SwiftSyntax
import SwiftSyntaxMacros

/// `@_TransformablePersistedProperty`, the form of `@_PersistedProperty` for transformable values.
struct TransformablePersistedPropertyMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    persistedAccessors(
      of: declaration, in: context, reading: "getTransformableValue",
      writing: "setTransformableValue")
  }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    persistedPeer(of: declaration)
  }
}
