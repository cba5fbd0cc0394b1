import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members that `@Model` adds to a class.
struct ModelExpansion {
  var name: TokenSyntax
  var access: String
  var isOpen: Bool
  private var isFinal: Bool
  /// The superclass, where it is a model too.
  private var superclass: TypeSyntax?
  private var declaresEquality: Bool
  var properties: ConditionalMembers<PersistedProperty>
  private var constraints: [ConditionalMembers<MacroExpansionDeclSyntax>]

  /// - Parameter superclass: The superclass, where it is a model too.
  init(_ model: ClassDeclSyntax, inheriting superclass: TypeSyntax? = nil) {
    name = model.name.trimmed
    access = model.witnessAccess
    isOpen = model.modifiers.contains(.open)
    self.superclass = superclass
    declaresEquality = model.declaresEqualityAlone
    isFinal = model.modifiers.contains(.final)
    properties = model.persistedProperties
    constraints = ["Index", "Unique"].map { kind in
      ConditionalMembers(model.memberBlock.members) { member in
        member.as(MacroExpansionDeclSyntax.self).flatMap { $0.macroName.text == kind ? $0 : nil }
      }
    }
  }

  var declarations: [DeclSyntax] {
    if let superclass { return inheritingDeclarations(superclass) }
    // Subclasses would have to repeat the initializer, which SwiftData does not ask of them.
    return [backingData, persistentBackingData, schemaMetadata, initializer]
      + (isFinal ? [valuesInitializer] : [])
      + [
        observationRegistrar, observationRegistrarAccess, accessMethod, withMutationMethod,
        "struct _SwiftDataNoType {\n}",
      ]
      + (declaresEquality ? [equality] : [])
  }

  /// Names the class's own `==` as the witness of the conformance that an extension of the macro brings.
  ///
  /// Checking such an extension, the compiler finds an operator of the class twice and calls it ambiguous.
  private var equality: DeclSyntax {
    """
    @_implements(Swift.Equatable, ==(_:_:))
    \(raw: access)static func _modelsAreEqual(_ lhs: \(name), _ rhs: \(name)) -> Bool {
      lhs == rhs
    }
    """
  }

  private var backingData: DeclSyntax {
    """
    @SwiftData.Transient
    private var _$backingData = SwiftData._DefaultBackingData(for: \(name).self)
    """
  }

  private var persistentBackingData: DeclSyntax {
    """
    \(raw: isOpen ? "open" : "public") var persistentBackingData: any SwiftData.BackingData<\(name)> {
      get {
        _$backingData.original
      }
      set {
        _$backingData = SwiftData._DefaultBackingData(newValue)
      }
    }
    """
  }

  /// The persisted properties in the order of the source, then the indexes, then the constraints.
  var schemaMetadata: DeclSyntax {
    let access = isOpen ? "open " : access
    let kind = superclass != nil ? "override class" : isFinal ? "static" : "class"
    let type = "[SwiftData.Schema.PropertyMetadata]"
    let isConditional =
      !properties.conditional.isEmpty || constraints.contains { !$0.conditional.isEmpty }
    if !isConditional {
      let entries =
        properties.all.map { $0.metadata(in: name) } + constraints.flatMap(\.all).map(metadata)
      let list = entries.map { "\n\($0)" }.joined(separator: ",")
      return """
        \(raw: access)\(raw: kind) var schemaMetadata: \(raw: type) {
          [\(raw: list)
          ]
        }
        """
    }
    // An array literal cannot hold '#if', so the entries are appended one by one.
    let lines =
      properties.lines { "metadata.append(\($0.metadata(in: name)))" }
      + constraints.flatMap { $0.lines { "metadata.append(\(metadata(of: $0)))" } }
    return """
      \(raw: access)\(raw: kind) var schemaMetadata: \(raw: type) {
        var metadata: \(raw: type) = []
        \(raw: lines.joined(separator: "\n"))
        return metadata
      }
      """
  }

  /// Builds the entry for `#Index` or `#Unique`, which the schema knows by its name.
  private func metadata(of macro: MacroExpansionDeclSyntax) -> ExprSyntax {
    let type: ExprSyntax = "SwiftData.Schema.\(macro.macroName.trimmed)"
    return """
      SwiftData.Schema.PropertyMetadata(\
      name: \(literal: type.description), keypath: \\SwiftData.Schema.encodingVersion, \
      defaultValue: nil, metadata: \(type)<\(name)>(\(macro.arguments.trimmed)))
      """
  }

  private var initializer: DeclSyntax {
    initializer(
      "backingData: any SwiftData.BackingData<\(name)>", "self.persistentBackingData = backingData")
  }

  /// The initializer that a fetch uses, which needs no existential for each instance.
  private var valuesInitializer: DeclSyntax {
    initializer(
      "_values _$storedValues: SwiftData._StoredValues",
      "_$backingData = SwiftData._DefaultBackingData(_$storedValues)")
  }

  private func initializer(_ parameter: String, _ statement: String) -> DeclSyntax {
    let requirement = isFinal ? "" : "required "
    let peers = properties.lines { "\($0.peer) = _SwiftDataNoType()" }
    let body = (peers + [statement]).joined(separator: "\n")
    return """
      \(raw: access)\(raw: requirement)init(\(raw: parameter)) {
        \(raw: body)
      }
      """
  }

  private var observationRegistrar: DeclSyntax {
    """
    @SwiftData.Transient
    private let _$observationRegistrar = Observation.ObservationRegistrar()
    """
  }

  private var observationRegistrarAccess: DeclSyntax {
    """
    public var _modelObservationRegistrar: Observation.ObservationRegistrar? {
      _$observationRegistrar
    }
    """
  }

  var accessMethod: DeclSyntax {
    """
    internal nonisolated func access<_M>(
      keyPath: KeyPath<\(name), _M>
    ) {
      _$observationRegistrar.access(self, keyPath: keyPath)
    }
    """
  }

  var withMutationMethod: DeclSyntax {
    """
    internal nonisolated func withMutation<_M, _MR>(
      keyPath: KeyPath<\(name), _M>,
      _ mutation: () throws -> _MR
    ) rethrows -> _MR {
      try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
    """
  }
}

extension ClassDeclSyntax {
  /// Whether the class has a `==` of its own but does not itself say what it is for.
  fileprivate var declaresEqualityAlone: Bool {
    let protocols: Set = ["Equatable", "Hashable", "Comparable"]
    let isDeclared = inheritanceClause?.inheritedTypes.contains { inherited in
      protocols.contains { inherited.type.trimmedDescription.hasSuffix($0) }
    }
    return isDeclared != true
      && memberBlock.members.contains { $0.decl.as(FunctionDeclSyntax.self)?.name.text == "==" }
  }

  /// The properties that `@Model` persists in this class.
  var persistedProperties: ConditionalMembers<PersistedProperty> {
    ConditionalMembers(memberBlock.members) { member in
      member.as(VariableDeclSyntax.self).flatMap(PersistedProperty.init)
    }
  }
}
