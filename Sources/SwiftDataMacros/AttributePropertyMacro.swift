import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`, whose arguments `@Model` reads; it expands to nothing itself.
struct AttributePropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    checkMarker("Attribute", node, on: declaration, in: context)
    return []
  }
}
