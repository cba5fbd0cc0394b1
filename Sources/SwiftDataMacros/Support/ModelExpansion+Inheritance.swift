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
      accessMethod, withMutationMethod,
      "struct _SwiftDataNoType {\n}",
    ]
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
