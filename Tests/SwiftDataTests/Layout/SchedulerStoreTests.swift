import CSQLite
import Foundation
import Testing

@testable import SwiftData

/// The layout against a file that Apple's SwiftData wrote.
@Suite struct SchedulerStoreTests {
  let store: AppleStore
  let layout: SchemaLayout

  init() throws {
    store = try AppleStore()
    layout = try SchemaLayout(schema: Scheduler.schema)
  }

  @Test func `the statements of a new store are those of the file, byte for byte`() throws {
    let stored = try store.texts(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    #expect(layout.creationStatements == stored)
  }

  @Test func `the file has what the schema needs and nothing else`() throws {
    #expect(layout.differences(from: try store.description()) == [])
  }

  @Test func `a new store's entities are numbered as in the file`() throws {
    let stored = try store.texts(
      "SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    let rows = layout.initialRows(storeIdentifier: "X", propertyList: Data()).filter {
      $0.sql.contains("Z_PRIMARYKEY")
    }
    #expect(rows.map { $0.bindings.map(\.plainText).joined(separator: " ") } == stored)
  }

  @Test func `the metadata of a new store has the keys of the file's, and two of its own`() throws {
    func keys(_ list: Data) throws -> Set<String> {
      let list = try PropertyListSerialization.propertyList(from: list, format: nil)
      return Set(try #require(list as? [String: Any]).keys)
    }
    let stored = try keys(try #require(try store.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].data))
    let new = try keys(StoreMetadata(for: layout).propertyList())
    #expect(
      new.subtracting(stored) == ["SwiftDataTestingSchemaFingerprint", "SwiftDataTestingModel"])
    #expect(stored.subtracting(new) == [])
  }

  @Test func `the file's metadata is read`() throws {
    let stored = try #require(try store.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].data)
    let metadata = try StoreMetadata(propertyList: stored)
    #expect(metadata.versionIdentifiers == ["1.0.0"])
    #expect(metadata.entityHashes.mapValues(\.count) == ["Outcome": 32, "Task": 32])
    #expect(metadata.fingerprint == nil)
  }

  @Test func `every property of the file's tasks is read`() throws {
    let entity = try #require(layout.entity(for: Scheduler.Task.self))
    let rows = try store.rows(
      "SELECT \(entity.columns.joined(separator: ", ")) FROM ZTASK ORDER BY ZEFFECTIVEFROM")
    #expect(rows.count == 5)
    for row in rows {
      let slots = ContiguousArray(row.dropFirst(3).prefix(entity.model.slotCount))
      func value<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
        let index = try #require(entity.model.index(named: name))
        let attribute = try #require(entity.model.properties[index].attributeDescription)
        return try attribute.codec.decode(type, from: slots, at: attribute.slots.lowerBound)
      }
      let schedule = try value("schedule", Scheduler.Schedule.self)
      #expect(schedule.duration == .tillEndOfDay)
      // The hint is the hour of the start in Berlin, in summer.
      let hour = Int(schedule.startDate.timeIntervalSinceReferenceDate) % 86_400 / 3_600 + 2
      #expect(
        schedule.notificationHint
          == .components(month: nil, day: nil, hour: hour, minute: 0, second: 0, weekday: nil))
      #expect(try value("tags", [String].self) == [])
      #expect(try value("notificationTime", Scheduler.NotificationTime?.self) == nil)
      #expect(try value("notificationThread", Scheduler.NotificationThread.self) == .global)
      #expect(try value("scheduleNotifications", Bool.self) == false)
      #expect(try value("userInfo", Data.self) == Data("{}".utf8))
      #expect(try value("categoryValue", String?.self) == nil)
      let id = try value("id", String.self)
      let policy = try value("completionPolicy", Scheduler.CompletionPolicy.self)
      #expect(policy == (id == "task2" ? .anytime : .sameDay))
      #expect(try value("title", Scheduler.LocalizedText.self).key.contains("Task \(id.last!)"))
    }
  }

  @Test func `what is read from the file is written with the same values`() throws {
    let entity = try #require(layout.entity(for: Scheduler.Task.self))
    let rows = try store.rows("SELECT \(entity.columns.joined(separator: ", ")) FROM ZTASK")
    for row in rows {
      let slots = ContiguousArray(row.dropFirst(3).prefix(entity.model.slotCount))
      for property in entity.model.properties {
        // The arguments of a text are of a type that these models only sketch.
        guard let attribute = property.attributeDescription,
          !["title", "instructions"].contains(property.name)
        else { continue }
        var written = slots
        for slot in attribute.slots { written[slot] = .null }
        let value = try attribute.codec.decodeAny(from: slots, at: attribute.slots.lowerBound)
        try attribute.codec.encode(value, into: &written, at: attribute.slots.lowerBound)
        for slot in attribute.slots {
          #expect(written[slot].sameColumnValue(as: slots[slot]), "\(property.name)")
        }
      }
    }
  }
}

extension PropertyDescription {
  fileprivate var attributeDescription: AttributeDescription? {
    if case .attribute(let description) = kind { description } else { nil }
  }
}

extension StoredValue {
  fileprivate var plainText: String {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let text): text
    default: "?"
    }
  }

  /// Whether SQLite cannot tell the values apart: a whole number is an integer in a numeric column.
  fileprivate func sameColumnValue(as other: StoredValue) -> Bool {
    if let number = real, let otherNumber = other.real { return number == otherNumber }
    return self == other
  }
}

/// A read-only look into the fixture.
final class AppleStore {
  private var database: OpaquePointer?

  struct Failure: Error { var message: String }

  init() throws {
    let url = try #require(
      Bundle.module.url(forResource: "scheduler", withExtension: "store", subdirectory: "Fixtures"))
    // Immutable: SQLite leaves no files beside it, so tests may share it.
    guard
      sqlite3_open_v2(
        "file:\(url.path)?immutable=1", &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
        == SQLITE_OK
    else { throw Failure(message: "cannot open the fixture") }
  }

  deinit { sqlite3_close_v2(database) }

  func rows(_ sql: String) throws -> [[StoredValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(database)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[StoredValue]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
    }
    return rows
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> StoredValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, column)))
    case SQLITE_BLOB:
      .blob(
        Data(
          bytes: sqlite3_column_blob(statement, column),
          count: Int(sqlite3_column_bytes(statement, column))))
    default: .null
    }
  }

  func texts(_ sql: String) throws -> [String] { try rows(sql).compactMap { $0[0].text } }

  func description() throws -> StoreDescription {
    var description = StoreDescription()
    for table in try texts("SELECT name FROM sqlite_master WHERE type = 'table'") {
      description.tables[table] = try texts("SELECT name FROM pragma_table_info('\(table)')")
    }
    description.entities = try rows("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY").map {
      StoreDescription.Entity(number: Int($0[0].integer!), name: $0[1].text!)
    }
    return description
  }
}
