import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`, which gives an actor a context of its own and runs it on that context's executor.
struct PersistentModelActorMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self) else {
      let (kind, name) = declaration.kindAndName
      context.diagnose(
        Diagnostic(
          node: node,
          message: SwiftDataDiagnostic.notApplicable(
            macro: "ModelActor", kind: kind, name: name.text),
          fixIts: [declaration.actorFixIt].compactMap(\.self)
        )
      )
      return []
    }
    let access = declaration.witnessAccess
    var members: [DeclSyntax] = [
      "\(raw: access)nonisolated let modelExecutor: any SwiftData.ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: SwiftData.ModelContainer",
    ]
    if declaration.needsModelContainerInitializer {
      members.append(
        """
        \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
          let modelContext = SwiftData.ModelContext(modelContainer)
          self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
        """
      )
    }
    return members
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.ModelActor {}")]
  }
}

extension DeclGroupSyntax {
  /// Whether `init(modelContainer:)` is neither written already nor replaced by an initializer that
  /// sets more than the macro knows of.
  fileprivate var needsModelContainerInitializer: Bool {
    let initializers = allMembers.compactMap { $0.as(InitializerDeclSyntax.self) }
    let isWritten = initializers.contains { initializer in
      initializer.signature.parameterClause.parameters.map(\.firstName.text) == ["modelContainer"]
    }
    return !isWritten && (initializers.isEmpty || !hasUninitializedProperty)
  }

  /// Whether a stored property gets its value from initializers only.
  private var hasUninitializedProperty: Bool {
    allMembers.compactMap { $0.as(VariableDeclSyntax.self) }.contains { variable in
      !variable.isTypeProperty && !variable.isComputed
        && variable.bindings.contains { !$0.isInitialized(in: variable) }
    }
  }

  /// Offers to make a class an actor.
  fileprivate var actorFixIt: FixIt? {
    guard let declaration = `as`(ClassDeclSyntax.self), declaration.inheritanceClause == nil
    else { return nil }
    let keyword = declaration.classKeyword
    return .replacing(
      keyword,
      with: keyword.with(\.tokenKind, .keyword(.actor)),
      message: "replace 'class' with 'actor'"
    )
  }
}
