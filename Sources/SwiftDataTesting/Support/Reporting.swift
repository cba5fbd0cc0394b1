internal import Foundation
internal import Synchronization
internal import Testing

#if canImport(XCTest)
  internal import XCTest
#endif

/// Something the toolkit has to tell the test's author.
struct Report: Sendable {
  var message: String
  var severity: Issue.Severity
  var location: SourceLocation

  init(_ message: String, severity: Issue.Severity = .error, at location: SourceLocation) {
    self.message = message
    self.severity = severity
    self.location = location
  }

  /// Records the report as an issue of the running test, of swift-testing or of XCTest.
  func record() {
    Issue.record(Comment(rawValue: message), severity: severity, sourceLocation: location)
    #if canImport(XCTest)
      // swift-testing drops what is recorded while XCTest runs, and XCTest what is recorded while
      // swift-testing runs; only one of the two is running when there is no current test.
      if Test.current == nil { recordInXCTest() }
    #endif
  }

  #if canImport(XCTest)
    private func recordInXCTest() {
      let text = "\(location.fileID):\(location.line): \(message)"
      if severity == .warning {
        FileHandle.standardError.write(Data("warning: \(text)\n".utf8))
      } else {
        XCTFail(text)
      }
    }
  #endif
}

/// Reports that came up outside the test's task, kept until the end of the test's scope.
///
/// An issue recorded in a detached task or on a queue belongs to no test, and may come after its end.
final class DeferredReports: Sendable {
  private let reports = Mutex<[Report]>([])

  /// Records a report at once where the running test is known, and keeps it for later elsewhere.
  func recordOrKeep(_ report: Report) {
    if Test.current != nil {
      report.record()
    } else {
      reports.withLock { $0.append(report) }
    }
  }

  /// Records what was kept.
  func flush() {
    let kept = reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
    for report in kept { report.record() }
  }
}
