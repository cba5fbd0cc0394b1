import Testing

@Suite struct InheritedModelMacroTests {
  @Test func `a subclass of a model keeps backing data of its own and overrides the base's`() {
    let expansion = Expansion(
      """
      @Model class B: A {
        var b: Int

        init(b: Int) {
          self.b = b
          super.init()
        }
      }
      """, conformances: [])
    #expect(expansion.messages == [])
    #expect(
      expansion.text == """
        class B: A {
          @SwiftData._PersistedProperty
          var b: Int

          init(b: Int) {
            self.b = b
            super.init()
          }

          @SwiftData.Transient
          private var _$backingData = SwiftData._DefaultBackingData(inheritingFor: B.self)

          public override var persistentBackingData: any SwiftData.BackingData<A.Root> {
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

          override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "b", keypath: \\B.b, defaultValue: nil, metadata: nil)
            ]
          }

          required init(backingData: any SwiftData.BackingData<A.Root>) {
            _b = _SwiftDataNoType()
            super.init(backingData: SwiftData._passing(backingData, to: A.self))
          }

          private var _$observationRegistrar: Observation.ObservationRegistrar {
            _modelObservationRegistrar ?? Observation.ObservationRegistrar()
          }

          internal nonisolated func access<_M>(
            keyPath: KeyPath<B, _M>
          ) {
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          internal nonisolated func withMutation<_M, _MR>(
            keyPath: KeyPath<B, _M>,
            _ mutation: () throws -> _MR
          ) rethrows -> _MR {
            try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          struct _SwiftDataNoType {
          }
        }
        """)
  }

  @Test func `the superclass is named as it is written`() {
    let expansion = Expansion(
      "@Model final class B: Outer.A, Encodable {\n  init(b: Int) { super.init() }\n}",
      conformances: [])
    #expect(expansion.text.contains("any SwiftData.BackingData<Outer.A.Root>"))
    #expect(expansion.text.contains("to: Outer.A.self"))
  }

  @Test func `what subclasses override is open in an open class`() {
    let base = Expansion("@Model open class A {\n  public init() {}\n}")
    #expect(base.text.contains("open var persistentBackingData: any SwiftData.BackingData<A>"))
    #expect(base.text.contains("open class var schemaMetadata"))
    #expect(base.text.contains("public required init(backingData"))
    let subclass = Expansion(
      "@Model open class B: A {\n  public override init() { super.init() }\n}", conformances: [])
    #expect(subclass.text.contains("open override var persistentBackingData"))
    #expect(subclass.text.contains("open override class var schemaMetadata"))
  }

  @Test func `a subclass needs an initializer, too`() {
    let expansion = Expansion("@Model class B: A {\n  var b = 1\n}", conformances: [])
    #expect(expansion.messages == ["@Model requires an initializer be provided for 'B'"])
    #expect(expansion.fixIts == [])
  }

  @Test func `protocols that a model conforms to are no superclass`() {
    let expansion = Expansion("@Model class A: Codable {\n  init() {}\n}")
    #expect(expansion.text.contains("_DefaultBackingData(for: A.self)"))
  }
}
