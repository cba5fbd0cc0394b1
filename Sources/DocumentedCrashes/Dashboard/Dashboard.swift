import Foundation
import SwiftData

/// The app of the document: a dashboard over one container.
enum Dashboard {
  @Model
  final class Item {
    var timestamp: Date

    init(timestamp: Date) { self.timestamp = timestamp }
  }

  /// The container of Xcode's template, which gives up where it cannot be created.
  ///
  /// The `fatalError` is the template's own, as the document quotes it: here it is not SwiftData
  /// that dies.
  static func sharedModelContainer(at url: URL) -> ModelContainer {
    do {
      return try makeContainer(Item.self, at: url)
    } catch {
      fatalError("Could not create ModelContainer: \(error)")
    }
  }
}

/// Another app with the same template: two related models.
enum Library {
  @Model
  final class Shelf {
    var label: String
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

    init(label: String) { self.label = label }
  }

  @Model
  final class Volume {
    var title: String
    var shelf: Shelf?

    init(title: String, shelf: Shelf? = nil) {
      self.title = title
      self.shelf = shelf
    }
  }

  static func sharedModelContainer(at url: URL) -> ModelContainer {
    do {
      return try makeContainer(Shelf.self, Volume.self, at: url)
    } catch {
      fatalError("Could not create ModelContainer: \(error)")
    }
  }
}

/// The other app's only model before volumes had titles, which are mandatory and have no default
/// value: its stores cannot be migrated.
enum EarlierLibrary {
  @Model
  final class Volume {
    var shelfMark: String

    init(shelfMark: String) { self.shelfMark = shelfMark }
  }
}

/// The document's way out: a container that is loading, ready or failed, and can be tried again.
final class ContainerLoader {
  enum State {
    case loading
    case ready(ModelContainer)
    case failed(message: String)
  }

  private(set) var state = State.loading
  private let create: () throws -> ModelContainer

  init(create: @escaping () throws -> ModelContainer) { self.create = create }

  /// Creates the container, at the app's start and whenever the user asks to try again.
  func load() {
    state = .loading
    do {
      state = .ready(try create())
    } catch {
      state = .failed(message: "Failed to create model container: \(error.localizedDescription)")
    }
  }
}
