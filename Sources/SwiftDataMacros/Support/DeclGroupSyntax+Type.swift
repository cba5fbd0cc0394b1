import SwiftSyntax

extension DeclGroupSyntax {
  /// The kind of type in the compiler's words, and its name.
  var kindAndName: (kind: String, name: TokenSyntax) {
    if let type = `as`(StructDeclSyntax.self) { return ("struct", type.name.trimmed) }
    if let type = `as`(EnumDeclSyntax.self) { return ("enum", type.name.trimmed) }
    if let type = `as`(ActorDeclSyntax.self) { return ("actor", type.name.trimmed) }
    if let type = `as`(ClassDeclSyntax.self) { return ("class", type.name.trimmed) }
    if let type = `as`(ProtocolDeclSyntax.self) { return ("protocol", type.name.trimmed) }
    let name = `as`(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? "_"
    return ("extended", .identifier(name))
  }

  /// The access modifier that a witness of a public protocol needs in this type, with its space.
  var witnessAccess: String {
    if modifiers.contains(.public) || modifiers.contains(.open) { return "public " }
    return modifiers.contains(.package) ? "package " : ""
  }

  /// Every declaration of the body, those inside `#if` included.
  var allMembers: [DeclSyntax] {
    memberBlock.members.flatMap(\.declarations)
  }
}

extension MemberBlockItemSyntax {
  fileprivate var declarations: [DeclSyntax] {
    guard let conditional = decl.as(IfConfigDeclSyntax.self) else { return [decl] }
    return conditional.clauses.flatMap { clause in
      guard case .decls(let list) = clause.elements else { return [DeclSyntax]() }
      return list.flatMap(\.declarations)
    }
  }
}
