/// A Swift type in coded form: its mangled name, by which the runtime finds it again.
///
/// The readable name beside it serves error messages.
struct CodedType: Codable {
  private enum CodingKeys: String, CodingKey { case mangledName, name }

  let type: any Any.Type

  init(_ type: any Any.Type) { self.type = type }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let mangledName = try container.decode(String.self, forKey: .mangledName)
    guard let type = _typeByName(mangledName) else {
      let name = try container.decode(String.self, forKey: .name)
      throw DecodingError.dataCorruptedError(
        forKey: .mangledName, in: container,
        debugDescription: "this program has no type '\(name)'; link the module that declares it")
    }
    self.type = type
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard let mangledName = _mangledTypeName(type), _typeByName(mangledName) == type else {
      throw EncodingError.invalidValue(
        type,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            the type '\(type)' has no name that it could be found by again; declare it outside of \
            functions, and not private
            """))
    }
    try container.encode(mangledName, forKey: .mangledName)
    try container.encode(String(reflecting: type), forKey: .name)
  }
}
