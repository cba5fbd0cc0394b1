extension Schema {
  /// The version of a schema: major, minor and patch, in the manner of semantic versioning.
  ///
  /// Give each ``VersionedSchema`` one, and compare versions to tell older from newer.
  ///
  /// ```swift
  /// static let versionIdentifier = Schema.Version(1, 2, 0)
  /// ```
  public struct Version: Sendable {
    /// The number that changes with incompatible changes.
    public let major: Int
    /// The number that changes with compatible additions.
    public let minor: Int
    /// The number that changes with corrections.
    public let patch: Int

    /// Makes a version of three numbers.
    ///
    /// - Precondition: No number is negative. As on Apple's systems, a negative one ends the
    ///   process.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      precondition(
        major >= 0 && minor >= 0 && patch >= 0,
        "Schema.Version(\(major), \(minor), \(patch)) has a negative number; use numbers from 0 on."
      )
      self.major = major
      self.minor = minor
      self.patch = patch
    }
  }
}

extension Schema.Version: Hashable {}

extension Schema.Version: Comparable {
  /// Orders by major, then minor, then patch.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
  }
}

extension Schema.Version: CustomStringConvertible {
  /// The three numbers with dots between them.
  public var description: String { "\(major).\(minor).\(patch)" }
}

extension Schema.Version: Codable {
  private enum CodingKeys: String, CodingKey { case major, minor, patch }

  /// Reads a version.
  ///
  /// - Throws: A `DecodingError` where a number is missing or negative.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Int {
      let number = try container.decode(Int.self, forKey: key)
      guard number >= 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "a schema version has no negative numbers, but this is \(number)")
      }
      return number
    }
    self.init(try number(.major), try number(.minor), try number(.patch))
  }

  /// Writes the three numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(major, forKey: .major)
    try container.encode(minor, forKey: .minor)
    try container.encode(patch, forKey: .patch)
  }
}
