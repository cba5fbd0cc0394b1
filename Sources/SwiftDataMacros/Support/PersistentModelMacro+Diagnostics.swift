import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension PersistentModelMacro {
  /// Says that only a class can be a model.
  static func diagnoseKind(
    of declaration: some DeclGroupSyntax,
    node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    let (kind, name) = declaration.kindAndName
    var fixIts: [FixIt] = []
    if let keyword = declaration.as(StructDeclSyntax.self)?.structKeyword
      ?? declaration.as(ActorDeclSyntax.self)?.actorKeyword
    {
      fixIts.append(
        .replacing(
          keyword,
          with: TokenSyntax.identifier("final class")
            .with(\.leadingTrivia, keyword.leadingTrivia)
            .with(\.trailingTrivia, keyword.trailingTrivia),
          message: "replace '\(kind)' with 'final class'"
        )
      )
    }
    context.diagnose(
      Diagnostic(
        node: node,
        message: SwiftDataDiagnostic.notApplicable(macro: "Model", kind: kind, name: name.text),
        fixIts: fixIts
      )
    )
  }

  /// Checks each property that `@Model` has to persist.
  static func diagnoseMembers(of model: ClassDeclSyntax, in context: some MacroExpansionContext) {
    for variable in model.allMembers.compactMap({ $0.as(VariableDeclSyntax.self) })
    where variable.isPersisted {
      if variable.isLazy {
        diagnoseLazy(variable, in: context)
      } else if let property = PersistedProperty(variable) {
        diagnose(property, in: context)
      } else {
        diagnoseSeveralProperties(variable, in: context)
      }
    }
  }

  private static func diagnose(
    _ property: PersistedProperty, in context: some MacroExpansionContext
  ) {
    guard let binding = property.declaration.bindings.first else { return }
    if property.name == "description" {
      context.diagnose(
        Diagnostic(
          node: binding.pattern,
          message: SwiftDataDiagnostic.reservedName(property: property.name)
        )
      )
    }
    if let value = binding.initializer?.value, let member = value.implicitMember {
      context.diagnose(
        Diagnostic(
          node: binding.pattern,
          message: SwiftDataDiagnostic.unqualifiedDefault,
          fixIts: [qualifyingFixIt(member, in: value, type: property.type)].compactMap(\.self)
        )
      )
    }
  }

  /// Offers to write the property's type before the dot of its default value.
  private static func qualifyingFixIt(
    _ member: MemberAccessExprSyntax, in value: ExprSyntax, type: TypeSyntax?
  ) -> FixIt? {
    // Inside a collection or a conditional, the member's type is not the property's.
    guard let type, member.id == value.leadingMember?.id else { return nil }
    let base = (type.as(OptionalTypeSyntax.self)?.wrappedType ?? type).trimmed
    guard base.is(IdentifierTypeSyntax.self) || base.is(MemberTypeSyntax.self) else { return nil }
    let qualified = member.with(
      \.base, ExprSyntax("\(base)").with(\.leadingTrivia, member.leadingTrivia))
    return .replacing(
      member,
      with: qualified.with(\.period.leadingTrivia, []),
      message: "write '\(base).\(member.declName.baseName.text)'"
    )
  }

  private static func diagnoseLazy(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    let marked = variable.with(\.leadingTrivia, []).with(
      \.attributes,
      [.attribute("@Transient ")] + variable.with(\.leadingTrivia, []).attributes
    )
    context.diagnose(
      Diagnostic(
        node: variable.bindings,
        message: SwiftDataDiagnostic.lazyProperty(
          name: variable.bindings.first?.pattern.trimmedDescription ?? ""),
        fixIts: [
          .replacing(
            variable, with: marked.with(\.leadingTrivia, variable.leadingTrivia),
            message: "add '@Transient'")
        ]
      )
    )
  }

  private static func diagnoseSeveralProperties(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    let names = variable.bindings.map(\.pattern.trimmedDescription)
    context.diagnose(
      Diagnostic(
        node: variable.bindings,
        message: SwiftDataDiagnostic.severalProperties(names: names),
        fixIts: [splittingFixIt(variable)].compactMap(\.self)
      )
    )
  }

  /// Offers a declaration for each property.
  private static func splittingFixIt(_ variable: VariableDeclSyntax) -> FixIt? {
    guard variable.bindings.allSatisfy({ $0.name != nil }) else { return nil }
    // In 'var x, y: Int' the type stands behind the last name only.
    var annotation: TypeAnnotationSyntax?
    let bindings = variable.bindings.reversed().map { binding -> PatternBindingSyntax in
      annotation = binding.typeAnnotation ?? (binding.initializer == nil ? annotation : nil)
      return binding.with(\.typeAnnotation, annotation?.trimmed).with(\.trailingComma, nil)
    }
    let separator = Trivia.newline + (variable.leadingTrivia.indentation)
    let items = bindings.reversed().enumerated().map { index, binding in
      MemberBlockItemSyntax(
        decl: variable.with(\.bindings, [binding.trimmed])
          .with(\.leadingTrivia, index == 0 ? variable.leadingTrivia : separator)
          .with(\.trailingTrivia, [])
      )
    }
    return .replacing(
      variable, with: MemberBlockItemListSyntax(items), message: "declare each property on its own")
  }

  /// Says that a model needs an initializer, even when all of its properties have defaults.
  static func diagnoseMissingInitializer(
    of model: ClassDeclSyntax,
    inheriting superclass: TypeSyntax?,
    node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    guard !model.allMembers.contains(where: { $0.is(InitializerDeclSyntax.self) }) else { return }
    context.diagnose(
      Diagnostic(
        node: node,
        message: SwiftDataDiagnostic.missingInitializer(model: model.name.text),
        // Which initializer of a superclass to call, only its body tells.
        fixIts: superclass == nil ? [initializerFixIt(model)].compactMap(\.self) : []
      )
    )
  }

  /// Offers an initializer with a parameter for each property that needs a value.
  private static func initializerFixIt(_ model: ClassDeclSyntax) -> FixIt? {
    let persisted = model.persistedProperties
    guard persisted.conditional.allSatisfy(\.isInitialized) else { return nil }
    let properties = persisted.unconditional.filter { !$0.isInitialized }
    let parameters = properties.compactMap { property in
      property.type.map { "\(property.token.text): \($0)" }
    }
    guard parameters.count == properties.count else { return nil }
    let list = model.memberBlock.members
    let indentation =
      list.first?.leadingTrivia.indentation ?? model.leadingTrivia.indentation + .spaces(2)
    let assignments = properties.map {
      "\n\(indentation)  self.\($0.token.text) = \($0.token.text)"
    }
    let body = assignments.isEmpty ? "{}" : "{\(assignments.joined())\n\(indentation)}"
    let initializer: DeclSyntax =
      "\(raw: model.witnessAccess)init(\(raw: parameters.joined(separator: ", "))) \(raw: body)"
    let blankLine = list.isEmpty ? Trivia.newline : .newlines(2)
    let item = MemberBlockItemSyntax(
      leadingTrivia: blankLine + indentation,
      decl: initializer,
      trailingTrivia: model.memberBlock.rightBrace.leadingTrivia.contains(where: \.isNewline)
        ? [] : .newline
    )
    return .replacing(list, with: list + [item], message: "add '\(initializer.signatureText)'")
  }
}

extension DeclSyntax {
  /// An initializer without its body.
  fileprivate var signatureText: String {
    let initializer = `as`(InitializerDeclSyntax.self)?.with(\.body, nil)
    return initializer?.trimmedDescription ?? trimmedDescription
  }
}

extension Trivia {
  /// The blanks of the last line.
  fileprivate var indentation: Trivia {
    let blanks = reversed().prefix { piece in
      switch piece {
      case .spaces, .tabs: true
      default: false
      }
    }
    return Trivia(pieces: blanks.reversed())
  }
}

extension ExprSyntax {
  /// The member access `.member` that the expression begins with, if it does.
  fileprivate var leadingMember: MemberAccessExprSyntax? {
    if let member = `as`(MemberAccessExprSyntax.self) {
      return member.base == nil ? member : member.base?.leadingMember
    }
    if let call = `as`(FunctionCallExprSyntax.self) { return call.calledExpression.leadingMember }
    if let chain = `as`(OptionalChainingExprSyntax.self) { return chain.expression.leadingMember }
    if let unwrap = `as`(ForceUnwrapExprSyntax.self) { return unwrap.expression.leadingMember }
    return nil
  }

  /// A `.member` somewhere that only the property's type can complete, which the schema lacks.
  fileprivate var implicitMember: MemberAccessExprSyntax? {
    if let array = `as`(ArrayExprSyntax.self) {
      return array.elements.lazy.compactMap(\.expression.implicitMember).first
    }
    if let dictionary = `as`(DictionaryExprSyntax.self),
      case .elements(let elements) = dictionary.content
    {
      return elements.lazy.compactMap { $0.key.implicitMember ?? $0.value.implicitMember }.first
    }
    if let tuple = `as`(TupleExprSyntax.self) {
      return tuple.elements.lazy.compactMap(\.expression.implicitMember).first
    }
    return leadingMember
  }
}
