import SwiftDiagnostics
import Testing

/// What the macros say about wrong use, and what they offer to do about it.
struct DiagnosticTests {
  @Test(
    arguments: [
      ("struct", "@Model final class A {\n}"), ("actor", "@Model final class A {\n}"),
      ("enum", nil),
    ])
  func `only a class can be a model`(kind: String, fixed: String?) {
    let expansion = Expansion("@Model \(kind) A {\n}")
    #expect(expansion.messages == ["'@Model' cannot be applied to \(kind) type 'A'"])
    #expect(expansion.fixedSource == fixed)
    #expect(expansion.text == "\(kind) A {\n}")
  }

  @Test func `only an actor can be a model actor`() {
    let expansion = Expansion("@ModelActor class A {\n}")
    #expect(expansion.messages == ["'@ModelActor' cannot be applied to class type 'A'"])
    #expect(expansion.fixedSource == "@ModelActor actor A {\n}")
    #expect(Expansion("@ModelActor class A: B {\n}").fixIts == [])
  }

  @Test(
    arguments: [
      ("", "init() {}"), ("  var a = 1\n  var b: Int?\n", "init() {}"),
      (
        "  var a: Int\n  var b = 1\n  var c: [String]\n",
        "init(a: Int, c: [String]) {\n    self.a = a\n    self.c = c\n  }"
      ),
    ])
  func `a model needs an initializer even with default values`(members: String, initializer: String)
  {
    let expansion = Expansion("@Model class A {\n\(members)}")
    #expect(expansion.messages == ["@Model requires an initializer be provided for 'A'"])
    #expect(expansion.diagnosedText == "@Model class A {")
    let separator = members.isEmpty ? "" : "\n"
    #expect(expansion.fixedSource == "@Model class A {\n\(members)\(separator)  \(initializer)\n}")
  }

  @Test func `an initializer in an extension does not count`() {
    let source =
      "@Model class A {\n  var a = 1\n}\nextension A {\n  convenience init() { fatalError() }\n}"
    #expect(Expansion(source).messages.count == 1)
  }

  @Test func `an initializer of a public model is offered as public`() {
    let expansion = Expansion("@Model public class A {\n  public var a: Int\n}")
    #expect(expansion.fixIts == ["add 'public init(a: Int)'"])
  }

  @Test(arguments: ["var description: String", "var description = \"\"", "let description: Int"])
  func `a persisted property cannot be named description`(declaration: String) {
    let expansion = model(declaration)
    #expect(expansion.messages == ["A stored property cannot be named 'description'"])
    #expect(expansion.diagnosedText?.hasPrefix("description") == true)
  }

  @Test(
    arguments: [
      "var description: String { \"\" }", "@Transient var description = \"\"",
      "static let description = \"\"",
    ])
  func `a property that is not persisted may be named description`(declaration: String) {
    #expect(model(declaration).diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("var a: Kind = .b", "var a: Kind = Kind.b"), ("var a: Kind? = .b", "var a: Kind? = Kind.b"),
      ("var a: Outer.Kind = .b(1).c", "var a: Outer.Kind = Outer.Kind.b(1).c"),
      ("var a: Date = .now", "var a: Date = Date.now"),
      ("var a: Date = .init()", "var a: Date = Date.init()"),
      ("var a: Kind = (.b)", nil), ("var a: [Kind] = [.b]", nil),
      ("var a: [Kind: Int] = [.b: 1]", nil),
    ])
  func `a default value must name its type`(declaration: String, fixed: String?) {
    let expansion = model(declaration)
    #expect(
      expansion.messages == ["A default value requires a fully qualified domain named value"])
    #expect(expansion.diagnosedText?.hasPrefix("a: ") == true)
    #expect(expansion.fixedSource == fixed.map(source))
  }

  @Test(
    arguments: [
      "var a: Kind = Kind.b", "var a = Kind.b", "@Transient var a: Kind = .b",
      "static var a: Kind = .b", "var a: Int = f(.b)",
    ])
  func `a default value with its type is accepted`(declaration: String) {
    #expect(model(declaration).diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("var a = 1, b = 2", "'a', 'b'", "var a = 1\n  var b = 2"),
      ("var a, b: Int", "'a', 'b'", "var a: Int\n  var b: Int"),
      (
        "public var a: Int?, b, c: Int", "'a', 'b', 'c'",
        "public var a: Int?\n  public var b: Int\n  public var c: Int"
      ),
      ("var (a, b) = (1, 2)", "'(a, b)'", nil),
    ])
  func `persisted properties cannot share a declaration`(
    declaration: String, names: String, fixed: String?
  ) {
    let expansion = model(declaration)
    #expect(
      expansion.messages == [
        "'@Model' needs a declaration of its own for each persisted property; \(names) share one"
      ])
    #expect(expansion.fixedSource == fixed.map(source))
  }

  @Test func `other properties may share a declaration`() {
    #expect(model("static let a = 1, b = 2").diagnostics.isEmpty)
    #expect(model("private static var a, b: Int?").diagnostics.isEmpty)
  }

  @Test func `a lazy property cannot be persisted`() {
    let expansion = model("/// Note.\n  private lazy var a = 1")
    #expect(
      expansion.messages == ["'lazy' property 'a' cannot be persisted; mark it '@Transient'"])
    #expect(expansion.fixedSource == source("/// Note.\n  @Transient private lazy var a = 1"))
  }

  @Test(
    arguments: [
      ("@Transient var a: Int", "@Transient var a: Int?"),
      ("@Transient var a: any P", "@Transient var a: (any P)?"),
      ("@Transient var a: () -> Void", "@Transient var a: (() -> Void)?"),
      ("@Transient let a: Int", nil),
    ])
  func `a transient property needs a default value or an optional type`(
    declaration: String, fixed: String?
  ) {
    let expansion = model(declaration)
    #expect(
      expansion.messages == ["'@Transient' property 'a' needs a default value, or an optional type"]
    )
    #expect(expansion.diagnosedText?.hasPrefix("a: ") == true)
    #expect(expansion.fixedSource == fixed.map(source))
  }

  @Test(
    arguments: [
      "@Transient var a: Int?", "@Transient var a: Int!", "@Transient var a = 1",
      "@Transient var a: Int { 1 }", "@Transient static var a: Int = 1",
      "@Transient private var _a: _SwiftDataNoType",
    ])
  func `a transient property with a value on fetch is accepted`(declaration: String) {
    #expect(model(declaration).diagnostics.isEmpty)
  }

  @Test(arguments: ["Attribute", "Relationship", "Transient"])
  func `a marker belongs to a property`(marker: String) {
    let expansion = model("@\(marker) func a() {}")
    #expect(
      expansion.messages == [
        "'@\(marker)' cannot be applied to the function 'a'; it marks a property of a model"
      ])
    #expect(expansion.fixIts == ["remove '@\(marker)'"])
  }

  @Test(
    arguments: [
      (
        "@Attribute(.unique) var a: Int { 1 }",
        "'@Attribute' has no effect on 'a', which is computed"
      ),
      ("@Relationship var a: Int { 1 }", "'@Relationship' has no effect on 'a', which is computed"),
      (
        "@Attribute static var a = 1", "'@Attribute' has no effect on 'a', which is a type property"
      ),
    ])
  func `a marker without effect is a warning`(declaration: String, message: String) {
    let expansion = model(declaration)
    #expect(expansion.messages == ["\(message) and not persisted"])
    #expect(expansion.diagnostics.first?.diagMessage.severity == .warning)
  }

  private func source(_ declaration: String) -> String {
    "@Model final class A {\n  \(declaration)\n  init() {}\n}"
  }

  private func model(_ declaration: String) -> Expansion { Expansion(source(declaration)) }
}
