internal import Foundation

/// The array that a to-many relationship was last read or set as.
///
/// `parent.children.append(child)` reads and sets the whole array. To make it anew and to compare it model by model
/// costs some fifty times as much as to copy it and to compare memory, most of all in a debug build.
///
/// An object, so that storage without one, which nearly all is, has a single empty reference for it.
final class CollectionCache {
  /// The position among the relationships.
  let relationship: Int
  /// The destinations that the array was made of. While they are the relationship's, the array is valid.
  let models: [any PersistentModel]
  /// The array as the model's property has it.
  let array: Any

  init(relationship: Int, models: [any PersistentModel], array: Any) {
    self.relationship = relationship
    self.models = models
    self.array = array
  }

  /// Below this many models there is nothing to gain.
  static let smallestCount = 16
}

extension ModelStorage {
  /// The array of a to-many relationship, if it is as it was when it was last read or set.
  func cachedCollection<Value>(_ relationship: Int, of models: [any PersistentModel]) -> Value? {
    guard models.count >= CollectionCache.smallestCount, let cache = collectionCache,
      cache.relationship == relationship, cache.models.isIdenticalBuffer(to: models)
    else { return nil }
    return cache.array as? Value
  }

  /// Keeps the array of a to-many relationship.
  func cacheCollection(_ array: Any, _ relationship: Int, of models: [any PersistentModel]) {
    guard models.count >= CollectionCache.smallestCount else { return }
    collectionCache = CollectionCache(relationship: relationship, models: models, array: array)
  }

  /// Sets a to-many relationship, if that only adds one model to the array that was read before.
  ///
  /// - Returns: Whether it was that.
  func appendDestination<Model: PersistentModel>(
    _ given: [Model], property: Int, relationship index: Int, owner: any PersistentModel
  ) -> Bool {
    guard addsOne(given, relationship: index) else { return false }
    let new = given[given.count - 1]
    checkContext(of: new.modelStorage, relationship: index, owner: context)
    // From here on nothing else holds the destinations, which would be copied to grow.
    willChange(property)
    guard case .many(var models) = relationships[index] else { return false }
    relationships[index] = .one(nil)
    models.append(new)
    relationships[index] = .many(models)
    cacheCollection(given, index, of: models)
    if let inverse = inverse(of: index) {
      new.modelStorage.addInverse(owner, relationship: inverse, model: new)
    }
    joinContexts(of: owner, with: new)
    return true
  }

  /// Whether an array is the one of before with a new model after the others.
  private func addsOne<Model: PersistentModel>(_ given: [Model], relationship index: Int) -> Bool {
    guard given.count > CollectionCache.smallestCount, !isFault, !hasLeftContext,
      case .many(let models) = relationships[index], models.count == given.count - 1,
      let former: [Model] = cachedCollection(index, of: models), given.isContinuation(of: former)
    else { return false }
    let new = given[given.count - 1]
    return !new.modelStorage.isShared && !former.containsIdentical(new)
  }
}

extension Array {
  /// Whether two arrays are one, without a look at their elements.
  fileprivate func isIdenticalBuffer(to other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress }
    }
  }
}

extension Array where Element: AnyObject {
  /// Whether the array has the same instances as another one, and more after them.
  fileprivate func isContinuation(of other: Self) -> Bool {
    guard count >= other.count else { return false }
    return withUnsafeBytes { mine in
      other.withUnsafeBytes { memcmp(mine.baseAddress!, $0.baseAddress!, $0.count) == 0 }
    }
  }

  /// Whether an instance is in the array: a look at addresses, since this has to be fast in a debug build.
  fileprivate func containsIdentical(_ instance: Element) -> Bool {
    let address = UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque())
    return withUnsafeBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt.self)
      var index = 0
      while index < words.count {
        if words[index] == address { return true }
        index += 1
      }
      return false
    }
  }
}
