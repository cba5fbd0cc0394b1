// swift-tools-version: 6.2

import PackageDescription

/// The cores of four apps without their user interfaces, and a store of our own, each with the tests a team would
/// write.
///
/// The manifest is that of any consumer, save for the path: elsewhere the dependency is a URL and a version.
let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: samples.map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(name: "swift-data-testing", path: "..")
  ],
  targets: samples.flatMap { sample -> [Target] in
    [
      .target(
        name: sample,
        dependencies: [.product(name: "SwiftData", package: "swift-data-testing")]
      ),
      .testTarget(
        name: "\(sample)Tests",
        dependencies: [
          .byName(name: sample),
          .product(name: "SwiftData", package: "swift-data-testing"),
          .product(name: "SwiftDataTesting", package: "swift-data-testing"),
        ]
      ),
    ]
  }
)

var samples: [String] { ["DomainManager", "TodoList", "Dashboard", "FoodJournal", "JSONStore"] }
