import Foundation
import SwiftData

/// Opens a ``JSONStore``: give it to a container in the place of a `ModelConfiguration`.
///
/// ```swift
/// let container = try ModelContainer(
///   for: Trip.self, configurations: JSONStoreConfiguration(url: documents.appending(path: "trips.json")))
/// ```
public struct JSONStoreConfiguration: DataStoreConfiguration {
  public typealias Store = JSONStore

  public var name: String
  public var schema: Schema?
  /// The file, which need not exist yet. Its folder must.
  public var url: URL

  public init(name: String = "json", schema: Schema? = nil, url: URL) {
    self.name = name
    self.schema = schema
    self.url = url
  }

  /// What keeps a configuration from opening a store.
  public enum ValidationError: Error, Equatable {
    /// The URL leads to no file.
    case noFileURL(URL)
  }

  public func validate() throws {
    if !url.isFileURL { throw ValidationError.noFileURL(url) }
  }
}

extension JSONStoreConfiguration: Hashable {
  // A schema says nothing of where the store is.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.url == rhs.url
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }
}
