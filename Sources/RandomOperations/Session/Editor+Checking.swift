internal import SwiftData

extension Editor {
  /// Compares all rows of a graph with what a context fetches.
  func compare(
    _ context: ModelContext, _ graph: Graph, held: [Int: any PersistentModel], _ place: String
  ) throws {
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      var query = Query()
      query.isLastKeyAscending = true
      let models = try entity.fetch(query, schema, in: context)
      let expected = graph.numbers(of: index)
      let found = models.map { entity.number(of: $0) }
      guard found == expected else {
        throw Difference("rows", "\(place) has the \(entity.name) rows \(found), not \(expected)")
      }
      for (number, model) in zip(expected, models) {
        try compare(model, number, graph, place)
        if let former = held[number], former !== model {
          throw Difference("identity", "\(place) has a second model for \(graph.name(number))")
        }
        guard model.modelContext === context, !model.isDeleted else {
          throw Difference("flags", "\(graph.name(number)) is not in \(place)")
        }
      }
    }
  }

  private func compare(
    _ model: any PersistentModel, _ number: Int, _ graph: Graph, _ place: String
  ) throws {
    let row = graph[number]
    let entity = graph.entity(of: number)
    for (attribute, expected) in zip(entity.attributes, row.values) {
      let value = attribute.read(model)
      guard value == expected else {
        throw Difference(
          "value",
          "in \(place) \(graph.name(number)).\(attribute.name) is \(value), not \(expected)")
      }
    }
    for (index, relationship) in entity.relationships.enumerated() {
      if graph.lacks(number, index) { continue }
      let destination = schema.entities[relationship.shape.destination]
      let found = relationship.read(model).map { destination.number(of: $0) }.sorted()
      guard found == row.links[index].sorted() else {
        throw Difference(
          "relationship",
          "in \(place) \(graph.name(number)).\(relationship.name) leads to \(found), not \(row.links[index].sorted())"
        )
      }
    }
  }

  func compare(_ place: String = "the context") throws {
    try compare(context, work, held: held, place)
  }

  /// Compares what the context says is unsaved with what is.
  func checkPending(since saved: Graph) throws {
    let changes = work.differences(from: saved)
    if !changes.isEmpty, !context.hasChanges {
      throw Difference("flags", "hasChanges is false with unsaved changes")
    }
    if !isTouched, context.hasChanges {
      throw Difference("flags", "hasChanges is true without any change: \(context)")
    }
    let inserted = Set(try context.insertedModelsArray.map(number(of:)))
    let added = changes.filter { saved.rows[$0] == nil }
    guard inserted == added else {
      throw Difference(
        "flags", "insertedModelsArray has \(inserted.sorted()), not \(added.sorted())")
    }
    let deleted = Set(try context.deletedModelsArray.map(number(of:)))
    let gone = changes.filter { work.rows[$0] == nil }
    guard deleted == gone else {
      throw Difference("flags", "deletedModelsArray has \(deleted.sorted()), not \(gone.sorted())")
    }
    let changed = Set(try context.changedModelsArray.map(number(of:)))
    let edited = changes.filter { work.rows[$0] != nil && saved.rows[$0] != nil }
    guard edited.isSubset(of: changed) else {
      throw Difference(
        "flags", "changedModelsArray has \(changed.sorted()), not \(edited.sorted())")
    }
    guard changed.isDisjoint(with: added), changed.isDisjoint(with: gone) else {
      throw Difference("flags", "changedModelsArray has inserted or deleted models: \(changed)")
    }
  }
}
