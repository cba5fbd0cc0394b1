import Foundation
import Observation
import SwiftData

/// Uses of the protocols of models, of backing data and of identifiers.
enum ModelSignatures {
  static func persistentModel(_ model: Signed, _ part: SignedPart) {
    let _: (any BackingData<Signed>) -> Signed = Signed.init(backingData:)
    model.persistentBackingData = model.persistentBackingData as any BackingData<Signed>
    let _: [Schema.PropertyMetadata] = Signed.schemaMetadata
    let _: Signed.Root.Type = Signed.self
    let _: any BackingData<Signed> = Signed.createBackingData()
    let _: String = model.getValue(forKey: \Signed.text)
    let _: Signed? = part.getValue(forKey: \SignedPart.whole)
    let _: [SignedPart] = model.getValue(forKey: \Signed.parts)
    let _: [SignedPart]? = part.getValue(forKey: \SignedPart.optionalParts)
    let _: UUID = model.getTransformableValue(forKey: \Signed.code)
    model.setValue(forKey: \Signed.text, to: "text")
    part.setValue(forKey: \SignedPart.whole, to: model)
    model.setValue(forKey: \Signed.parts, to: [part])
    part.setValue(forKey: \SignedPart.optionalParts, to: nil)
    model.setTransformableValue(forKey: \Signed.code, to: UUID())
    let _: ModelContext? = model.modelContext
    let _: PersistentIdentifier = model.persistentModelID
    let _: PersistentIdentifier = model.id
    let _: Bool = model.hasChanges
    let _: Bool = model.isDeleted
    let _: (Signed, Signed) -> Bool = (==)
    var hasher = Hasher()
    model.hash(into: &hasher)
  }

  static func anyModel<M: PersistentModel>(_ model: M, _ type: M.Type) {
    func hashable<H: Hashable & Identifiable & Observable & AnyObject>(_: H) {}
    hashable(model)
    let _: M = M(backingData: type.createBackingData() as any BackingData<M>)
    let _: M.Root.Type = M.Root.self
  }

  static func values<M: PersistentModel, Value: Codable, Other: PersistentModel>(
    of model: M, _ value: KeyPath<M, Value>, _ one: KeyPath<M, Other>,
    _ optional: KeyPath<M, Other?>, _ many: KeyPath<M, [Other]>
  ) {
    model.setValue(forKey: value, to: model.getValue(forKey: value))
    model.setValue(forKey: one, to: model.getValue(forKey: one))
    model.setValue(forKey: optional, to: model.getValue(forKey: optional))
    model.setValue(forKey: many, to: model.getValue(forKey: many))
  }

  static func collections<M: PersistentModel, V: RelationshipCollection, W>(
    of model: M, _ many: KeyPath<M, V>, _ coded: KeyPath<M, W>
  ) where W: RelationshipCollection & Codable {
    model.setValue(forKey: many, to: model.getValue(forKey: many))
    model.setValue(forKey: coded, to: model.getValue(forKey: coded))
    let _: any PersistentModel.Type = V.PersistentElement.self
  }

  static func transformables<M: PersistentModel, V>(of model: M, _ path: KeyPath<M, V>) {
    model.setTransformableValue(forKey: path, to: model.getTransformableValue(forKey: path))
  }

  static func backingData<Data: BackingData>(
    _ data: inout Data, _ text: KeyPath<Data.Model, String>
  ) {
    let _: Data = Data(for: Data.Model.self)
    data.persistentModelID = data.persistentModelID as PersistentIdentifier?
    let _: Any = data.metadata
    data.setValue(forKey: text, to: data.getValue(forKey: text))
    data.setTransformableValue(forKey: text, to: data.getTransformableValue(forKey: text))
  }

  static func relationshipsOfBackingData<
    Data: BackingData, Other: PersistentModel, V: RelationshipCollection, W
  >(
    _ data: inout Data, _ one: KeyPath<Data.Model, Other>, _ optional: KeyPath<Data.Model, Other?>,
    _ many: KeyPath<Data.Model, V>, _ coded: KeyPath<Data.Model, W>
  ) where W: RelationshipCollection & Codable {
    data.setValue(forKey: one, to: data.getValue(forKey: one))
    data.setValue(forKey: optional, to: data.getValue(forKey: optional))
    data.setValue(forKey: many, to: data.getValue(forKey: many))
    data.setValue(forKey: coded, to: data.getValue(forKey: coded))
  }

  static func relationshipCollection() {
    let _: SignedPart.Type = [SignedPart].PersistentElement.self
    let _: SignedPart.Type = [SignedPart]?.PersistentElement.self
    let _: any RelationshipCollection.Type = [SignedPart].self
  }

  static func persistentIdentifier(_ identifier: PersistentIdentifier) throws {
    let _: PersistentIdentifier.ID = identifier.id
    let _: String = identifier.entityName
    let _: String? = identifier.storeIdentifier
    func make<T: Comparable & CustomStringConvertible & Codable & Hashable>(_ key: T) throws
      -> PersistentIdentifier
    {
      try .identifier(for: "store", entityName: "Signed", primaryKey: key)
    }
    let _: PersistentIdentifier = try make(1)
    let _: (PersistentIdentifier, PersistentIdentifier) -> Bool = (<)
    let _: any Codable & Sendable & Identifiable & Comparable & Hashable = identifier
    let _: any Hashable & Sendable = identifier.id
    let _: Int = identifier.hashValue &+ identifier.id.hashValue
  }
}

/// Backing data of one's own, which has what Apple's protocol asks for and nothing else.
struct OwnBackingData<Model: PersistentModel>: BackingData {
  var persistentModelID: PersistentIdentifier?
  var metadata: Any { [String: Any]() }
  private var values: [AnyKeyPath: Any] = [:]

  init(for modelType: Model.Type) {}

  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value {
    values[forKey] as! Value
  }

  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value {
    values[forKey] as! Value
  }

  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value? {
    values[forKey] as? Value
  }

  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  { values[forKey] as! Value }

  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where
    Value: Decodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  { values[forKey] as! Value }

  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value {
    values[forKey] as! Value
  }

  mutating func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    values[forKey] = newValue
  }

  mutating func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) { values[forKey] = newValue }

  mutating func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value?>, to newValue: Value?
  ) { values[forKey] = newValue }

  mutating func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  { values[forKey] = newValue }

  mutating func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  { values[forKey] = newValue }

  mutating func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    values[forKey] = newValue
  }
}

/// A model that is written by hand, with what Apple's protocol asks for and nothing else.
final class HandWritten: PersistentModel {
  var persistentBackingData: any BackingData<HandWritten>

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [Schema.PropertyMetadata(name: "text", keypath: \HandWritten.text)]
  }

  var text: String {
    get { getValue(forKey: \.text) }
    set { setValue(forKey: \.text, to: newValue) }
  }

  init(text: String) {
    persistentBackingData = Self.createBackingData()
    self.text = text
  }

  required init(backingData: any BackingData<HandWritten>) { persistentBackingData = backingData }
}
