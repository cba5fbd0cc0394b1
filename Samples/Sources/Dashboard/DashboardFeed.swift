import Foundation
import Observation
import SwiftData

/// What the dashboard shows: the newest items and how many there are in all.
@MainActor
@Observable
final class DashboardFeed {
  private(set) var titles: [String] = []
  private(set) var total = 0
  /// Whether the last refresh failed, so that what is shown may be old.
  private(set) var isStale = false

  @ObservationIgnored private let context: ModelContext

  init(_ context: ModelContext) {
    self.context = context
  }

  /// Reads the store; what was shown stays if that fails.
  func refresh() {
    var newest = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
    newest.fetchLimit = 3
    do {
      let items = try context.fetch(newest)
      let count = try context.fetchCount(FetchDescriptor<Item>())
      titles = items.map(\.title)
      total = count
      isStale = false
    } catch {
      isStale = true
    }
  }

  /// Adds an item and shows it.
  func add(_ title: String, at timestamp: Date) throws {
    context.insert(Item(title: title, timestamp: timestamp))
    do {
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
    refresh()
  }
}
