import Foundation
import SwiftData

/// The user's domains, as the app's screens use them.
struct DomainManager {
  let context: ModelContext

  init(_ context: ModelContext) {
    self.context = context
  }

  /// All domains, the one that expires first at the top.
  func domains() throws -> [Domain] {
    try context.fetch(FetchDescriptor<Domain>(sortBy: [SortDescriptor(\.expiry)]))
  }

  /// The domains to renew before a date.
  func domains(expiringBefore date: Date) throws -> [Domain] {
    try context.fetch(
      FetchDescriptor<Domain>(
        predicate: #Predicate { $0.expiry < date }, sortBy: [SortDescriptor(\.expiry)]))
  }

  /// The names of the companies that a list of the user's providers shows.
  func providerNames() throws -> Set<String> {
    let data = try domains().map(\.dnsData)
    return Set(data.map(\.dnsProvider.name) + data.compactMap(\.mailProvider?.name))
  }

  /// Adds a domain with what a lookup has found.
  @discardableResult
  func add(_ name: String, expiry: Date, dnsData: DNSData) throws -> Domain {
    let domain = Domain(name: name, expiry: expiry, dnsData: dnsData)
    context.insert(domain)
    try save()
    return domain
  }

  /// Takes over what a new lookup has found.
  func refresh(_ domain: Domain, with dnsData: DNSData) throws {
    domain.dnsData = dnsData
    try save()
  }

  /// Renews a domain.
  func renew(_ domain: Domain, until expiry: Date) throws {
    domain.expiry = expiry
    try save()
  }

  /// Removes a domain from the list.
  func remove(_ domain: Domain) throws {
    context.delete(domain)
    try save()
  }

  /// Saves, or leaves nothing pending that a later save would write.
  private func save() throws {
    do {
      try context.save()
    } catch {
      context.processPendingChanges()
      context.rollback()
      throw error
    }
  }
}
