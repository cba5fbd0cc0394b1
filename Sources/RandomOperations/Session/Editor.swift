internal import SwiftData

/// What was done, in Swift for people to read, where somebody wants to.
final class Log {
  private(set) var lines: [String] = []
  private let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  func write(_ line: @autoclosure () -> String) { if isOn { lines.append(line()) } }
}

/// A context with what its user expects of it.
final class Editor {
  let context: ModelContext
  let schema: SampleSchema
  /// The name of the context in what is printed.
  let name: String
  /// What the context shows.
  var work: Graph
  /// Models that are held on to, by the number of their row.
  var held: [Int: any PersistentModel] = [:]
  /// Models that were held when their row went, until a save or a rollback settles where they are.
  var gone: [Int: any PersistentModel] = [:]
  /// Models that are in use for the length of one operation.
  var inUse: [any PersistentModel] = []
  /// Whether anything was done since the last save or rollback.
  var isTouched = false { didSet { if !isTouched { touched = [] } } }
  /// The rows that were edited since then, if only to what they were before.
  var touched = Set<Int>()
  private let log: Log

  init(_ context: ModelContext, _ work: Graph, name: String, log: Log) {
    self.context = context
    self.work = work
    self.name = name
    self.log = log
    schema = work.schema
  }

  func write(_ line: @autoclosure () -> String) { log.write(line()) }

  /// The model of a row: the one that is held, or one that is fetched.
  func model(_ number: Int, _ random: inout RandomSource) throws -> any PersistentModel {
    if let model = held[number] { return model }
    let entity = work.entity(of: number)
    var query = Query()
    query.condition = .isNumber(number)
    write("let \(work.name(number)) = try \(name).fetch(\(query.text(entity, schema)))[0]")
    let found = try entity.fetch(query, schema, in: context)
    guard found.count == 1 else {
      throw Difference("fetch", "\(found.count) rows have the number \(number)")
    }
    inUse.append(found[0])
    if !random.once(in: 3) { held[number] = found[0] }
    return found[0]
  }

  /// Sets models aside whose row is gone.
  func forgetGone() {
    for (number, model) in held where work.rows[number] == nil {
      held[number] = nil
      gone[number] = model
    }
  }

  /// A model whose deletion was saved has left the context, which does not know its identifier any more.
  func checkGone() throws {
    for (number, model) in gone.sorted(by: { $0.key < $1.key }) {
      guard let entity = schema.entities.first(where: { $0.type == type(of: model) }) else {
        continue
      }
      let name = Graph.name(number, entity)
      guard model.modelContext == nil, !model.isDeleted, !model.hasChanges else {
        throw Difference("flags", "\(name) is in \(self.name) after its deletion was saved")
      }
      guard entity.registered(model.persistentModelID, in: context) == nil else {
        throw Difference("identity", "\(self.name) still knows \(name), which is gone")
      }
    }
    gone = [:]
  }

  func number(of model: any PersistentModel) throws -> Int {
    let type = type(of: model)
    guard let entity = schema.entities.first(where: { $0.type == type }) else {
      throw Difference("type", "a model of the type \(type) came from the context")
    }
    return entity.number(of: model)
  }
}
