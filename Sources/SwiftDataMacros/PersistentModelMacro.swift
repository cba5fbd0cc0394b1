import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`, which makes a class a persistent and observable model.
struct PersistentModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let model = declaration.as(ClassDeclSyntax.self) else {
      diagnoseKind(of: declaration, node: node, in: context)
      return []
    }
    let superclass = model.inheritedModel(stillNeeding: protocols)
    diagnoseMembers(of: model, in: context)
    diagnoseMissingInitializer(of: model, inheriting: superclass, node: node, in: context)
    return ModelExpansion(model, inheriting: superclass).declarations
  }
}

extension PersistentModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard declaration.is(ClassDeclSyntax.self),
      let property = member.as(VariableDeclSyntax.self).flatMap(PersistedProperty.init)
    else { return [] }
    return property.isTransformable
      ? ["@SwiftData._TransformablePersistedProperty"] : ["@SwiftData._PersistedProperty"]
  }
}

extension PersistentModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // A subclass of a model inherits the conformances.
    guard let model = declaration.as(ClassDeclSyntax.self),
      model.inheritedModel(stillNeeding: protocols) == nil
    else { return [] }
    // What the class conforms to already is not in the list, and must not be declared again.
    let missing = Set(protocols.map(\.lastName))
    var extensions: [ExtensionDeclSyntax] = []
    if missing.contains("PersistentModel") {
      extensions.append(
        try ExtensionDeclSyntax(
          "nonisolated extension \(type.trimmed): SwiftData.PersistentModel {}"))
    }
    if missing.contains("Observable") {
      extensions.append(
        try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): Observation.Observable {}"))
    }
    if missing.contains("Sendable") {
      extensions.append(
        try ExtensionDeclSyntax(
          """
          @available(*, unavailable, message: \(literal: model.sendableMessage))
          extension \(type.trimmed): Sendable {}
          """
        )
      )
    }
    return extensions
  }
}

extension ClassDeclSyntax {
  /// The superclass where it is a model: the compiler no longer asks for the conformance then.
  fileprivate func inheritedModel(stillNeeding protocols: [TypeSyntax]) -> TypeSyntax? {
    guard let inherited = inheritanceClause?.inheritedTypes,
      !protocols.contains(where: { $0.lastName == "PersistentModel" }),
      !inherited.contains(where: { $0.type.lastName == "PersistentModel" })
    else { return nil }
    return inherited.first?.type.trimmed
  }

  fileprivate var sendableMessage: String {
    """
    A model belongs to its ModelContext and cannot be sent elsewhere; use a ModelActor, or send \
    the persistentModelID of '\(name.text)' and fetch the model again.
    """
  }
}

extension TypeSyntax {
  /// The name at the end of a possibly qualified type.
  fileprivate var lastName: String {
    `as`(MemberTypeSyntax.self)?.name.text ?? `as`(IdentifierTypeSyntax.self)?.name.text ?? ""
  }
}
