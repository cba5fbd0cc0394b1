import Testing

/// Whole expansions, for three models that show all that `@Model` writes.
struct CanonicalModelTests {
  @Test func `a small model`() {
    let text = Expansion(
      """
      @Model final class Item {
        var timestamp: Date
        init(timestamp: Date) {
          self.timestamp = timestamp
        }
      }
      """
    ).text
    #expect(
      text == #"""
        final class Item {
          @SwiftData._PersistedProperty
          var timestamp: Date
          init(timestamp: Date) {
            self.timestamp = timestamp
          }

          @SwiftData.Transient
          private var _$backingData = SwiftData._DefaultBackingData(for: Item.self)

          public var persistentBackingData: any SwiftData.BackingData<Item> {
            get {
              _$backingData.original
            }
            set {
              _$backingData = SwiftData._DefaultBackingData(newValue)
            }
          }

          static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            [
              SwiftData.Schema.PropertyMetadata(name: "timestamp", keypath: \Item.timestamp, defaultValue: nil, metadata: nil)
            ]
          }

          init(backingData: any SwiftData.BackingData<Item>) {
            _timestamp = _SwiftDataNoType()
            self.persistentBackingData = backingData
          }

          init(_values _$storedValues: SwiftData._StoredValues) {
            _timestamp = _SwiftDataNoType()
            _$backingData = SwiftData._DefaultBackingData(_$storedValues)
          }

          @SwiftData.Transient
          private let _$observationRegistrar = Observation.ObservationRegistrar()

          public var _modelObservationRegistrar: Observation.ObservationRegistrar? {
            _$observationRegistrar
          }

          internal nonisolated func access<_M>(
            keyPath: KeyPath<Item, _M>
          ) {
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          internal nonisolated func withMutation<_M, _MR>(
            keyPath: KeyPath<Item, _M>,
            _ mutation: () throws -> _MR
          ) rethrows -> _MR {
            try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          struct _SwiftDataNoType {
          }
        }

        nonisolated extension Item: SwiftData.PersistentModel {
        }

        nonisolated extension Item: Observation.Observable {
        }

        @available(*, unavailable, message: "A model belongs to its ModelContext and cannot be sent elsewhere; use a ModelActor, or send the persistentModelID of 'Item' and fetch the model again.")
        extension Item: Sendable {
        }
        """#)
  }

  @Test func `a public model with relationships, an index and a constraint`() {
    #expect(
      members(
        #"""
        @Model
        public class Trip {
          #Index<Trip>([\.start])
          #Unique<Trip>([\.code])
          @Attribute(.unique) public var code: String
          public var start = Date.now
          @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
          init() {}
        }
        """#
      ) == #"""
        public class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          [
            SwiftData.Schema.PropertyMetadata(name: "code", keypath: \Trip.code, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.unique)),
            SwiftData.Schema.PropertyMetadata(name: "start", keypath: \Trip.start, defaultValue: Date.now, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "stops", keypath: \Trip.stops, defaultValue: [] as [Stop], metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Stop.trip)),
            SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Index", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Index<Trip>([\.start])),
            SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Unique", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Unique<Trip>([\.code]))
          ]
        }

        public required init(backingData: any SwiftData.BackingData<Trip>) {
          _code = _SwiftDataNoType()
          _start = _SwiftDataNoType()
          _stops = _SwiftDataNoType()
          self.persistentBackingData = backingData
        }
        """#)
  }

  @Test func `a model in a namespace with conditional properties`() {
    #expect(
      members(
        """
        enum V1 {
          @Model
          final class Note {
            var text = ""
            #if DEBUG
            var trace: String?
            #endif
            init() {}
          }
        }
        """
      ) == #"""
        static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          var metadata: [SwiftData.Schema.PropertyMetadata] = []
          metadata.append(SwiftData.Schema.PropertyMetadata(name: "text", keypath: \Note.text, defaultValue: "", metadata: nil))
          #if DEBUG
          metadata.append(SwiftData.Schema.PropertyMetadata(name: "trace", keypath: \Note.trace, defaultValue: nil, metadata: nil))
          #endif
          return metadata
        }

        init(backingData: any SwiftData.BackingData<Note>) {
          _text = _SwiftDataNoType()
          #if DEBUG
          _trace = _SwiftDataNoType()
          #endif
          self.persistentBackingData = backingData
        }

        init(_values _$storedValues: SwiftData._StoredValues) {
          _text = _SwiftDataNoType()
          #if DEBUG
          _trace = _SwiftDataNoType()
          #endif
          _$backingData = SwiftData._DefaultBackingData(_$storedValues)
        }
        """#)
  }

  /// The expansion from `schemaMetadata` to the generated initializer: all that the body decides.
  private func members(_ source: String) -> String {
    let lines = Expansion(source).text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.contains("var schemaMetadata") } ?? lines.startIndex
    let end = lines.lastIndex { $0.contains("_$observationRegistrar = ") } ?? lines.endIndex
    let margin = lines[start].prefix(while: \.isWhitespace).count
    // The registrar's attribute and the blank line stand between.
    return lines[start..<end - 2].map { $0.dropFirst(margin) }.joined(separator: "\n")
  }
}
