import Foundation
import Observation
import SwiftData

/// Makes the app's container, and lets the user try again if that fails.
///
/// The app's root view shows a progress view, the dashboard, or the message with a button for
/// ``retry()``, by the loader's state.
@MainActor
@Observable
final class ContainerLoader {
  /// Where the loader is.
  enum State {
    case loading
    case ready(ModelContainer)
    case failed(message: String)
  }

  private(set) var state = State.loading

  @ObservationIgnored private let makeContainer: @MainActor () throws -> ModelContainer

  /// Makes a loader.
  ///
  /// - Parameter makeContainer: Makes the container; the app's own by default.
  init(making makeContainer: @escaping @MainActor () throws -> ModelContainer) {
    self.makeContainer = makeContainer
  }

  /// Makes a loader of the store in a file.
  convenience init(storeURL: URL) {
    self.init {
      let schema = Schema([Item.self])
      let configuration = ModelConfiguration(schema: schema, url: storeURL)
      return try ModelContainer(for: schema, configurations: [configuration])
    }
  }

  /// Makes the container, unless it is there already.
  func load() {
    if case .ready = state { return }
    do {
      state = .ready(try makeContainer())
    } catch {
      state = .failed(message: "Failed to create model container: \(error.localizedDescription)")
    }
  }

  /// Tries again after a failure.
  func retry() {
    guard case .failed = state else { return }
    state = .loading
    load()
  }
}

extension ContainerLoader {
  /// The container, once it is there.
  var container: ModelContainer? {
    if case .ready(let container) = state { container } else { nil }
  }

  /// What to tell the user, if the last attempt failed.
  var message: String? {
    if case .failed(let message) = state { message } else { nil }
  }
}
