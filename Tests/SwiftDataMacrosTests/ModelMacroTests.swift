import Testing

/// Which members `@Model` persists and what it adds to the class.
struct ModelMacroTests {
  @Test(
    arguments: [
      "var a: Int", "var a = 1", "let a: Int", "private(set) var a: Int", "var a: Int?",
      "public var a: Int", "var _a: Int", "var `default`: Int", "@Attribute(.unique) var a: Int",
      "@SwiftData.Attribute(.unique) var a: Int", "@Relationship var a: Other?",
      "var a = 1 { didSet {} }", "@available(*, deprecated) var a: Int",
    ])
  func `a stored property is persisted`(declaration: String) {
    #expect(persisted(declaration))
  }

  @Test(
    arguments: [
      "static var a = 1", "static let a = 1", "class var a: Int { 1 }", "var a: Int { 1 }",
      "var a: Int { get { 1 } set {} }", "@Transient var a = 1", "@SwiftData.Transient var a = 1",
      "@Transient lazy var a = 1", "func a() {}", "subscript(a: Int) -> Int { a }",
      "var a: Int { @storageRestrictions(initializes: b) init {} get { 1 } }",
    ])
  func `any other member is left alone`(declaration: String) {
    #expect(!persisted(declaration))
  }

  @Test(
    arguments: [
      "@Attribute(.transformable(by: T.self)) var a: T",
      #"@Attribute(.unique, .transformable(by: "T")) var a: T"#,
      #"@Attribute(Schema.Attribute.Option.transformable(by: "T"), originalName: "b") var a: T"#,
    ])
  func `a transformable property goes through its own macro`(declaration: String) {
    let text = Expansion("@Model final class A {\n  \(declaration)\n  init() {}\n}").text
    #expect(text.contains("@SwiftData._TransformablePersistedProperty"))
    #expect(!text.contains("@SwiftData._PersistedProperty"))
  }

  @Test(
    arguments: [
      ("final class", "static var schemaMetadata"), ("class", "class var schemaMetadata"),
      ("public final class", "public static var schemaMetadata"),
      ("open class", "open class var schemaMetadata"),
      ("open class", "open var persistentBackingData: any SwiftData.BackingData<A>"),
      ("package class", "package class var schemaMetadata"),
      ("final class", "  init(backingData: any SwiftData.BackingData<A>)"),
      ("class", "  required init(backingData: any SwiftData.BackingData<A>)"),
      ("open class", "  public required init(backingData: any SwiftData.BackingData<A>)"),
      ("package final class", "  package init(backingData: any SwiftData.BackingData<A>)"),
      ("private class", "  public var persistentBackingData: any SwiftData.BackingData<A>"),
    ])
  func `a witness is as visible and overridable as the class`(kind: String, member: String) {
    #expect(Expansion("@Model \(kind) A {\n  init() {}\n}").text.contains(member))
  }

  @Test func `the generated initializer sets every peer`() {
    let text = Expansion(
      """
      @Model final class A {
        var a = 1
        var _b: Int?
        var `c`: Int
        var `d e`: Int
        @Transient var f = 1
        init() {}
      }
      """
    ).text
    for peer in ["_a", "__b", "_c", "`_d e`"] {
      #expect(text.contains("\(peer) = _SwiftDataNoType()"))
    }
    #expect(!text.contains("_f = _SwiftDataNoType()"))
  }

  @Test func `the conditions of properties are repeated in the generated members`() {
    let text = Expansion(
      """
      @Model final class A {
        #if os(Linux)
          var a = 1
        #else
          var b = 1
        #endif
        init() {}
      }
      """
    ).text
    #expect(
      text.contains(
        """
            #if os(Linux)
            _a = _SwiftDataNoType()
            #else
            _b = _SwiftDataNoType()
            #endif
            self.persistentBackingData = backingData
        """))
  }

  @Test func `a conformance that the class has is not added again`() {
    let source = "@Model final class A: PersistentModel, Sendable {\n  init() {}\n}"
    let text = Expansion(source, conformances: ["Observable"]).text
    #expect(text.contains("nonisolated extension A: Observation.Observable"))
    #expect(!text.contains("extension A: SwiftData.PersistentModel"))
    #expect(!text.contains("extension A: Sendable"))
  }

  /// Whether `@Model` attaches its property macro to the declaration.
  private func persisted(_ declaration: String) -> Bool {
    Expansion("@Model final class A {\n  \(declaration)\n  init() {}\n}").text
      .contains("@SwiftData._PersistedProperty")
  }
}
