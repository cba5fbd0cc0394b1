import Foundation
import SwiftData

/// What a store has of one model, as text: the same for every version of the models.
struct KitchenRecord: Hashable, CustomStringConvertible {
  var entity: String
  /// Each property by its name; several values are in alphabetical order with a plus sign between.
  var fields: [String: String]

  var description: String {
    "\(entity)(\(fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
  }

  subscript(field: String) -> String {
    get { fields[field] ?? "" }
    set { fields[field] = newValue }
  }

  /// The values of a field that has several.
  func list(_ field: String) -> [String] { self[field].split(separator: "+").map(String.init) }

  mutating func set(_ field: String, to list: some Sequence<String>) {
    self[field] = list.sorted().joined(separator: "+")
  }

  mutating func rename(_ field: String, to name: String) {
    fields[name] = fields.removeValue(forKey: field)
  }

  static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let list as [String]: list.sorted().joined(separator: "+")
    case let value?: "\(value)"
    }
  }
}

extension ModelContext {
  /// The records of all models of a type.
  func records<Model: PersistentModel>(
    _ type: Model.Type, _ fields: (Model) -> [String: Any?]
  ) throws -> [KitchenRecord] {
    try fetch(FetchDescriptor<Model>()).map { model in
      KitchenRecord(
        entity: Schema.entityName(for: Model.self),
        fields: fields(model).mapValues { KitchenRecord.text($0) })
    }
  }
}

/// A version of the kitchen app's models, which can fill a store and tell what one holds.
protocol KitchenVersion: VersionedSchema, SendableMetatype {
  static func write(_ context: ModelContext) throws
  static func records(_ context: ModelContext) throws -> [KitchenRecord]
  /// What the records of the version before become, by the rules that people are told.
  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord]
}

extension [KitchenRecord] {
  /// The records with those of one entity changed.
  func changing(_ entity: String, _ change: (inout KitchenRecord) -> Void) -> [KitchenRecord] {
    map { record in
      var record = record
      if record.entity == entity { change(&record) }
      return record
    }
  }
}

/// What the first version's users cook.
enum Kitchen {
  static let dishes: [(name: String, minutes: Int)] = [
    ("Pancakes", 15), ("Goulash", 150), ("Salad", 10), ("Tea", 5),
  ]
  static let day = Date(timeIntervalSinceReferenceDate: 700_000_000)

  static var versions: [any KitchenVersion.Type] {
    [
      Kitchen1.self, Kitchen2.self, Kitchen3.self, Kitchen4.self, Kitchen5.self, Kitchen6.self,
      Kitchen7.self, Kitchen8.self, Kitchen9.self, Kitchen10.self, Kitchen11.self, Kitchen12.self,
    ]
  }
}
