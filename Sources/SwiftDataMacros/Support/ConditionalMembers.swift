import SwiftSyntax

/// What a macro takes from the members of a type, with the `#if` around it.
///
/// The compiler hands a macro the body of a class as it is written, inactive branches included, so
/// generated code has to repeat the conditions.
struct ConditionalMembers<Element> {
  private indirect enum Node {
    case element(Element)
    case conditional([(directive: String, members: ConditionalMembers)])
  }

  private var nodes: [Node]

  /// Reads a body, keeping the declarations for which `transform` has an element.
  init(_ list: MemberBlockItemListSyntax, transform: (DeclSyntax) -> Element?) {
    nodes = list.compactMap { item in
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else {
        return transform(item.decl).map(Node.element)
      }
      let clauses = conditional.clauses.map { clause in
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        let members =
          if case .decls(let list) = clause.elements { list } else {
            [] as MemberBlockItemListSyntax
          }
        return (
          directive: clause.poundKeyword.text + condition,
          members: ConditionalMembers(members, transform: transform)
        )
      }
      return clauses.allSatisfy(\.members.nodes.isEmpty) ? nil : .conditional(clauses)
    }
  }

  /// Every element, whatever condition it stands under.
  var all: [Element] { unconditional + conditional }

  /// The elements outside of any `#if`.
  var unconditional: [Element] {
    nodes.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The elements under some `#if`.
  var conditional: [Element] {
    nodes.flatMap { node in
      if case .conditional(let clauses) = node {
        clauses.flatMap(\.members.all)
      } else {
        [Element]()
      }
    }
  }

  /// A line for each element in the order of the source, under the same conditions as there.
  func lines(_ line: (Element) -> String) -> [String] {
    nodes.flatMap { node in
      switch node {
      case .element(let element):
        [line(element)]
      case .conditional(let clauses):
        clauses.flatMap { [$0.directive] + $0.members.lines(line) } + ["#endif"]
      }
    }
  }
}
