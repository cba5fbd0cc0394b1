/// Makes a class a persistent and observable model.
///
/// Every stored instance property is persisted unless it is marked ``Transient()``. Mark a property
/// ``Attribute(_:originalName:hashModifier:)`` or
/// ``Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)``
/// to say more about it. The class must declare an initializer, even when all of its properties
/// have default values; a default value names its type in full, so `Status.open` and not `.open`.
/// Property observers of persisted properties are not called. A persisted property is a `var`: the
/// compiler refuses a `let` in the language mode of Swift 6, and warns in that of Swift 5.
///
/// ```swift
/// @Model final class Trip {
///   @Attribute(.unique) var code: String
///   var name: String
///   var start = Date.now
///
///   init(code: String, name: String) {
///     self.code = code
///     self.name = name
///   }
/// }
/// ```
///
/// A model may inherit from a model. Both classes are marked, and the subclass's initializers call one of
/// the superclass's after they have set the properties of their own:
///
/// ```swift
/// @available(iOS 26, macOS 26, *)
/// @Model final class BusinessTrip: Trip {
///   var perDiem: Double
///
///   init(code: String, name: String, perDiem: Double) {
///     self.perDiem = perDiem
///     super.init(code: code, name: name)
///   }
/// }
/// ```
///
/// A container's schema names the subclasses. A fetch of `Trip` then brings business trips, as instances
/// of their own class; a predicate tells them apart with `$0 is BusinessTrip` and reads their properties
/// with `($0 as? BusinessTrip)?.perDiem`. Models that inherit from one root share its unique values.
@attached(
  member,
  conformances: Observable, PersistentModel, Sendable,
  names: named(_$backingData), named(persistentBackingData), named(schemaMetadata), named(init),
  named(_$observationRegistrar), named(_modelObservationRegistrar), named(_SwiftDataNoType),
  named(access), named(withMutation), named(_modelsAreEqual)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

/// Says how a property of a model is stored.
///
/// Use it for a property that is unique, stored apart from its row, transformed, or that had
/// another name in an earlier version of the schema. It changes nothing about the property itself:
/// ``Model()`` reads its arguments.
///
/// ```swift
/// @Attribute(.unique, originalName: "identifier") var code: String
/// ```
///
/// - Parameters:
///   - options: The traits of the stored attribute.
///   - originalName: The name in the preceding version of the schema, when it was another.
///   - hashModifier: A text that makes this version of the attribute differ from an earlier one.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...,
  originalName: String? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Says how a property of a model relates to other models.
///
/// A property whose type is a model, an optional model or an array of models is a relationship
/// without this marker too; it is needed for a delete rule or for an inverse that cannot be
/// inferred. Name the inverse on one of the two sides only, or the compiler reports a circular
/// reference.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
/// ```
///
/// - Parameters:
///   - options: The traits of the relationship.
///   - deleteRule: What becomes of the related models when this model is deleted.
///   - minimumModelCount: The least number of related models; 0 sets no limit.
///   - maximumModelCount: The greatest number of related models; 0 sets no limit.
///   - originalName: The name in the preceding version of the schema, when it was another.
///   - inverse: The property at the other end.
///   - hashModifier: A text that makes this version of the relationship differ from an earlier one.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0,
  originalName: String? = nil,
  inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a stored property of a model from being persisted.
///
/// A fetched model starts with the property's default value, so the property needs one unless its
/// type is optional. A predicate or a sort cannot use the property.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Gives an actor a model context of its own, and runs the actor on that context's executor.
///
/// Use it for work with models away from the main actor. The actor gets `init(modelContainer:)`; an
/// initializer of your own sets `modelExecutor` and `modelContainer`.
///
/// ```swift
/// @ModelActor actor Importer {
///   func add(_ names: [String]) throws {
///     for name in names { modelContext.insert(Tag(name: name)) }
///     try modelContext.save()
///   }
/// }
/// ```
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistentModelActorMacro")

/// Declares indexes of a model, each of the kind that it names.
///
/// Write it in the body of the model's class, once, with all indexes.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Declares binary indexes of a model, each over one or more properties.
///
/// Write it in the body of the model's class, once, with all indexes.
///
/// ```swift
/// @Model final class Trip {
///   #Index<Trip>([\.name], [\.start, \.end])
/// ```
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Declares which properties of a model, alone or together, are unique among all models.
///
/// Write it in the body of the model's class, once, with all constraints. Inserting a model whose
/// values are there already updates the stored one.
///
/// ```swift
/// @Model final class Trip {
///   #Unique<Trip>([\.code], [\.name, \.start])
/// ```
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro")

/// What ``Model()`` attaches to each property that it persists; public for its expansion only.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// What ``Model()`` attaches to each transformable property; public for its expansion only.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty() =
  #externalMacro(module: "SwiftDataMacros", type: "TransformablePersistedPropertyMacro")
