/// What a key path begins with, beyond what its public members tell.
///
/// Two key paths are equal only when they are of the same root type and length. The properties of a
/// model are computed ones, which Swift tells apart by an identifier inside the key path object; it
/// is the same for a subclass as root, and in a path that goes on into the value.
enum KeyPathComponents {
  private static let headerOffset = 24
  private static let firstComponentOffset = 32
  private static let computedKind: UInt32 = 2

  /// The identifier of the computed property that a key path begins with; nil where it begins
  /// otherwise.
  ///
  /// It reads the object as the compiler lays it out: two words of every object, one for a name
  /// that only other systems use, the size of what follows, then the first component's header and
  /// identifier.
  static func firstComputedProperty(of keyPath: AnyKeyPath) -> UInt? {
    withExtendedLifetime(keyPath) {
      let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
      let size = object.load(fromByteOffset: headerOffset, as: UInt32.self) & 0x00FF_FFFF
      guard size >= 2 * MemoryLayout<UInt>.size else { return nil }
      let component = object.load(fromByteOffset: firstComponentOffset, as: UInt32.self)
      guard component >> 24 & 0x7F == computedKind else { return nil }
      return object.load(
        fromByteOffset: firstComponentOffset + MemoryLayout<UInt>.size, as: UInt.self)
    }
  }

  /// The names behind the first component, `\Trip.place?.latitude` giving `.latitude`.
  static func rest(of keyPath: AnyKeyPath) -> String {
    let root = "\\" + String(describing: type(of: keyPath).rootType) + "."
    let description = keyPath.debugDescription
    guard description.hasPrefix(root) else { return "" }
    var depth = 0
    // A property without a symbol is spelled by an address and its type, in angle brackets.
    let rest = description.dropFirst(root.count).drop { character in
      if character == "<" { depth += 1 }
      if character == ">" { depth -= 1 }
      return depth > 0 || !".?!".contains(character)
    }
    return String(rest.filter { $0 != "?" && $0 != "!" })
  }
}
