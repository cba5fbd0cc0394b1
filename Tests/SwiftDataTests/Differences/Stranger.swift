import SwiftData

/// A model that the library's schema lacks.
@Model
final class Stranger {
  var name: String

  init(name: String = "nobody") { self.name = name }
}

extension ModelContext {
  /// A context over a store that leaves conditions and orders to it, with models of some names.
  static func overCustomStore(
    _ names: [String], isForgetful: Bool = false
  ) throws -> (container: ModelContainer, context: ModelContext) {
    let container = try ModelContainer(
      for: Schema([Stranger.self]),
      configurations: [DictionaryConfiguration(name: "custom", isForgetful: isForgetful)])
    return (container, try container.contextWithStrangers(names))
  }
}

extension ModelContainer {
  /// A context that has saved models of some names.
  func contextWithStrangers(_ names: [String]) throws -> ModelContext {
    let context = ModelContext(self)
    for name in names { context.insert(Stranger(name: name)) }
    try context.save()
    return context
  }
}
