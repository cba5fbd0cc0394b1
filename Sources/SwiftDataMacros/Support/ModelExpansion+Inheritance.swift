import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelExpansion {
  /// The members of a class whose superclass is a model.
  ///
  /// An initializer sets the properties of a subclass before those of its superclass exist, so the class
  /// keeps the values in backing data of its own until the two are joined.
  func inheritingDeclarations(_ superclass: TypeSyntax) -> [DeclSyntax] {
    [
      """
      @SwiftData.Transient
      private var _$backingData = SwiftData._DefaultBackingData(inheritingFor: \(name).self)
      """,
      """
      \(raw: isOpen ? "open" : "public") override var persistentBackingData: \
      any SwiftData.BackingData<\(superclass).Root> {
        get {
          let inherited = super.persistentBackingData
          _$backingData.join(inherited)
          return inherited
        }
        set {
          super.persistentBackingData = newValue
          _$backingData.share(newValue)
        }
      }
      """,
      schemaMetadata,
      inheritingInitializer(superclass),
      """
      private var _$observationRegistrar: Observation.ObservationRegistrar {
        _modelObservationRegistrar ?? Observation.ObservationRegistrar()
      }
      """,
      accessMethod, withMutationMethod, inheritedKeyPaths,
    ] + (isFinal ? [] : [keyPathsOfHeirs]) + ["struct _SwiftDataNoType {\n}"]
  }

  /// The key paths of inherited properties with this class as root, by which users of the class spell them.
  var inheritedKeyPaths: DeclSyntax {
    let access = isOpen ? "open " : access
    let kind = superclass == nil ? "class" : "override class"
    let value = superclass.map { "\($0)._keyPaths(of: \(name).self)" } ?? "[:]"
    return """
      \(raw: access)\(raw: kind) var _inheritedKeyPaths: [String: AnyKeyPath] {
        \(raw: value)
      }
      """
  }

  /// Spells the properties with a class that inherits as root.
  ///
  /// Such a key path equals none with another root, and the macro of a subclass does not see the properties.
  var keyPathsOfHeirs: DeclSyntax {
    let type = "[String: PartialKeyPath<_Heir>]"
    let inherited = superclass.map { "\($0)._keyPaths(of: _Heir.self)" } ?? "[:]"
    let head = "\(access)class func _keyPaths<_Heir: \(name)>(of _: _Heir.Type) -> \(type)"
    let lines = properties.lines { "keyPaths[\"\($0.name)\"] = \\_Heir.\($0.token)" }
    if lines.isEmpty {
      return """
        \(raw: head) {
          \(raw: inherited)
        }
        """
    }
    return """
      \(raw: head) {
        var keyPaths: \(raw: type) = \(raw: inherited)
        \(raw: lines.joined(separator: "\n"))
        return keyPaths
      }
      """
  }

  private func inheritingInitializer(_ superclass: TypeSyntax) -> DeclSyntax {
    let peers = properties.lines { "\($0.peer) = _SwiftDataNoType()" }
    let statement = """
      super.init(backingData: SwiftData._passing(backingData, to: \(superclass).self))
      """
    return """
      \(raw: access)required init(backingData: any SwiftData.BackingData<\(superclass).Root>) {
        \(raw: (peers + [statement]).joined(separator: "\n"))
      }
      """
  }
}
