import SwiftSyntax

/// A persisted property, or a group of members under `#if`, in the order of the source.
indirect enum ModelMember {
  case property(PersistedProperty)
  case conditional([Clause])

  /// One branch of `#if`: its directive up to the line's end, and the members inside.
  struct Clause {
    var directive: String
    var members: [ModelMember]
  }

  /// Reads the members of a class body, leaving out what `@Model` does not persist.
  static func members(of list: MemberBlockItemListSyntax) -> [ModelMember] {
    list.compactMap { item in
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        return PersistedProperty(variable).map(ModelMember.property)
      }
      if let conditional = item.decl.as(IfConfigDeclSyntax.self) {
        let clauses = conditional.clauses.map(Clause.init)
        return clauses.allSatisfy(\.members.isEmpty) ? nil : .conditional(clauses)
      }
      return nil
    }
  }

  /// Every property, whatever condition it stands under.
  var properties: [PersistedProperty] {
    switch self {
    case .property(let property): [property]
    case .conditional(let clauses): clauses.flatMap { $0.members.flatMap(\.properties) }
    }
  }

  var isConditional: Bool {
    if case .conditional = self { true } else { false }
  }
}

extension ModelMember.Clause {
  init(_ clause: IfConfigClauseSyntax) {
    let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
    directive = clause.poundKeyword.text + condition
    if case .decls(let list) = clause.elements {
      members = ModelMember.members(of: list)
    } else {
      members = []
    }
  }
}

extension Sequence<ModelMember> {
  /// Writes a line for each property, under the same conditions as in the source.
  func lines(_ line: (PersistedProperty) -> String) -> String {
    flatMap { member -> [String] in
      switch member {
      case .property(let property):
        [line(property)]
      case .conditional(let clauses):
        clauses.flatMap { [$0.directive, $0.members.lines(line)] } + ["#endif"]
      }
    }
    .joined(separator: "\n")
  }
}
