extension HazardConfiguration {
  /// The policy that applies at a point: the container's, else the task's, else the standard one.
  static func applying(to context: ModelContext?) -> HazardConfiguration {
    context?.core.hazards ?? current ?? standard
  }

  /// Whether the engine shall go wrong at a hazard as Apple's does; reports where the policy says
  /// so.
  ///
  /// - Returns: True where the caller must take the faulty path, false where it must take the sound
  ///   one.
  static func shouldGoWrong(
    at hazard: Hazard, context: ModelContext?, model: String, property: String? = nil,
    _ message: @autoclosure () -> String
  ) -> Bool {
    let configuration = applying(to: context)
    switch configuration.policy(for: hazard) {
    case .trap: return true
    case .ignore: return false
    case .report:
      configuration.reporter(
        HazardOccurrence(hazard: hazard, model: model, property: property, message: message()))
      return false
    }
  }
}
