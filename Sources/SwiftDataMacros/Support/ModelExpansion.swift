import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members that `@Model` adds to a class.
struct ModelExpansion {
  var model: ClassDeclSyntax
  var members: [ModelMember]

  private var name: TokenSyntax { model.name.trimmed }
  private var access: String { model.witnessAccess }
  private var isFinal: Bool { model.modifiers.contains(.final) }

  var declarations: [DeclSyntax] {
    [
      backingData, persistentBackingData, schemaMetadata, initializer, observationRegistrar,
      accessMethod, withMutationMethod, "struct _SwiftDataNoType {\n}",
    ]
  }

  private var backingData: DeclSyntax {
    """
    @SwiftData.Transient
    private var _$backingData: any SwiftData.BackingData<\(name)> = \(name).createBackingData()
    """
  }

  private var persistentBackingData: DeclSyntax {
    """
    public var persistentBackingData: any SwiftData.BackingData<\(name)> {
      get {
        _$backingData
      }
      set {
        _$backingData = newValue
      }
    }
    """
  }

  /// Backing data by name through `KeyPath`s needs every persisted property, then the index entries.
  private var schemaMetadata: DeclSyntax {
    let kind = isFinal ? "static" : "class"
    let type = "[SwiftData.Schema.PropertyMetadata]"
    guard members.contains(where: \.isConditional) else {
      let entries = members.flatMap(\.properties).map { $0.metadata(in: name) } + constraints
      return """
        \(raw: access)\(raw: kind) var schemaMetadata: \(raw: type) {
          [
            \(raw: entries.map(\.description).joined(separator: ",\n"))
          ]
        }
        """
    }
    // An array literal cannot hold '#if', so the entries are appended one by one.
    let properties = members.lines { "metadata.append(\($0.metadata(in: name)))" }
    let others = constraints.map { "metadata.append(\($0))" }.joined(separator: "\n")
    return """
      \(raw: access)\(raw: kind) var schemaMetadata: \(raw: type) {
        var metadata: \(raw: type) = []
        \(raw: properties)
        \(raw: others)
        return metadata
      }
      """
  }

  /// The entries of the `#Index` and `#Unique` declarations, indexes first.
  private var constraints: [ExprSyntax] {
    let macros = model.allMembers.compactMap { $0.as(MacroExpansionDeclSyntax.self) }
    return ["Index", "Unique"].flatMap { kind in
      macros.filter { $0.macroName.text == kind }.map { macro in
        """
        SwiftData.Schema.PropertyMetadata(
          name: \(literal: "SwiftData.Schema.\(kind)"),
          keypath: \\SwiftData.Schema.encodingVersion, defaultValue: nil,
          metadata: SwiftData.Schema.\(raw: kind)<\(name)>(\(macro.arguments.trimmed))
        )
        """
      }
    }
  }

  private var initializer: DeclSyntax {
    let requirement = isFinal ? "" : "required "
    let peers = members.lines { "\($0.peer) = _SwiftDataNoType()" }
    return """
      \(raw: access)\(raw: requirement)init(backingData: any SwiftData.BackingData<\(name)>) {
        \(raw: peers)
        self.persistentBackingData = backingData
      }
      """
  }

  private var observationRegistrar: DeclSyntax {
    """
    @SwiftData.Transient
    private let _$observationRegistrar = Observation.ObservationRegistrar()
    """
  }

  private var accessMethod: DeclSyntax {
    """
    internal nonisolated func access<_M>(
      keyPath: KeyPath<\(name), _M>
    ) {
      _$observationRegistrar.access(self, keyPath: keyPath)
    }
    """
  }

  private var withMutationMethod: DeclSyntax {
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
