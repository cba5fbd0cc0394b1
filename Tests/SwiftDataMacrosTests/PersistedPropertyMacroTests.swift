import Testing

/// The accessors and the peer of a persisted property.
struct PersistedPropertyMacroTests {
  @Test func `a property reads, writes and initializes the backing data`() {
    #expect(
      Expansion("class A {\n  @_PersistedProperty\n  var a: Int\n}").text == #"""
        class A {
          var a: Int {
            @storageRestrictions(accesses: _$backingData, initializes: _a)
            init(initialValue) {
              _$backingData.initial.setValue(forKey: \.a, to: initialValue)
              _a = _SwiftDataNoType()
            }
            get {
              _$backingData.values.getValue(
                forKey: \A.a, of: self, observed: _$observationRegistrar)
            }
            set {
              _$backingData.values.setValue(
                forKey: \A.a, to: newValue, of: self, observed: _$observationRegistrar)
            }
          }

          @SwiftData.Transient private var _a: _SwiftDataNoType
        }
        """#)
  }

  @Test(
    arguments: [
      "_$backingData.initial.setTransformableValue(forKey: \\.a, to: initialValue)",
      "_$backingData.values.getTransformableValue(",
      "forKey: \\A.a, to: newValue, of: self, observed: _$observationRegistrar)",
    ])
  func `a transformable property uses the transformable methods`(call: String) {
    let text = Expansion("class A {\n  @_TransformablePersistedProperty var a: Int\n}").text
    #expect(text.contains(call))
  }

  @Test(
    arguments: [
      ("var a = 1", "_a: _SwiftDataNoType = _SwiftDataNoType()"),
      ("var a: Int? = nil", "_a: _SwiftDataNoType = _SwiftDataNoType()"),
      ("var a: Int?", "_a: _SwiftDataNoType\n"), ("var _a: Int", "__a: _SwiftDataNoType\n"),
      ("var `class`: Int", "_class: _SwiftDataNoType\n"),
      ("var `a b`: Int", "`_a b`: _SwiftDataNoType\n"),
    ])
  func `a peer is initialized in place where the property has a value`(
    declaration: String, peer: String
  ) {
    let text = Expansion("class A {\n  @_PersistedProperty \(declaration)\n}").text
    #expect(text.contains("@SwiftData.Transient private var \(peer)"))
  }

  @Test func `a key path keeps the backticks of the name`() {
    let text = Expansion("class A {\n  @_PersistedProperty var `class`: Int\n}").text
    #expect(text.contains(#"forKey: \A.`class`, of: self"#))
  }
}
