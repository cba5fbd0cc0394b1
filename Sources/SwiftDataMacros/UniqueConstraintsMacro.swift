import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique`, which `@Model` reads among the class's members; it expands to nothing itself.
struct UniqueConstraintsMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
