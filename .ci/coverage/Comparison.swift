/// A module's surface against the inventory, with what is wrong with it.
struct Comparison {
  let inventory: Inventory
  let surface: Surface
  private var exceptions: Exceptions
  /// The faults in groups, each with a title.
  private(set) var faults: [(title: String, names: [String])] = []
  /// How many of the inventory's names there are.
  private(set) var covered = 0

  init(_ surface: Surface, with inventory: Inventory, accepting exceptions: Exceptions) {
    self.inventory = inventory
    self.surface = surface
    self.exceptions = exceptions
    compareNames()
    compareConformances()
    note("without documentation", surface.undocumented.sorted())
    note("exceptions that nothing needs", self.exceptions.unused)
  }

  private mutating func compareNames() {
    let missing = inventory.names.filter { !surface.has($0) }
    covered = inventory.names.count - missing.count
    note("missing", missing, unless: .missing)
    note(
      "not in Apple's module", surface.names.subtracting(inventory.names).sorted(), unless: .extra)
  }

  private mutating func compareConformances() {
    let known = Set(inventory.names)
    // What a type that Apple's module lacks conforms to is a matter of that type.
    let ours = surface.conformances.filter { known.contains($0.key) }
    note(
      "missing conformances", difference(inventory.conformances, surface.conformances),
      unless: .missing)
    note(
      "conformances that Apple's module does not have", difference(ours, inventory.conformances),
      unless: .extra)
  }

  /// The conformances that others lack, written as `Type: Protocol`.
  private func difference(
    _ conformances: [String: Set<String>], _ others: [String: Set<String>]
  ) -> [String] {
    conformances.flatMap { type, protocols in
      surface.closure(of: protocols).subtracting(surface.closure(of: others[type] ?? []))
        .subtracting(Surface.unremarkable).map { "\(type): \($0)" }
    }.sorted()
  }

  private mutating func note(
    _ title: String, _ names: [String], unless kind: Exceptions.Kind? = nil
  ) {
    var unlisted: [String] = []
    for name in names {
      if let kind, exceptions.accepts(name, as: kind) { continue }
      unlisted.append(name)
    }
    if !unlisted.isEmpty { faults.append((title, unlisted)) }
  }
}
