/// Where a property of a certain type leads to, if it is a relationship by its type.
struct RelationshipTarget {
  let model: any PersistentModel.Type
  let isToOne: Bool

  /// Nil for every type but a model, a collection of models, and optionals of both.
  init?(of valueType: any Any.Type) {
    let type = wrappedType(ofOptional: valueType) ?? valueType
    if let model = type as? any PersistentModel.Type {
      self.model = model
      isToOne = true
    } else if let collection = valueType as? any RelationshipCollection.Type {
      model = RelationshipTarget.element(of: collection)
      isToOne = false
    } else {
      return nil
    }
  }

  private static func element<Collection: RelationshipCollection>(
    of collection: Collection.Type
  ) -> any PersistentModel.Type {
    Collection.PersistentElement.self
  }
}
