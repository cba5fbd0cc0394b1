/// An actor with a context of its own, for work beside the main actor.
///
/// Attach `@ModelActor` to an actor, which writes the conformance.
///
/// ```swift
/// @ModelActor
/// actor Importer {
///   func add(_ names: [String]) throws {
///     for name in names { modelContext.insert(Trip(name: name)) }
///     try modelContext.save()
///   }
/// }
/// ```
public protocol ModelActor: Actor {
  /// The container of the actor's context.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that runs the actor's work and holds its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The model executor, on which the actor's work runs.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialModelExecutor else {
      fatalError(
        "The modelExecutor of \(Self.self) is \(type(of: modelExecutor)); an actor needs a SerialModelExecutor."
      )
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The actor's instance of a model, or nil where its context knows none of that type.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.registeredModel(for: id) ?? modelContext.existingModel(for: id)
  }
}

extension ModelContext {
  /// The model for an identifier, if it is stored and of the type.
  func existingModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    let description = ModelDescription.of(T.self)
    guard identifier.entityName == description.entityName,
      let connector = try? core.connector(for: description),
      let snapshot = try? connector.snapshots(for: [identifier], of: T.self, editingState)[
        identifier]
    else { return nil }
    return try? register(snapshot, description, as: T.self)
  }
}

/// An executor with a context.
public protocol ModelExecutor: Executor {
  /// The context that the executor's work uses.
  var modelContext: ModelContext { get }
}

/// An executor with a context that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}
