import Synchronization
import Testing

/// An issue that code under test recorded.
struct RecordedIssue: Sendable {
  var message: String
  var severity: Issue.Severity
  var line: Int?
}

/// Runs a closure, keeps the issues that it records from failing the test, and returns them.
func recordedIssues(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> [RecordedIssue] {
  let issues = IssueList()
  // Every issue matches, an error thrown too, so nothing is rethrown.
  try? withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
    try body()
  } matching: {
    issues.take($0)
  }
  return issues.all
}

func recordedIssues(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> [RecordedIssue] {
  let issues = IssueList()
  try? await withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
    try await body()
  } matching: {
    issues.take($0)
  }
  return issues.all
}

private final class IssueList: Sendable {
  private let issues = Mutex<[RecordedIssue]>([])

  var all: [RecordedIssue] { issues.withLock { $0 } }

  func take(_ issue: Issue) -> Bool {
    var message = issue.comments.map(\.rawValue).joined(separator: "\n")
    if let error = issue.error { message += "\(error)" }
    let recorded = RecordedIssue(
      message: message, severity: issue.severity, line: issue.sourceLocation?.line)
    issues.withLock { $0.append(recorded) }
    return true
  }
}
