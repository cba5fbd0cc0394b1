import Foundation
import SwiftData

/// The entity of the workloads: one property of each common type, an index and a reference.
@Model final class Expense {
  #Index<Expense>([\.category])

  var amount: Double
  var category: Int
  var date: Date
  var id: UUID
  var isPaid: Bool
  var name: String
  var note: String?
  var trip: Trip?

  init(_ values: ExpenseValues) {
    amount = values.amount
    category = values.category
    date = values.date
    id = values.id
    isPaid = values.isPaid
    name = values.name
    note = values.note
  }

  /// Reads every attribute.
  var values: ExpenseValues {
    ExpenseValues(
      amount: amount, category: category, date: date, id: id, isPaid: isPaid, name: name, note: note
    )
  }
}

@Model final class Person {
  var name: String
  var trips: [Trip]

  init(name: String, trips: [Trip] = []) {
    self.name = name
    self.trips = trips
  }
}

@Model final class Place {
  var latitude: Double
  var longitude: Double
  var name: String
  var trip: Trip?

  init(name: String, latitude: Double, longitude: Double) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }
}

@Model final class Tag {
  var name: String
  var trip: Trip?

  init(name: String) { self.name = name }
}

@Model final class Trip {
  @Relationship(deleteRule: .cascade, inverse: \Expense.trip) var expenses: [Expense]
  @Relationship(inverse: \Person.trips) var people: [Person]
  @Relationship(deleteRule: .cascade, inverse: \Place.trip) var places: [Place]
  var start: Date
  @Relationship(inverse: \Tag.trip) var tags: [Tag]
  var title: String

  init(title: String, start: Date) {
    self.title = title
    self.start = start
    expenses = []
    people = []
    places = []
    tags = []
  }
}

/// The engine's side of the workloads.
enum Engine {
  static let models: [any PersistentModel.Type] = [
    Expense.self, Person.self, Place.self, Tag.self, Trip.self,
  ]

  /// A new container at a path, or in memory.
  static func makeContainer(path: String?) throws -> ModelContainer {
    let schema = Schema(models)
    let configuration =
      if let path {
        ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path), cloudKitDatabase: .none)
      } else {
        ModelConfiguration(schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: .none)
      }
    return try ModelContainer(for: schema, configurations: [configuration])
  }

  /// A context that saves when it is told to.
  static func makeContext(_ container: ModelContainer) -> ModelContext {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    return context
  }

  /// A container with rows in it.
  static func makeContainer(path: String?, rows: ArraySlice<ExpenseValues>) throws -> ModelContainer
  {
    let container = try makeContainer(path: path)
    let context = makeContext(container)
    for values in rows { context.insert(Expense(values)) }
    try context.save()
    return container
  }
}
