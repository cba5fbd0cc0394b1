import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty`, which turns a stored property into one over the model's backing data.
struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    persistedAccessors(of: declaration, in: context, reading: "getValue", writing: "setValue")
  }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    persistedPeer(of: declaration)
  }
}

/// The accessors of a persisted property over two methods of the backing data and the model.
func persistedAccessors(
  of declaration: some DeclSyntaxProtocol,
  in context: some MacroExpansionContext,
  reading getter: String,
  writing setter: String
) -> [AccessorDeclSyntax] {
  guard let property = declaration.as(VariableDeclSyntax.self).flatMap(PersistedProperty.init)
  else { return [] }
  let name = property.token
  // A key path is looked up at each evaluation, so one serves the observers and the value.
  let model = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.name.trimmed
  let keyPath: ExprSyntax = "\\\(raw: model?.text ?? "Self").\(name)"
  return [
    """
    @storageRestrictions(accesses: _$backingData, initializes: \(property.peer))
    init(initialValue) {
      _$backingData.initial.\(raw: setter)(forKey: \\.\(name), to: initialValue)
      \(property.peer) = _SwiftDataNoType()
    }
    """,
    """
    get {
      _$backingData.values.\(raw: getter)(
        forKey: \(keyPath), of: self, observed: _$observationRegistrar)
    }
    """,
    """
    set {
      _$backingData.values.\(raw: setter)(
        forKey: \(keyPath), to: newValue, of: self, observed: _$observationRegistrar)
    }
    """,
  ]
}

/// The empty stored property that stands for a persisted one in definite initialization.
func persistedPeer(of declaration: some DeclSyntaxProtocol) -> [DeclSyntax] {
  guard let property = declaration.as(VariableDeclSyntax.self).flatMap(PersistedProperty.init)
  else { return [] }
  let value: DeclSyntax =
    property.defaultValue == nil
    ? "@SwiftData.Transient private var \(property.peer): _SwiftDataNoType"
    : "@SwiftData.Transient private var \(property.peer): _SwiftDataNoType = _SwiftDataNoType()"
  return [value]
}
