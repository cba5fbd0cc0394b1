public import SwiftData

/// Expects that a context has nothing unsaved.
///
/// A failure shows the models that are inserted, changed and deleted in it.
///
/// - Parameters:
///   - context: The context to look at.
///   - sourceLocation: Where a failure is reported.
public func expectClean(
  _ context: ModelContext, sourceLocation: SourceLocation = #_sourceLocation
) {
  let probe = ContainerRegistry.probe(of: context.container)
  guard let leftover = Leftover(in: context, probe: probe) else { return }
  let reason =
    leftover.lastSaveFailed ? ", left pending by a failed save" : ""
  Report(
    """
    The context was expected to be clean, but has unsaved changes\(reason):
    \(leftover.lines.joined(separator: "\n"))
    """, at: sourceLocation
  ).record()
}
