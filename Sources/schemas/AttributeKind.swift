/// A kind of attribute that a random schema may have.
struct AttributeKind {
  /// What operations can do with the attribute beside reading and writing it.
  enum Use: String {
    case plain = "PlainAttribute"
    case equatable = "EquatableAttribute"
    case comparable = "ComparableAttribute"
    case text = "TextAttribute"
    case optional = "OptionalAttribute"
  }

  /// The property's name.
  var name: String
  var type: String
  /// The default value, in Swift.
  var initial: String
  var use: Use
  /// Arguments of `@Attribute`.
  var options = ""

  init(_ name: String, _ type: String, _ initial: String, _ use: Use, options: String = "") {
    self.name = name
    self.type = type
    self.initial = initial
    self.use = use
    self.options = options
  }

  static let all = [
    AttributeKind("flag", "Bool", "true", .equatable),
    AttributeKind("int", "Int", "-1", .comparable),
    AttributeKind("int8", "Int8", "8", .comparable),
    AttributeKind("int16", "Int16", "0", .comparable),
    AttributeKind("int32", "Int32", "3", .comparable),
    AttributeKind("int64", "Int64", "2", .comparable, options: #"originalName: "formerInt""#),
    AttributeKind("uint", "UInt", "1", .comparable),
    AttributeKind("uint8", "UInt8", "255", .comparable),
    AttributeKind("uint16", "UInt16", "0", .comparable),
    AttributeKind("uint32", "UInt32", "2", .comparable),
    AttributeKind("uint64", "UInt64", "5", .comparable),
    AttributeKind("float", "Float", "0.5", .comparable),
    AttributeKind("double", "Double", "1.5", .comparable),
    AttributeKind("decimal", "Decimal", "0.25", .comparable),
    AttributeKind("text", "String", #""b""#, .text),
    AttributeKind("order", "String", #""""#, .text, options: ".spotlight"),
    AttributeKind("date", "Date", "Date(timeIntervalSinceReferenceDate: 0)", .comparable),
    AttributeKind("data", "Data", "Data()", .plain),
    AttributeKind("picture", "Data?", "nil", .plain, options: ".externalStorage"),
    AttributeKind("token", "UUID", "UUID.unique(1)", .equatable),
    AttributeKind("link", "URL", "URL.samples[0]", .equatable),
    AttributeKind("maybeFlag", "Bool?", "nil", .equatable),
    AttributeKind("maybeInt", "Int?", "nil", .optional),
    AttributeKind("maybeInt16", "Int16?", "7", .optional),
    AttributeKind("maybeUInt64", "UInt64?", "nil", .optional),
    AttributeKind("maybeFloat", "Float?", "nil", .optional),
    AttributeKind("maybeDouble", "Double?", "0.5", .optional),
    AttributeKind("maybeDecimal", "Decimal?", "nil", .optional),
    AttributeKind("maybeText", "String?", #""""#, .optional),
    AttributeKind("maybeDate", "Date?", "nil", .optional),
    AttributeKind("maybeData", "Data?", "nil", .plain),
    AttributeKind("maybeToken", "UUID?", "nil", .equatable),
    AttributeKind("maybeLink", "URL?", "nil", .equatable),
    AttributeKind("mood", "Mood", "Mood.calm", .plain),
    AttributeKind("maybeMood", "Mood?", "nil", .plain),
    AttributeKind("level", "Level", "Level.middle", .plain),
    AttributeKind("maybeLevel", "Level?", "nil", .plain),
    AttributeKind("event", "Event", "Event.nothing", .plain),
    AttributeKind("maybeEvent", "Event?", "nil", .plain),
    AttributeKind("spot", "Spot", "Spot(row: 1, column: 2)", .plain),
    AttributeKind("maybeSpot", "Spot?", "nil", .plain),
    AttributeKind("place", "Place", "Place.somewhere", .plain),
    AttributeKind("maybePlace", "Place?", "nil", .plain),
    AttributeKind("numbers", "[Int]", "[]", .plain),
    AttributeKind("words", "[String]", #"["a"]"#, .plain),
    AttributeKind("maybeNumbers", "[Int]?", "nil", .plain),
    AttributeKind("maybes", "[Int?]", "[]", .plain),
    AttributeKind("wordSet", "Set<String>", "[]", .plain),
    AttributeKind("scores", "[String: Int]", "[:]", .plain),
    AttributeKind("places", "[Place]", "[]", .plain),
    AttributeKind("moods", "[Mood]", "[Mood.loud]", .plain),
    AttributeKind("events", "[String: Event]", "[:]", .plain),
    AttributeKind("blobs", "[Data]", "[]", .plain),
  ]

  /// What may be unique by the number of a row.
  static let unique = [
    AttributeKind("code", "String", "", .text), AttributeKind("serial", "Int", "", .comparable),
    AttributeKind("key", "UUID", "", .equatable),
  ]
}
