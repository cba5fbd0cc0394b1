internal import Dispatch

/// The executor of an actor with `@ModelActor`: a queue with a context.
public class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // Unchecked because the context is not Sendable: it is used by the jobs of the queue, one at a time.

  /// The context that the actor uses.
  public final let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SwiftData.DefaultSerialModelExecutor")

  /// Makes an executor around a context that nothing else uses.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  /// Runs a job of the actor when those before it are done.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    // The executor stays alive until its last job has run, even if the actor is gone by then.
    queue.async { [self] in withExtendedLifetime(self) { job.runSynchronously(on: executor) } }
  }

  /// The executor as the runtime refers to it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
