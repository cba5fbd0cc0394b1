internal import Foundation

/// The keyed archive that a collection directly on a model is stored as: a binary property list whose
/// root object is the collection's JSON.
///
/// SwiftData leaves the archiving to Foundation. Its archives of a data object differ in nothing but the
/// bytes of that object, so writing one is a matter of a prefix, the bytes and a table of offsets.
enum KeyedArchive {
  /// What is wrong with an archive.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// `$version`, `$archiver`, `$top` with the reference to the root, and `$objects` up to `$null`.
  private static let prefix: [UInt8] =
    Array("bplist00".utf8)
    + [0xD4, 1, 2, 3, 4, 5, 6, 7, 10]
    + [0x58] + Array("$version".utf8)
    + [0x59] + Array("$archiver".utf8)
    + [0x54] + Array("$top".utf8)
    + [0x58] + Array("$objects".utf8)
    + [0x12, 0x00, 0x01, 0x86, 0xA0]
    + [0x5F, 0x10, 0x0F] + Array("NSKeyedArchiver".utf8)
    + [0xD1, 8, 9]
    + [0x54] + Array("root".utf8)
    + [0x80, 1]
    + [0xA2, 11, 12]
    + [0x55] + Array("$null".utf8)

  /// Where the objects of the prefix begin; the data object follows them.
  private static let offsets: [Int] = [8, 17, 26, 36, 41, 50, 55, 73, 76, 81, 83, 86]

  /// Archives bytes.
  static func archive(_ data: Data) -> Data {
    var bytes = prefix
    bytes.reserveCapacity(prefix.count + data.count + 64)
    appendDataHeader(count: data.count, to: &bytes)
    bytes.append(contentsOf: data)
    let table = bytes.count
    let width = table < 1 << 8 ? 1 : table < 1 << 16 ? 2 : table < 1 << 32 ? 4 : 8
    for offset in offsets + [prefix.count] { append(offset, width: width, to: &bytes) }
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(width), 1])
    append(offsets.count + 1, width: 8, to: &bytes)
    append(0, width: 8, to: &bytes)
    append(table, width: 8, to: &bytes)
    return Data(bytes)
  }

  private static func appendDataHeader(count: Int, to bytes: inout [UInt8]) {
    guard count > 14 else { return bytes.append(0x40 | UInt8(count)) }
    bytes.append(0x4F)
    let power: UInt8 = count < 1 << 8 ? 0 : count < 1 << 16 ? 1 : count < 1 << 32 ? 2 : 3
    bytes.append(0x10 | power)
    append(count, width: 1 << Int(power), to: &bytes)
  }

  private static func append(_ number: Int, width: Int, to bytes: inout [UInt8]) {
    for byte in stride(from: width - 1, through: 0, by: -1) {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
    }
  }

  /// The bytes of an archive's root data object.
  ///
  /// - Throws: A `Fault` where the bytes are no such archive.
  static func unarchive(_ archive: Data) throws -> Data {
    try archive.withUnsafeBytes { bytes in
      if bytes.count > prefix.count, prefix.withUnsafeBytes({ bytes.starts(with: $0) }) {
        return try BinaryPropertyList(bytes).data(at: prefix.count)
      }
      return try BinaryPropertyList(bytes).archivedRoot()
    }
  }
}

/// A reader of binary property lists, as far as keyed archives of a data object need one.
///
/// Every position and count comes from the file and is checked before it is used.
private struct BinaryPropertyList {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The object that `$top.root` refers to, which must be data or, as archives of other writers have it, a
  /// dictionary with `NS.data`.
  func archivedRoot() throws -> Data {
    guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else {
      throw KeyedArchive.Fault(description: "no binary property list")
    }
    let trailer = bytes.count - 32
    let table = Table(
      offsetWidth: Int(bytes[trailer + 6]), referenceWidth: Int(bytes[trailer + 7]),
      count: try integer(at: trailer + 8, width: 8), start: try integer(at: trailer + 24, width: 8))
    guard 1...8 ~= table.offsetWidth, 1...8 ~= table.referenceWidth, table.start < trailer,
      table.count <= (trailer - table.start) / table.offsetWidth
    else { throw KeyedArchive.Fault(description: "a broken table of objects") }
    let top = try integer(at: trailer + 16, width: 8)
    guard let topOffset = try value(of: "$top", inDictionaryAt: offset(of: top, table), table),
      let root = try value(of: "root", inDictionaryAt: topOffset, table),
      let objects = try value(of: "$objects", inDictionaryAt: offset(of: top, table), table)
    else { throw KeyedArchive.Fault(description: "no keyed archive with a root") }
    let rootOffset = try element(try uid(at: root), ofArrayAt: objects, table)
    if try byte(at: rootOffset) >> 4 == 0x4 { return try data(at: rootOffset) }
    guard let wrapped = try value(of: "NS.data", inDictionaryAt: rootOffset, table) else {
      throw KeyedArchive.Fault(description: "the archive's root is no data object")
    }
    if try byte(at: wrapped) >> 4 == 0x4 { return try data(at: wrapped) }
    return try data(at: try element(try uid(at: wrapped), ofArrayAt: objects, table))
  }

  private struct Table {
    var offsetWidth: Int
    var referenceWidth: Int
    var count: Int
    var start: Int
  }

  private func byte(at offset: Int) throws -> UInt8 {
    guard bytes.indices.contains(offset) else {
      throw KeyedArchive.Fault(description: "the property list ends early")
    }
    return bytes[offset]
  }

  private func integer(at offset: Int, width: Int) throws -> Int {
    guard offset >= 0, offset <= bytes.count - width else {
      throw KeyedArchive.Fault(description: "the property list ends early")
    }
    var number: UInt64 = 0
    for index in offset..<offset + width { number = number << 8 | UInt64(bytes[index]) }
    guard let number = Int(exactly: number) else {
      throw KeyedArchive.Fault(description: "a number beyond all bounds")
    }
    return number
  }

  private func offset(of object: Int, _ table: Table) throws -> Int {
    guard object < table.count else {
      throw KeyedArchive.Fault(description: "a reference to no object")
    }
    return try integer(at: table.start + object * table.offsetWidth, width: table.offsetWidth)
  }

  /// The count of an object, and where its contents begin.
  private func count(at offset: Int) throws -> (count: Int, contents: Int) {
    let marker = try byte(at: offset)
    guard marker & 0x0F == 0x0F else { return (Int(marker & 0x0F), offset + 1) }
    let kind = try byte(at: offset + 1)
    guard kind >> 4 == 0x1, kind & 0x0F <= 3 else {
      throw KeyedArchive.Fault(description: "an object without a size")
    }
    let width = 1 << Int(kind & 0x0F)
    return (try integer(at: offset + 2, width: width), offset + 2 + width)
  }

  /// The contents of a data object.
  func data(at offset: Int) throws -> Data {
    guard try byte(at: offset) >> 4 == 0x4 else {
      throw KeyedArchive.Fault(description: "the archive's root is no data object")
    }
    let (count, contents) = try count(at: offset)
    guard count <= bytes.count - contents else {
      throw KeyedArchive.Fault(description: "the property list ends early")
    }
    return Data(bytes[contents..<contents + count])
  }

  private func uid(at offset: Int) throws -> Int {
    let marker = try byte(at: offset)
    guard marker >> 4 == 0x8, marker & 0x0F < 8 else {
      throw KeyedArchive.Fault(description: "the archive's root is no reference")
    }
    return try integer(at: offset + 1, width: Int(marker & 0x0F) + 1)
  }

  private func element(_ index: Int, ofArrayAt offset: Int, _ table: Table) throws -> Int {
    guard try byte(at: offset) >> 4 == 0xA else {
      throw KeyedArchive.Fault(description: "the archive has no list of objects")
    }
    let (count, contents) = try count(at: offset)
    let width = table.referenceWidth
    guard index < count, count <= (bytes.count - contents) / width else {
      throw KeyedArchive.Fault(description: "a reference to no object")
    }
    return try self.offset(of: try integer(at: contents + index * width, width: width), table)
  }

  /// Where the value of a key begins, or nil where the dictionary lacks the key.
  private func value(
    of key: String, inDictionaryAt offset: Int, _ table: Table
  ) throws -> Int? {
    guard try byte(at: offset) >> 4 == 0xD else {
      throw KeyedArchive.Fault(description: "a dictionary is missing")
    }
    let (count, contents) = try count(at: offset)
    let width = table.referenceWidth
    guard count <= (bytes.count - contents) / (2 * width) else {
      throw KeyedArchive.Fault(description: "the property list ends early")
    }
    for index in 0..<count {
      let name = try self.offset(
        of: try integer(at: contents + index * width, width: width), table)
      guard try byte(at: name) >> 4 == 0x5 else { continue }
      let (length, text) = try self.count(at: name)
      guard length <= bytes.count - text else {
        throw KeyedArchive.Fault(description: "the property list ends early")
      }
      guard bytes[text..<text + length].elementsEqual(key.utf8) else { continue }
      return try self.offset(
        of: try integer(at: contents + (count + index) * width, width: width), table)
    }
    return nil
  }
}
