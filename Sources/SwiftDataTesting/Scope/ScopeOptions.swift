internal import Testing

/// What a trait or a surrounding scope has chosen for the containers of a test.
struct ScopeOptions: Sendable {
  var leftovers: Leftovers?
  var hazards: HazardSettings?

  @TaskLocal static var current = ScopeOptions()

  /// These options, with those of others where these have none.
  func filled(from others: ScopeOptions) -> ScopeOptions {
    ScopeOptions(
      leftovers: leftovers ?? others.leftovers, hazards: hazards ?? others.hazards)
  }
}
