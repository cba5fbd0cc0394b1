import Foundation
import Testing

@testable import SwiftData

@Suite struct KeyedArchiveTests {
  /// The bytes of an empty `[String]` in a store that Apple's SwiftData wrote.
  static let applesEmptyArray = Data(
    hex: """
      62706C6973743030D401020304050607\
      0A582476657273696F6E592461726368\
      6976657254 24746F7058246F626A6563\
      7473120001 86A05F100F4E534B657965\
      644172636869766572D1080954726F6F\
      748001A20B0C55246E756C6C425B5D08\
      111A24293237494C5153565C00000000\
      000001010000000000 00000D00000000\
      000000000000000000 00005F
      """)

  @Test func `an archive equals the one that SwiftData writes, byte for byte`() {
    #expect(KeyedArchive.archive(Data("[]".utf8)) == Self.applesEmptyArray)
  }

  @Test func `a collection on the model is read from what SwiftData wrote`() throws {
    let harness = CodecHarness<[String]>()
    #expect(harness.codec.leaves.map(\.storage) == [.archive])
    #expect(try harness.decode([.blob(Self.applesEmptyArray)]) == [])
    #expect(try harness.encode([]) == [.blob(Self.applesEmptyArray)])
  }

  @Test(arguments: [0, 1, 14, 15, 100, 162, 163, 255, 256, 65_400, 65_535, 65_536, 70_000])
  func `bytes of any length come back`(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    let archive = KeyedArchive.archive(data)
    #expect(try KeyedArchive.unarchive(archive) == data)
    let list = try PropertyListSerialization.propertyList(from: archive, format: nil)
    let objects = try #require((list as? [String: Any])?["$objects"] as? [Any])
    #expect(objects.last as? Data == data)
  }

  @Test func `collections of values come back`() throws {
    #expect(try CodecHarness<[Coded.Service]>().roundTrip([.example]) == [.example])
    #expect(try CodecHarness<Set<Int>>().roundTrip([1, 2]) == [1, 2])
    #expect(try CodecHarness<[String: Int]?>().roundTrip(["a": 1]) == ["a": 1])
    #expect(try CodecHarness<[String: Int]?>().encode(nil) == [.null])
  }

  @Test func `an archive by Foundation's archiver is read`() throws {
    let json = Data(#"["a"]"#.utf8)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: json as NSData, requiringSecureCoding: false)
    #expect(try KeyedArchive.unarchive(archive) == json)
  }

  @Test func `an archive cut off anywhere is an error, not a crash`() {
    let archive = KeyedArchive.archive(Data(#"["one","two"]"#.utf8))
    for length in 0..<archive.count - 8 {
      _ = try? KeyedArchive.unarchive(archive.prefix(length))
      let reordered = Data("bplist01".utf8) + archive.dropFirst(8).prefix(length)
      #expect(throws: KeyedArchive.Fault.self) { try KeyedArchive.unarchive(reordered) }
    }
  }

  @Test func `an archive with any byte changed is read or refused, not a crash`() {
    // Another magic number keeps the reader from taking the short way.
    var archive = KeyedArchive.archive(Data(#"["one","two"]"#.utf8))
    archive[7] = UInt8(ascii: "1")
    for position in archive.indices {
      for change: UInt8 in [0x01, 0x0F, 0x10, 0x80, 0xFF] {
        var damaged = archive
        damaged[position] ^= change
        _ = try? KeyedArchive.unarchive(damaged)
      }
    }
    #expect((try? KeyedArchive.unarchive(archive)) == Data(#"["one","two"]"#.utf8))
  }

  @Test func `bytes that are no archive are an error that names the property`() {
    let error = #expect(throws: ValueDecodingError.self) {
      try CodecHarness<[String]>().decode([.blob(Data("[]".utf8))])
    }
    #expect(error?.description.contains("no binary property list") == true)
    #expect(throws: ValueDecodingError.self) {
      try CodecHarness<[String]>().decode([.blob(KeyedArchive.archive(Data("[1]".utf8)))])
    }
  }

  @Test func `an attribute with the codable option is JSON`() throws {
    let codec = ValueCodec(
      shape: .optional(.collection(Coded.Service.self)), attributeName: "service", coding: .json)
    var slots: ContiguousArray<StoredValue> = [.null]
    try codec.encode(Optional(Coded.Service.example), into: &slots, at: 0)
    #expect(codec.leaves.map(\.storage) == [.binary])
    #expect(slots[0].data?.first == UInt8(ascii: "{"))
    #expect(try codec.decode(Coded.Service?.self, from: slots, at: 0) == .example)
    #expect(try codec.decode(Coded.Service?.self, from: [.null], at: 0) == nil)
  }
}

extension Data {
  fileprivate init(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
