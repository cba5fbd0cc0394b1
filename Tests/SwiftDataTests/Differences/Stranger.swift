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
    let context = ModelContext(container)
    for name in names {
      let stranger = Stranger()
      stranger.name = name
      context.insert(stranger)
    }
    try context.save()
    return (container, context)
  }
}
