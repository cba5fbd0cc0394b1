import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import SwiftDataMacros

/// The result of expanding the macros of the module in a piece of source.
struct Expansion {
  /// The source with its macros expanded. The attributes that `@Model` adds stay unexpanded.
  var text: String

  var diagnostics: [Diagnostic]

  private var source: String
  private var context: BasicMacroExpansionContext

  /// Expands `source`; the compiler would ask `@Model` for the conformances given.
  init(_ source: String, conformances: [String] = Self.modelConformances) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let specs: [String: MacroSpec] = [
      "Attribute": MacroSpec(type: AttributePropertyMacro.self),
      "Relationship": MacroSpec(type: RelationshipPropertyMacro.self),
      "Transient": MacroSpec(type: TransientPropertyMacro.self),
      "Model": MacroSpec(
        type: PersistentModelMacro.self,
        conformances: conformances.map { TypeSyntax(stringLiteral: $0) }),
      "ModelActor": MacroSpec(
        type: PersistentModelActorMacro.self, conformances: ["SwiftData.ModelActor"]),
      "Index": MacroSpec(type: IndexMacro.self),
      "Unique": MacroSpec(type: UniqueConstraintsMacro.self),
      "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
      "_TransformablePersistedProperty": MacroSpec(type: TransformablePersistedPropertyMacro.self),
    ]
    let expanded = file.expand(
      macroSpecs: specs,
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2)
    )
    text = expanded.description
    diagnostics = context.diagnostics
    self.source = source
    self.context = context
  }

  /// What the compiler passes for a class that conforms to none of the protocols by itself.
  static let modelConformances = ["Observable", "PersistentModel", "Sendable"]

  var messages: [String] { diagnostics.map(\.message) }

  /// Where the first diagnostic points to: the source from there to the line's end.
  var diagnosedText: String? {
    guard let diagnostic = diagnostics.first else { return nil }
    let offset = offset(of: diagnostic.position, in: diagnostic.node)
    return String(decoding: Array(source.utf8)[offset...], as: UTF8.self)
      .split(separator: "\n").first.map(String.init)
  }

  /// The messages of the first diagnostic's fix-its.
  var fixIts: [String] { diagnostics.first?.fixIts.map(\.message.message) ?? [] }

  /// The source after the first fix-it of the first diagnostic.
  var fixedSource: String? {
    guard let fixIt = diagnostics.first?.fixIts.first, let change = fixIt.changes.first,
      case .replace(let old, _) = change
    else { return nil }
    var bytes = Array(source.utf8)
    for edit in fixIt.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      let start = offset(of: edit.range.lowerBound, in: old)
      let length = edit.range.upperBound.utf8Offset - edit.range.lowerBound.utf8Offset
      bytes.replaceSubrange(start..<start + length, with: edit.replacementBytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The place in the source of a position in a node that expansion took out of its file.
  private func offset(of position: AbsolutePosition, in node: Syntax) -> Int {
    context.location(for: position, anchoredAt: node, fileName: "Test.swift").offset
  }
}
