import Foundation
import Testing

@testable import SwiftData

/// A sort descriptor orders stored rows and objects in memory alike.
@Suite struct SortingTests {
  private let library: MusicLibrary

  init() throws { library = try MusicLibrary() }

  /// The titles in the order of the store, and in that of a sort in memory.
  private func titles(
    sortedBy descriptors: [SortDescriptor<Music.Album>]
  ) throws -> (stored: [String], memory: [String]) {
    let descriptor = FetchDescriptor(sortBy: descriptors)
    let query = try FetchQuery(descriptor, in: library.context.core.layout)
    return (
      try library.context.fetch(descriptor).map(\.title),
      try library.albums.shuffled().sorted {
        try query.areInIncreasingOrder($0.modelStorage, $1.modelStorage)
      }.map(\.title)
    )
  }

  private static let orders: [[SortDescriptor<Music.Album>]] = [
    [SortDescriptor<Music.Album>(\.year)],
    [SortDescriptor<Music.Album>(\.year, order: .reverse)],
    [SortDescriptor<Music.Album>(\.stars), SortDescriptor<Music.Album>(\.rating)],
    [SortDescriptor<Music.Album>(\.title)],
    [SortDescriptor<Music.Album>(\.subtitle, order: .reverse)],
    [SortDescriptor<Music.Album>(\.title, comparator: .lexical)],
    [SortDescriptor<Music.Album>(\.released)],
    [SortDescriptor<Music.Album>(\.remastered)],
    [SortDescriptor<Music.Album>(\.code)],
    [SortDescriptor<Music.Album>(\.price, order: .reverse)],
    [
      SortDescriptor<Music.Album>(\.address.city),
      SortDescriptor<Music.Album>(\.address.position?.latitude),
    ],
    [SortDescriptor<Music.Album>(\.studio?.city, order: .reverse)],
    [SortDescriptor<Music.Album>(\.artist?.name), SortDescriptor<Music.Album>(\.level)],
    [SortDescriptor<Music.Album>(\.artist?.mentor?.born, order: .reverse)],
    [SortDescriptor<Music.Album>(\.artist?.address?.number)],
    [SortDescriptor<Music.Album>(\.persistentModelID, order: .reverse)],
    [SortDescriptor<Music.Album>(\.id)],
    [
      SortDescriptor<Music.Album>(\.level),
      SortDescriptor<Music.Album>(\.persistentModelID, order: .reverse),
    ],
  ]

  @Test(arguments: orders)
  func `the order is the same in the store and in memory`(
    _ descriptors: [SortDescriptor<Music.Album>]
  ) throws {
    let (stored, memory) = try titles(sortedBy: descriptors)
    #expect(stored == memory)
    #expect(stored.count == library.albums.count)
  }

  @Test func `nil comes first in ascending order`() throws {
    let descriptor = FetchDescriptor(sortBy: [SortDescriptor(\Music.Album.stars)])
    let stars = try library.context.fetch(descriptor).map(\.stars)
    let missing = stars.prefix { $0 == nil }
    #expect(!missing.isEmpty)
    #expect(stars.dropFirst(missing.count).allSatisfy { $0 != nil })
  }

  @Test func `texts are sorted as a person expects unless the comparator is lexical`() throws {
    let context = library.context
    for album in try context.fetch(FetchDescriptor<Music.Album>()) { context.delete(album) }
    try context.save()
    for title in ["file10", "File 2", "file2", "Zoë", "älter", "apple", "Zoe"] {
      context.insert(Music.Album(title: title))
    }
    try context.save()
    let standard = FetchDescriptor(sortBy: [SortDescriptor(\Music.Album.title)])
    #expect(
      try context.fetch(standard).map(\.title)
        == ["älter", "apple", "File 2", "file2", "file10", "Zoe", "Zoë"])
    let lexical = FetchDescriptor(
      sortBy: [SortDescriptor(\Music.Album.title, comparator: .lexical)])
    #expect(
      try context.fetch(lexical).map(\.title)
        == ["File 2", "Zoe", "Zoë", "apple", "file10", "file2", "älter"])
  }

  @Test func `a descriptor that names the standard order has it`() throws {
    let named = [SortDescriptor<Music.Album>(\.title, comparator: .localizedStandard)]
    let unnamed = [SortDescriptor<Music.Album>(\.title)]
    #expect(try titles(sortedBy: named).stored == titles(sortedBy: unnamed).stored)
  }

  @Test func `models with equal keys are in the order of their insertion`() throws {
    let descriptor = FetchDescriptor(
      predicate: #Predicate { $0.year == 2000 || $0.year == 2001 },
      sortBy: [SortDescriptor<Music.Album>(\.year)])
    let expected = [2000, 2001].flatMap { year in library.albums.filter { $0.year == year } }
    #expect(try library.context.fetch(descriptor) == expected)
  }

  @Test func `a computed property is no order`() {
    let descriptor = FetchDescriptor(sortBy: [SortDescriptor<Music.Album>(\.shout)])
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try library.context.fetch(descriptor)
    }
    let member = FetchDescriptor(sortBy: [SortDescriptor<Music.Album>(\.artist?.name.count)])
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try library.context.fetch(member)
    }
  }

  @Test func `a transient property is no order`() throws {
    let descriptor = FetchDescriptor(sortBy: [SortDescriptor(\Music.Album.plays)])
    let error = #expect(throws: SwiftDataError.self) { try library.context.fetch(descriptor) }
    #expect(error == .unsupportedSortDescriptor)
    #expect(error?.queryRefusal?.trapMessage?.hasPrefix("Couldn't find") == true)
  }
}
