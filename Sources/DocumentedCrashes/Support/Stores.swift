import Foundation
import SwiftData

/// A container in memory that nobody shares.
func makeContainer(_ types: any PersistentModel.Type...) throws -> ModelContainer {
  let schema = Schema(types)
  let configuration = ModelConfiguration(
    UUID().uuidString, schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: .none)
  return try ModelContainer(for: schema, configurations: configuration).kept()
}

/// A container over the file at a URL.
func makeContainer(_ types: any PersistentModel.Type..., at url: URL) throws -> ModelContainer {
  let schema = Schema(types)
  let configuration = ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)
  return try ModelContainer(for: schema, configurations: configuration).kept()
}

/// A folder that is removed at the end of its scope.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("documented-crash-\(UUID().uuidString)", isDirectory: true)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

extension ModelContext {
  /// The only model of a type.
  ///
  /// - Throws: What the fetch throws, and an error where there is not exactly one.
  func only<Model: PersistentModel>(_ type: Model.Type) throws -> Model {
    let models = try fetch(FetchDescriptor<Model>())
    guard models.count == 1 else {
      throw UnexpectedCount(model: "\(type)", count: models.count)
    }
    return models[0]
  }

  /// How many models of a type there are.
  func count<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
    try fetchCount(FetchDescriptor<Model>())
  }
}

/// The error where exactly one model was to be found.
struct UnexpectedCount: Error, CustomStringConvertible {
  let model: String
  let count: Int

  var description: String { "one \(model) was to be found, and there are \(count)" }
}
