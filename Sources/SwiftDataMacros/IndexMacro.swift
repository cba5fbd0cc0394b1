import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index`, which `@Model` reads among the class's members; it expands to nothing itself.
struct IndexMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
