/// The steps of a key path, which its type does not tell.
///
/// A sort descriptor's key path can lead over relationships and into structures, and neither comparing
/// key paths nor their descriptions takes one apart. So the steps are read from the object, whose layout
/// is part of Swift's stable ABI (`KeyPath.h` of the standard library; Foundation's predicates read it
/// too). What isn't as expected gives nil, and the query is refused rather than misread.
struct KeyPathSteps {
  enum Step: Equatable {
    /// A stored property, by its offset.
    case stored(offset: Int)
    /// A computed property, by what makes two key paths to it equal.
    case computed(identity: UInt, kind: UInt32)
    /// Optional chaining, forced unwrapping or the wrapping at the end of a chain.
    case optional
  }

  private var bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The steps of a key path, or nil where the object isn't as expected.
  static func steps(of keyPath: AnyKeyPath) -> [Step]? {
    withExtendedLifetime(keyPath) {
      let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
      // Behind the object's header and the pointer to a name for key-value coding.
      let buffer = object + MemoryLayout<Int>.size * 3
      let size = Int(buffer.load(as: UInt32.self) & 0x00FF_FFFF)
      let start = buffer + MemoryLayout<Int>.size
      var reader = KeyPathSteps(bytes: UnsafeRawBufferPointer(start: start, count: size))
      return reader.readAll()
    }
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func readAll() -> [Step]? {
    var steps: [Step] = []
    while position < bytes.count {
      guard let step = readStep() else { return nil }
      steps.append(step)
      align()
      // Between two steps is the type of the value that the first leads to.
      if position < bytes.count, readWord() == nil { return nil }
    }
    return steps
  }

  private mutating func readStep() -> Step? {
    guard let header: UInt32 = read() else { return nil }
    let payload = header & 0x00FF_FFFF
    switch (header & 0x7F00_0000) >> 24 {
    case 1, 3:
      let offset = payload & 0x007F_FFFF
      if offset <= 0x007F_FFFC { return .stored(offset: Int(offset)) }
      guard let offset: UInt32 = read() else { return nil }
      return .stored(offset: Int(offset))
    case 2:
      align()
      guard let identity = readWord(), readWord() != nil else { return nil }
      let isSettable = payload & 0x0040_0000 != 0
      if isSettable, readWord() == nil { return nil }
      if payload & 0x0008_0000 != 0 {
        // The arguments of a generic property; subscripts have no place in a sort descriptor.
        guard let size = readWord(), size < UInt(bytes.count), readWord() != nil else { return nil }
        position += Int(size)
      }
      return .computed(identity: identity, kind: payload & 0x0030_0000)
    case 4:
      return .optional
    default:
      return nil
    }
  }

  private mutating func align() {
    let mask = MemoryLayout<Int>.alignment - 1
    position = (position + mask) & ~mask
  }

  private mutating func readWord() -> UInt? { read() }

  private mutating func read<Value: FixedWidthInteger>() -> Value? {
    guard position + MemoryLayout<Value>.size <= bytes.count else { return nil }
    defer { position += MemoryLayout<Value>.size }
    return bytes.loadUnaligned(fromByteOffset: position, as: Value.self)
  }
}
