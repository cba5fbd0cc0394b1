import SwiftSyntax
import SwiftSyntaxMacros

/// `@Relationship`, whose arguments `@Model` reads; it expands to nothing itself.
struct RelationshipPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    checkMarker("Relationship", node, on: declaration, in: context)
    return []
  }
}
