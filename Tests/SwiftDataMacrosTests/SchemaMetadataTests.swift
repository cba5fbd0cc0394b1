import Foundation
import Testing

/// The entries of `schemaMetadata`.
struct SchemaMetadataTests {
  @Test(
    arguments: [
      ("var a: Int", "nil"), ("var a: Int? = nil", "nil"), ("var a = 1", "1"),
      ("var a: Double = 1", "1 as Double"), ("var a: [String] = []", "[] as [String]"),
      ("var a: Double? = 1", "1 as Double?"), ("var a: String! = \"\"", "\"\" as String?"),
      ("var a: Double = 1 + 2", "(1 + 2) as Double"),
      ("var a: Int = b ? 1 : 2", "(b ? 1 : 2) as Int"),
      ("var a: Kind = Kind.b", "Kind.b as Kind"), ("var a = Date.now", "Date.now"),
      ("var a = -1 { didSet {} }", "-1"),
    ])
  func `a default value has the property's type`(declaration: String, value: String) {
    #expect(
      entry(declaration)
        == #"(name: "a", keypath: \A.a, defaultValue: \#(value), metadata: nil)"#)
  }

  @Test func `a conditional default value is wrapped to be an argument`() {
    #expect(
      entry("var a: Int = if b { 1 } else { 2 }")
        == #"(name: "a", keypath: \A.a, defaultValue: { () -> Int in"#)
  }

  @Test(
    arguments: [
      ("@Attribute var a: Int", "Attribute()"), ("@Attribute() var a: Int", "Attribute()"),
      ("@Attribute(.unique, .externalStorage) var a: Int", "Attribute(.unique, .externalStorage)"),
      (#"@Attribute(originalName: "b") var a: Int"#, #"Attribute(originalName: "b")"#),
      ("@SwiftData.Attribute(.unique) var a: Int", "Attribute(.unique)"),
      (
        #"@Relationship(deleteRule: .cascade, inverse: \B.a) var a: Int"#,
        #"Relationship(deleteRule: .cascade, inverse: \B.a)"#
      ),
      ("@Relationship var a: Int", "Relationship()"),
    ])
  func `the arguments of a marker become the metadata`(declaration: String, metadata: String) {
    #expect(
      entry(declaration)
        == #"(name: "a", keypath: \A.a, defaultValue: nil, metadata: SwiftData.Schema.\#(metadata))"#
    )
  }

  @Test func `a name in backticks is plain in the schema`() {
    #expect(
      entry("var `default`: Int")
        == #"(name: "default", keypath: \A.`default`, defaultValue: nil, metadata: nil)"#)
  }

  @Test func `indexes come after the properties and constraints last`() {
    let entries = entries(
      #"""
      #Unique<A>([\.a], [\.a, \.b])
      #Index<A>([\.b])
      var a: Int
      var b: Int
      """#)
    let dummy = #"keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil"#
    #expect(entries.count == 4)
    #expect(
      entries.suffix(2) == [
        #"(name: "SwiftData.Schema.Index", \#(dummy), metadata: SwiftData.Schema.Index<A>([\.b]))"#,
        #"(name: "SwiftData.Schema.Unique", \#(dummy), "#
          + #"metadata: SwiftData.Schema.Unique<A>([\.a], [\.a, \.b]))"#,
      ])
  }

  @Test func `an index under a condition is under the condition in the metadata`() {
    let text = Expansion(
      #"""
      @Model final class A {
        #if os(Linux)
          #Index<A>([\.a])
        #endif
        var a = 1
        init() {}
      }
      """#
    ).text
    let lines = text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    let index = lines.firstIndex { $0.contains("name: \"SwiftData.Schema.Index\"") }
    #expect(index.map { lines[$0 - 1] } == "#if os(Linux)")
    #expect(index.map { lines[$0 + 1] } == "#endif")
  }

  @Test func `index and constraint declarations expand to nothing themselves`() {
    #expect(Expansion(#"#Index<A>([\.a])"#).text == "")
    #expect(Expansion(#"#Unique<A>([\.a])"#).text == "")
  }

  private func entry(_ declaration: String) -> String? { entries(declaration).first }

  /// The arguments of each entry that `@Model` writes for a class with these members.
  private func entries(_ members: String) -> [String] {
    Expansion("@Model final class A {\n\(members)\ninit() {}\n}").text
      .split(separator: "\n")
      .compactMap { line in
        guard let start = line.range(of: "SwiftData.Schema.PropertyMetadata(") else { return nil }
        let arguments = "(" + line[start.upperBound...]
        return arguments.hasSuffix(",") ? String(arguments.dropLast()) : arguments
      }
  }
}
