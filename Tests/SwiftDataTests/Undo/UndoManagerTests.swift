import Foundation
import SwiftData
import Testing

@Suite struct UndoManagerTests {
  /// Something with a value whose changes are registered.
  private final class Counter {
    let manager: UndoManager
    var value = 0

    init(_ manager: UndoManager) { self.manager = manager }

    func set(_ newValue: Int) {
      let former = value
      manager.registerUndo(withTarget: self) { $0.set(former) }
      value = newValue
    }
  }

  private let manager = UndoManager()

  private func makeCounter() -> Counter {
    manager.groupsByEvent = false
    return Counter(manager)
  }

  private func group(_ body: () -> Void) {
    manager.beginUndoGrouping()
    body()
    manager.endUndoGrouping()
  }

  @Test func `undo takes the last group back, and redo does it again`() {
    let counter = makeCounter()
    group { counter.set(1) }
    group {
      counter.set(2)
      counter.set(3)
    }
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(counter.value == 1)
    #expect(manager.canRedo)
    manager.redo()
    #expect(counter.value == 3)
    manager.undo()
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo)
    #expect(manager.redoCount == 2)
    manager.undo()
    #expect(counter.value == 0)
  }

  @Test func `a new operation leaves nothing to redo`() {
    let counter = makeCounter()
    group { counter.set(1) }
    manager.undo()
    group { counter.set(2) }
    #expect(!manager.canRedo)
  }

  @Test func `nested groups are undone as one`() {
    let counter = makeCounter()
    group {
      counter.set(1)
      group { counter.set(2) }
      #expect(manager.groupingLevel == 1)
      counter.set(3)
    }
    manager.undo()
    #expect(counter.value == 0)
    manager.redo()
    #expect(counter.value == 3)
  }

  @Test func `without a group of its own an operation belongs to the event's`() {
    let counter = Counter(manager)
    counter.set(1)
    counter.set(2)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.groupingLevel == 0)
  }

  @MainActor @Test func `the group of an event ends with the turn of the main queue`() async {
    let manager = UndoManager()
    let counter = Counter(manager)
    counter.set(1)
    for _ in 0..<1_000 where manager.groupingLevel > 0 { await Task.yield() }
    #expect(manager.groupingLevel == 0)
    counter.set(2)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `nothing is registered while registration is disabled`() {
    let counter = makeCounter()
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    group { counter.set(1) }
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `only so many groups can be undone`() {
    let counter = makeCounter()
    manager.levelsOfUndo = 2
    for number in 1...5 { group { counter.set(number) } }
    #expect(manager.undoCount == 2)
    manager.undo()
    manager.undo()
    manager.undo()
    #expect(counter.value == 3)
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
  }

  @Test func `all operations can be forgotten, or those of one target`() {
    let first = makeCounter()
    let second = Counter(manager)
    group { first.set(1) }
    group { second.set(1) }
    manager.removeAllActions(withTarget: first)
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(second.value == 0)
    #expect(first.value == 1)
    manager.removeAllActions()
    #expect(!manager.canRedo)
  }

  @Test func `a target that is gone is not called`() {
    manager.groupsByEvent = false
    group { Counter(manager).set(1) }
    #expect(manager.canUndo)
    manager.undo()
    #expect(!manager.canUndo)
  }

  @Test func `an action has a name, also as what can be redone`() {
    let counter = makeCounter()
    group {
      counter.set(1)
      manager.setActionName("Counting")
    }
    #expect(manager.undoActionName == "Counting")
    #expect(manager.undoMenuItemTitle == "Undo Counting")
    manager.undo()
    #expect(manager.undoActionName == "")
    #expect(manager.undoMenuItemTitle == "Undo")
    #expect(manager.redoActionName == "Counting")
    #expect(manager.redoMenuItemTitle == "Redo Counting")
  }

  @Test func `it says what it does while it does it`() {
    var states: [String] = []
    let target = makeCounter()
    func note(_ text: String) {
      manager.registerUndo(withTarget: target) { [manager] _ in
        states.append("\(text) \(manager.isUndoing) \(manager.isRedoing)")
        note("again")
      }
    }
    group { note("first") }
    manager.undo()
    manager.redo()
    #expect(states == ["first true false", "again false true"])
  }

  @Test func `it posts what happens`() {
    let counter = makeCounter()
    let names: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerDidCloseUndoGroup,
      .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange, .NSUndoManagerWillRedoChange,
      .NSUndoManagerDidRedoChange,
    ]
    final class Log: @unchecked Sendable {
      // Unchecked because notifications are posted on the thread of the test.
      var names: [Notification.Name] = []
    }
    let log = Log()
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { _ in
        log.names.append(name)
      }
    }
    defer { observers.forEach { NotificationCenter.default.removeObserver($0) } }
    group { counter.set(1) }
    #expect(log.names == [.NSUndoManagerDidOpenUndoGroup, .NSUndoManagerDidCloseUndoGroup])
    log.names = []
    manager.undo()
    #expect(log.names.first == .NSUndoManagerWillUndoChange)
    #expect(log.names.last == .NSUndoManagerDidUndoChange)
    log.names = []
    manager.redo()
    #expect(log.names.first == .NSUndoManagerWillRedoChange)
    #expect(log.names.last == .NSUndoManagerDidRedoChange)
  }
}
