internal import Foundation

extension ModelStorage {
  /// Lets the destinations go one after the other, at the end of the storage's life.
  ///
  /// A chain of models that no context has would otherwise be released link by link, each within the
  /// release of the one before, which overflows the stack where the chain is long.
  func releaseDestinations() {
    var waiting: [any PersistentModel] = []
    collectionCache = nil
    for index in relationships.indices {
      switch relationships[index] {
      case .one(let model?): waiting.append(model)
      case .many(let models): waiting += models
      case .one(nil), .oneFault, .manyFault: continue
      }
      relationships[index] = .one(nil)
    }
    guard !waiting.isEmpty else { return }
    if let outer = pthread_getspecific(waitingModels) {
      outer.assumingMemoryBound(to: [any PersistentModel].self).pointee += waiting
      return
    }
    withUnsafeMutablePointer(to: &waiting) { waiting in
      pthread_setspecific(waitingModels, waiting)
      defer { pthread_setspecific(waitingModels, nil) }
      // The models of a released one join the list.
      while let model = waiting.pointee.popLast() { withExtendedLifetime(model) {} }
    }
  }
}

/// Where a thread that releases a chain keeps the models that wait for it, for the length of the release.
private let waitingModels: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()
