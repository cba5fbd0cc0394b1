extension Benchmarks {
  /// Making a container of five entities, with all tables of a new store.
  static var creation: [Benchmark] {
    Medium.allCases.map { medium in
      Benchmark(
        name: "create a container of 5 entities (\(medium))",
        ours: {
          let store = try medium.makeStore()
          var kept: [Any] = []
          return {
            kept.append(try Engine.makeContainer(path: store?.path))
            return kept.count
          }
        },
        floor: {
          let store = try medium.makeStore()
          var kept: [Any] = []
          return {
            kept.append(try FloorDatabase.make(path: store?.path))
            return kept.count
          }
        })
    }
  }
}
