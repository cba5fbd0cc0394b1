import Foundation

/// What the process that ran a procedure says to the one that launched it, if it lives to say it.
package struct ProcedureMessage: Sendable, Hashable, Codable {
  package enum Verdict: String, Sendable, Codable {
    case sound, faulty
    /// The procedure threw an error.
    case failed
  }

  package let verdict: Verdict
  package let text: String

  package init(_ verdict: Verdict, _ text: String) {
    self.verdict = verdict
    self.text = text
  }

  /// Runs a procedure and takes down what comes of it.
  package init(running procedure: DocumentedCrash.Procedure) {
    do {
      let outcome = try procedure.run()
      self.init(outcome.isSound ? .sound : .faulty, outcome.text)
    } catch {
      self.init(.failed, "\(error)")
    }
  }

  private static let mark = "procedure-message:"

  /// The message as one line.
  package var line: String {
    let data = try? JSONEncoder().encode(self)
    return Self.mark + String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Finds the message in a process's output; nil where there is none.
  package init?(in output: String) {
    for line in output.split(separator: "\n") where line.hasPrefix(Self.mark) {
      let data = Data(line.dropFirst(Self.mark.count).utf8)
      if let message = try? JSONDecoder().decode(Self.self, from: data) {
        self = message
        return
      }
    }
    return nil
  }
}
