/// Where a test's container keeps its store.
public enum StoreLocation: Sendable {
  /// In memory, shared with nobody.
  case memory
  /// In a file of its own in a temporary folder, which is removed when the test's scope ends.
  case temporaryFile
}
