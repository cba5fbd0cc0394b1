internal import Synchronization

/// The failures armed on one container, or on all containers of one test.
///
/// The stores of the containers hold it, so an armed failure reaches every task, queue and actor that
/// uses one of them, and no other test's.
final class FaultBoard: Sendable {
  private let faults = Mutex<[ArmedFault]>([])

  var armed: [ArmedFault] { faults.withLock { $0 } }

  func arm(_ fault: ArmedFault) { faults.withLock { $0.append(fault) } }

  func disarm(_ fault: ArmedFault) { faults.withLock { $0.removeAll { $0 === fault } } }
}

/// The failures armed in the running task.
enum TaskFaults {
  @TaskLocal static var current: [ArmedFault] = []
}
