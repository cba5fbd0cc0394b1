import Foundation
import SwiftData

extension DocumentedCrash {
  /// The template's container gives up where it cannot be created.
  public static let containerCreationFailure = DocumentedCrash(
    id: "container-creation-failure",
    title: "An app made from the template dies where its container cannot be created",
    source: Source("Leveling Up SwiftData Error Handling in Xcode Templates"),
    affectedReleases: "all releases: the fault is in the template's code",
    explanation: """
      ModelContainer's initialiser throws where a store cannot be opened: a damaged file, a full \
      or locked disk, a file of earlier models that cannot be migrated. Xcode's template answers \
      every error with fatalError, so a cause that may pass or could be mended ends the app at \
      its launch, and again at every launch after that.
      """,
    remedy: Remedy(
      text: """
        Create the container when the first view appears, keep a state that is loading, ready or \
        failed, show the failure's message, and offer to try again.
        """,
      code: """
        enum State { case loading, ready(ModelContainer), failed(message: String) }

        func load() {
          state = .loading
          do {
            state = .ready(try ModelContainer(for: schema, configurations: [configuration]))
          } catch {
            let reason = error.localizedDescription
            state = .failed(message: "Failed to create model container: \\(reason)")
          }
        }
        """),
    expectation: .processDies(messageFragment: "Could not create ModelContainer"),
    reproductions: [
      Procedure("a directory has the store's name", Dashboard.launch),
      Procedure("two models, and the store's folder is no folder", Library.launch),
    ],
    workarounds: [
      Procedure("the loader fails with a message and succeeds when tried again") {
        var findings = Findings()
        var seen = ""
        for cause in UnopenableStore.certain {
          let outcome = try cause.failAndRetry()
          seen = outcome.text
          findings.require(outcome.isSound, "\(cause.rawValue): \(outcome.text)")
        }
        return findings.outcome(
          "\(UnopenableStore.certain.count) causes, the last of them: \(seen)")
      }
    ],
    control: Procedure("the store can be created", Dashboard.launchSoundly))
}

extension Dashboard {
  /// Launches the template's app while the system's folder for temporary files is where its store
  /// should be.
  static func launch() throws -> Outcome {
    let container = sharedModelContainer(at: FileManager.default.temporaryDirectory)
    return .sound("the container was created: \(container.configurations.count) configuration")
  }

  static func launchSoundly() throws -> Outcome {
    try withTemporaryFolder { folder in
      let container = sharedModelContainer(at: folder.appendingPathComponent("items.store"))
      let context = container.makeContext()
      context.insert(Item(timestamp: Date(timeIntervalSinceReferenceDate: 800_000_000)))
      try context.save()
      var findings = Findings()
      findings.require(
        try container.makeContext().count(Item.self), is: 1, "the number of stored items")
      return findings.outcome("the app launches and saves")
    }
  }
}

extension Library {
  static func launch() throws -> Outcome {
    let url = URL(fileURLWithPath: "/dev/null/Application Support/library.store")
    let container = sharedModelContainer(at: url)
    return .sound("the container was created: \(container.configurations.count) configuration")
  }
}

extension UnopenableStore {
  /// Has a loader load while the cause is there, and again when it is gone.
  package func failAndRetry() throws -> Outcome {
    try withTemporaryFolder { folder in try Keeper.keeping { try failAndRetry(in: folder) } }
  }

  private func failAndRetry(in folder: URL) throws -> Outcome {
    let url = try arrange(in: folder)
    let before = try? Data(contentsOf: url)
    let loader = ContainerLoader {
      try makeContainer(Library.Shelf.self, Library.Volume.self, at: url)
    }
    var findings = Findings()
    loader.load()
    guard case .failed(let message) = loader.state else {
      return .faulty("the container was created in spite of the cause")
    }
    findings.require(
      message.hasPrefix("Failed to create model container: "), "the message is '\(message)'")
    findings.require(try? Data(contentsOf: url), is: before, "the file's content")
    try remove(at: url)
    loader.load()
    guard case .ready(let container) = loader.state else {
      return .faulty(
        "the container cannot be created although the cause is gone: \(loader.state)")
    }
    let context = container.makeContext()
    context.insert(Library.Volume(title: "Atlas", shelf: Library.Shelf(label: "A")))
    try context.save()
    let stored = try container.makeContext().only(Library.Volume.self)
    findings.require(stored.shelf?.label, is: "A", "the label of the shelf")
    return findings.outcome("'\(message)', then a container that saves")
  }
}
