/// Makes a failing sequence smaller for as long as it fails in the same way.
package struct Shrinker {
  /// Runs a sequence; returns the kind of difference it ends with, or nil.
  private let run: ([Step]) -> String?

  package init(run: @escaping ([Step]) -> String?) { self.run = run }

  /// The smallest sequence found that fails with a kind of difference.
  package func shrink(_ operations: [Step], failingWith kind: String) -> [Step] {
    func fails(_ candidate: [Step]) -> Bool { run(candidate) == kind }
    var smallest = operations
    var size = max(1, smallest.count / 2)
    while true {
      let before = smallest.count
      // From the end, because what comes late has the fewest consequences.
      var end = smallest.count
      while end > 0 {
        let start = max(0, end - size)
        var candidate = smallest
        candidate.removeSubrange(start..<end)
        if fails(candidate) { smallest = candidate }
        end = start
      }
      if size == 1, smallest.count == before { break }
      size = max(1, size / 2)
    }
    for index in smallest.indices where smallest[index].size > 1 {
      var candidate = smallest
      candidate[index].size = 1
      if fails(candidate) { smallest = candidate }
    }
    return smallest
  }
}
