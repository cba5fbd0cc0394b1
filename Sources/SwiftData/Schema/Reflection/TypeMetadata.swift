/// What the runtime knows of a type without an instance: the stored properties of a structure, the
/// cases of an enum, the elements of a tuple.
///
/// It reads the records that the compiler writes for reflection, whose layout is part of Swift's
/// stable ABI. A type without such records has no members here; nothing ends the process.
struct TypeMetadata {
  /// The kinds of types that storage tells apart.
  enum Kind {
    case structure, enumeration, tuple, `class`, existential, other
  }

  /// A stored property of a structure, an element of a tuple, or a case of an enum.
  struct Member {
    var name: String
    /// Nil for a case without payload.
    var type: (any Any.Type)?
    /// Nil for a case.
    var offset: Int?
  }

  let type: any Any.Type
  private let address: UnsafeRawPointer

  init(_ type: any Any.Type) {
    self.type = type
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  var kind: Kind {
    switch address.load(as: UInt.self) {
    case 0x200: .structure
    case 0x201: .enumeration
    case 0x301: .tuple
    case 0x303, 0x307: .existential
    // A class's first word is zero or an address, but for those of other languages.
    case 0, 0x203, 0x204, 0x305, 0x800...: .class
    default: .other
    }
  }

  /// The members in the order of the records: for an enum, cases with payload before those without.
  ///
  /// Nil where the program was built without them, or a member's type cannot be found.
  var members: [Member]? {
    switch kind {
    case .structure: structureMembers
    case .enumeration: recordedMembers
    case .tuple: tupleMembers
    case .class, .existential, .other: nil
    }
  }
}

// MARK: - Structures and enums

extension TypeMetadata {
  /// The descriptor, which all specialisations of a generic type share.
  private var descriptor: UnsafeRawPointer {
    address.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  }

  private var structureMembers: [Member]? {
    guard var members = recordedMembers else { return nil }
    // The descriptor says how many words into the metadata the offsets are, one of 32 bits for
    // each.
    let vector = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    guard vector > 0 || members.isEmpty else { return nil }
    let offsets = address + vector * MemoryLayout<UInt>.size
    for index in members.indices {
      members[index].offset = Int(offsets.load(fromByteOffset: index * 4, as: UInt32.self))
    }
    return members
  }

  private var recordedMembers: [Member]? {
    guard let fields = relativeAddress(at: descriptor + 16) else { return nil }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard recordSize >= 12 else { return nil }
    var members: [Member] = []
    members.reserveCapacity(count)
    for index in 0..<count {
      let record = fields + 16 + index * recordSize
      guard let name = relativeAddress(at: record + 8) else { return nil }
      var member = Member(
        name: Self.codedName(String(cString: name.assumingMemoryBound(to: UInt8.self))))
      if let typeName = relativeAddress(at: record + 4) {
        guard let type = memberType(named: typeName) else { return nil }
        member.type = type
      } else if kind == .structure {
        return nil
      }
      members.append(member)
    }
    return members
  }

  private func memberType(named name: UnsafeRawPointer) -> (any Any.Type)? {
    // Generic arguments follow the two words that structures and enums begin with.
    _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), UInt(mangledLength(of: name)),
      genericContext: descriptor, genericArguments: address + 2 * MemoryLayout<UInt>.size)
  }

  /// The length of a mangled name, in which a low byte announces a reference that may contain
  /// zeros.
  private func mangledLength(of name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      switch name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 1 + 4
      case 0x18...0x1F: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
  }

  /// Follows a distance of 32 bits, which is relative to its own place; zero means nothing.
  private func relativeAddress(at place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(place.load(as: Int32.self))
    return distance == 0 ? nil : place + distance
  }
}

// MARK: - Tuples

extension TypeMetadata {
  /// The name by which a member codes. That of a raw identifier has backticks here, and no-break spaces for blanks.
  private static func codedName(_ name: String) -> String {
    guard name.hasPrefix("`") else { return name }
    return name.dropFirst().dropLast().split(separator: "\u{A0}", omittingEmptySubsequences: false)
      .joined(separator: " ")
  }

  private var tupleMembers: [Member]? {
    let word = MemoryLayout<UInt>.size
    let count = address.load(fromByteOffset: word, as: Int.self)
    // The labels are one text, each followed by a space, also where an element has none.
    let labelAddress = address.load(fromByteOffset: 2 * word, as: UnsafePointer<CChar>?.self)
    let labels = labelAddress.map {
      String(cString: $0).split(separator: " ", omittingEmptySubsequences: false)
    }
    return (0..<count).map { index in
      let element = address + (3 + 2 * index) * word
      let label = labels.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
      return Member(
        name: label.isEmpty ? "_\(index)" : String(label),
        type: unsafeBitCast(element.load(as: UInt.self), to: AnyMetatype.self),
        offset: Int(element.load(fromByteOffset: word, as: UInt32.self)))
    }
  }
}

/// The type of all types, whose own spelling with `.self` the parser does not take.
private typealias AnyMetatype = any Any.Type

/// The superclass of a class, or nil for a root class.
func superclass(of type: AnyClass) -> AnyClass? { _getSuperclass(type) }
