import Testing

/// What `@ModelActor` adds to an actor.
struct ModelActorMacroTests {
  @Test func `an actor gets its executor and container and an initializer`() {
    #expect(
      Expansion("@ModelActor actor A {\n}").text == """
        actor A {

          nonisolated let modelExecutor: any SwiftData.ModelExecutor

          nonisolated let modelContainer: SwiftData.ModelContainer

          init(modelContainer: SwiftData.ModelContainer) {
            let modelContext = SwiftData.ModelContext(modelContainer)
            self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
          }
        }

        extension A: SwiftData.ModelActor {
        }
        """)
  }

  @Test(
    arguments: [
      "public nonisolated let modelExecutor", "public nonisolated let modelContainer",
      "public init(modelContainer: SwiftData.ModelContainer)",
    ])
  func `the members of a public actor are public`(member: String) {
    #expect(Expansion("@ModelActor public actor A {\n}").text.contains(member))
  }

  @Test(
    arguments: [
      "init(modelContainer: ModelContainer) {}",
      "let a: Int\ninit(modelContainer: ModelContainer, a: Int) {}",
      "var a: Int\ninit(container: ModelContainer) {}",
    ])
  func `an initializer of the actor's own replaces the generated one`(members: String) {
    let text = Expansion("@ModelActor actor A {\n\(members)\n}").text
    #expect(!text.contains("self.modelContainer = modelContainer"))
  }

  @Test(
    arguments: [
      "let a = 1", "init(container: ModelContainer) { self.init(modelContainer: container) }",
      "var a: Int?\nstatic let b: Int = 1\nvar c: Int { 1 }\ninit(container: ModelContainer) {}",
    ])
  func `the generated initializer stays where it can`(members: String) {
    let text = Expansion("@ModelActor actor A {\n\(members)\n}").text
    #expect(text.contains("self.modelContainer = modelContainer"))
  }
}
