import Foundation
import SwiftData

@Model
final class Guest {
  @Attribute(.preserveValueOnDeletion) var name: String
  var age = 0
  @Attribute(.preserveValueOnDeletion) var key: UUID?
  @Attribute(.preserveValueOnDeletion) var address: Address?
  @Relationship(inverse: \Room.guests) var rooms: [Room] = []
  var host: Host?

  init(name: String, key: UUID? = nil, address: Address? = nil) {
    self.name = name
    self.key = key
    self.address = address
  }

  struct Address: Codable, Hashable {
    var street: String
    var number: Int
  }
}

@Model
final class Room {
  var number: Int
  var guests: [Guest] = []

  init(number: Int) { self.number = number }
}

@Model
final class Host {
  var name: String
  @Relationship(inverse: \Guest.host) var guests: [Guest] = []

  init(name: String) { self.name = name }
}

@Model
final class Portrait {
  @Attribute(.preserveValueOnDeletion) var title: String
  @Attribute(.externalStorage, .preserveValueOnDeletion) var image: Data?

  init(title: String, image: Data?) {
    self.title = title
    self.image = image
  }
}

extension ModelContainer {
  /// A hotel in memory, or at a URL.
  static func hotel(at url: URL? = nil) throws -> ModelContainer {
    let configuration =
      url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
    return try ModelContainer(
      for: Guest.self, Room.self, Host.self, configurations: configuration)
  }
}

extension ModelContainer {
  /// Saves a guest in a store that is closed afterwards.
  static func checkIn(_ name: String, at url: URL) throws {
    let container = try hotel(at: url)
    let context = ModelContext(container)
    try withExtendedLifetime(container) { _ = try context.check(in: name) }
  }
}

extension ModelContext {
  /// Everything that the history has.
  func history() throws -> [DefaultHistoryTransaction] {
    try fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  }

  /// Saves guests, each in a transaction of its own.
  @discardableResult
  func check(in names: String...) throws -> [Guest] {
    try names.map { name in
      let guest = Guest(name: name)
      insert(guest)
      try save()
      return guest
    }
  }
}

extension HistoryChange {
  /// The kind, the entity and the key, as text.
  var summary: String {
    let kind =
      switch self {
      case .insert: "insert"
      case .update: "update"
      case .delete: "delete"
      }
    return "\(kind) \(changedPersistentIdentifier.entityName)"
  }
}
