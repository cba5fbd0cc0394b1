public import Foundation

/// A recorder of operations by which changes are undone and redone.
///
/// Foundation has this class on Apple's systems, but not on Linux, so the engine brings its own with
/// the same members. Give it to a ``ModelContext/undoManager``, and each processed change of the
/// context's models can be undone:
///
/// ```swift
/// context.undoManager = UndoManager()
/// trip.name = "Lisbon"
/// context.undoManager?.undo()  // the former name again
/// ```
///
/// Operations that are registered in one turn of the main queue are one group, which is undone as a
/// whole. Away from the main thread there are no turns: a group ends at ``undo()`` or where you end
/// it. What is registered while a group is undone is what redoes it.
///
/// - Note: On Apple's systems the class belongs to the main actor. Here it belongs to whatever
///   actor uses it, so that the context of a model actor can have one too.
open class UndoManager: NSObject, @unchecked Sendable {
  // Unchecked because, as on Apple's systems, one actor has it: that of its context.

  /// Operations in the order of their registration.
  final class Group {
    var actions: [Action] = []
    var name = ""
    var isDiscardable = false
  }

  /// One operation, or a group that was closed inside another.
  enum Action {
    case operation(target: WeakTarget, handler: (AnyObject) -> Void)
    case group(Group)
  }

  struct WeakTarget {
    weak var object: AnyObject?
  }

  private enum Activity { case none, undoing, redoing }

  private var undoStack: [Group] = []
  private var redoStack: [Group] = []
  /// The groups that are open, the innermost last.
  private var openGroups: [Group] = []
  private var activity = Activity.none
  private var disablings = 0
  private var isEventScheduled = false
  /// Those with changes to register before a group closes.
  private var clients: [WeakTarget] = []

  /// Makes an undo manager that has nothing to undo.
  public override init() { super.init() }

  /// Whether a group is opened by itself for the operations of one turn of the main queue.
  open var groupsByEvent = true

  /// How many groups can be undone, the oldest being forgotten first; 0 means any number.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }

  // MARK: - Groups

  /// How many groups are open inside each other.
  open var groupingLevel: Int { openGroups.count }

  /// Opens a group, inside the one that is open.
  open func beginUndoGrouping() {
    checkpoint()
    if openGroups.isEmpty, groupsByEvent, activity == .none { openEventGroup() }
    open()
  }

  /// Closes the group that was opened last.
  ///
  /// Ends the process where none is open, as on Apple's systems.
  open func endUndoGrouping() {
    checkpoint()
    guard !openGroups.isEmpty else {
      fatalError("endUndoGrouping called with no matching begin")
    }
    close()
  }

  private func open() {
    openGroups.append(Group())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func close() {
    post(.NSUndoManagerWillCloseUndoGroup)
    let group = openGroups.removeLast()
    if let outer = openGroups.last {
      outer.actions.append(.group(group))
      if outer.name.isEmpty { outer.name = group.name }
    } else {
      switch activity {
      case .undoing: redoStack.append(group)
      case .none, .redoing: undoStack.append(group)
      }
      trim()
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: - Events

  /// Opens the group of the current turn of the main queue.
  private func openEventGroup() {
    open()
    scheduleEndOfEvent()
  }

  /// Has clients register their changes, and the group of the event closed, when the turn is over.
  func scheduleEndOfEvent() {
    guard groupsByEvent, !isEventScheduled, MainQueue.isCurrent else { return }
    isEventScheduled = true
    DispatchQueue.main.async { [weak self] in self?.endEvent() }
  }

  private func endEvent() {
    isEventScheduled = false
    checkpoint()
    if groupingLevel == 1, activity == .none { close() }
  }

  // MARK: - Registration

  /// Whether operations are registered.
  open var isUndoRegistrationEnabled: Bool { disablings == 0 }

  /// Has registrations ignored, until ``enableUndoRegistration()`` is called as often.
  open func disableUndoRegistration() {
    checkpoint()
    disablings += 1
  }

  /// Takes one ``disableUndoRegistration()`` back.
  ///
  /// Ends the process where there was none, as on Apple's systems.
  open func enableUndoRegistration() {
    checkpoint()
    guard disablings > 0 else {
      fatalError("enableUndoRegistration called with no matching disable")
    }
    disablings -= 1
  }

  /// Registers an operation that undoes what is being done.
  ///
  /// Ends the process where no group is open and ``groupsByEvent`` is false, as on Apple's systems.
  ///
  /// - Parameters:
  ///   - target: What the operation is about; it is not kept alive, and without it the operation
  ///     does nothing.
  ///   - handler: The operation, which gets the target.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty {
      guard groupsByEvent else { fatalError("must begin a group before registering undo") }
      openEventGroup()
    }
    if activity == .none { redoStack = [] }
    openGroups.last?.actions.append(
      .operation(target: WeakTarget(object: target)) {
        handler(unsafeDowncast($0, to: TargetType.self))
      }
    )
  }

  /// Forgets all operations, and enables registration.
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    for group in openGroups { group.actions = [] }
    disablings = 0
  }

  /// Forgets the operations about a target.
  open func removeAllActions(withTarget target: Any) {
    let object = target as AnyObject
    func clean(_ group: Group) {
      group.actions = group.actions.filter { action in
        switch action {
        case .operation(let target, _): return target.object !== object
        case .group(let inner):
          clean(inner)
          return !inner.actions.isEmpty
        }
      }
    }
    for group in undoStack + redoStack + openGroups { clean(group) }
    undoStack.removeAll { $0.actions.isEmpty }
    redoStack.removeAll { $0.actions.isEmpty }
  }

  // MARK: - Undoing

  /// Whether there is something to undo.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }

  /// Whether there is something to redo, once changes that wait for it are registered.
  open var canRedo: Bool {
    checkpoint()
    return !redoStack.isEmpty
  }

  /// How many groups can be undone.
  open var undoCount: Int { undoStack.count }

  /// How many groups can be redone.
  open var redoCount: Int { redoStack.count }

  /// Whether an undo operation is running.
  open var isUndoing: Bool { activity == .undoing }

  /// Whether a redo operation is running.
  open var isRedoing: Bool { activity == .redoing }

  /// Closes the group of the event and undoes the last group.
  ///
  /// Ends the process where a group is open that you have begun, as on Apple's systems.
  open func undo() {
    checkpoint()
    if groupingLevel == 1 { close() }
    guard groupingLevel == 0 else {
      fatalError("undo was called with too many nested undo groups")
    }
    undoNestedGroup()
  }

  /// Undoes the last group, without closing one first.
  open func undoNestedGroup() {
    checkpoint()
    guard activity == .none, groupingLevel == 0, let group = undoStack.popLast() else { return }
    post(.NSUndoManagerWillUndoChange)
    perform(group, as: .undoing)
    post(.NSUndoManagerDidUndoChange)
  }

  /// Does the last group that was undone again.
  open func redo() {
    checkpoint()
    guard activity == .none, groupingLevel == 0, let group = redoStack.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    perform(group, as: .redoing)
    post(.NSUndoManagerDidRedoChange)
  }

  private func perform(_ group: Group, as activity: Activity) {
    self.activity = activity
    open()
    openGroups.last?.name = group.name
    run(group)
    checkpoint()
    while !openGroups.isEmpty { close() }
    self.activity = .none
  }

  private func run(_ group: Group) {
    for action in group.actions.reversed() {
      switch action {
      case .operation(let target, let handler): if let object = target.object { handler(object) }
      case .group(let inner): run(inner)
      }
    }
  }

  // MARK: - Names

  /// The name of the last group that can be undone; empty where it has none.
  open var undoActionName: String { (openGroups.first ?? undoStack.last)?.name ?? "" }

  /// The name of the group that can be redone next; empty where it has none.
  open var redoActionName: String { redoStack.last?.name ?? "" }

  /// Names the open group, or the last one.
  open func setActionName(_ actionName: String) {
    (openGroups.last ?? undoStack.last)?.name = actionName
  }

  /// The title of a menu command that undoes.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu command that redoes.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu command that undoes an action of a name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title of a menu command that redoes an action of a name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Marks the open group as one that may be lost, as a change of the selection may.
  open func setActionIsDiscardable(_ discardable: Bool) {
    (openGroups.last ?? undoStack.last)?.isDiscardable = discardable
  }

  /// Whether the last group that can be undone may be lost.
  open var undoActionIsDiscardable: Bool { undoStack.last?.isDiscardable ?? false }

  /// Whether the group that can be redone next may be lost.
  open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  // MARK: - Clients

  /// Lets everyone register what they have changed.
  private func checkpoint() {
    post(.NSUndoManagerCheckpoint)
    for client in clients { (client.object as? any UndoClient)?.registerPendingChanges() }
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Adds someone with changes to register.
  func add(_ client: any UndoClient) {
    clients.removeAll { $0.object == nil || $0.object === client }
    clients.append(WeakTarget(object: client))
  }

  func remove(_ client: any UndoClient) {
    clients.removeAll { $0.object == nil || $0.object === client }
  }
}

/// Someone who collects changes and registers them together.
protocol UndoClient: AnyObject {
  func registerPendingChanges()
}

/// The queue of the main actor, which on Linux need not run on the main thread.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? Thread.isMainThread }
}
