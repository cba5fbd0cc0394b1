extension PropertyNames {
  /// The part after the type in a key path's own description, `\Trip.place.latitude` giving
  /// `place.latitude`.
  static func spelledName(of keyPath: AnyKeyPath) -> String {
    let description = keyPath.debugDescription
    let root = "\\" + String(describing: type(of: keyPath).rootType) + "."
    if description.hasPrefix(root) { return String(description.dropFirst(root.count)) }
    return String(description.drop { $0 == "\\" })
  }
}
