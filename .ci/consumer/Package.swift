// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Journal",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Journal", targets: ["Journal"])],
  dependencies: [
    .package(url: "https://github.com/OWNER/swift-data-testing", from: "1.0.0")
  ],
  targets: [
    .target(
      name: "Journal",
      dependencies: [.product(name: "SwiftData", package: "swift-data-testing")]
    ),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "Journal", .product(name: "SwiftDataTesting", package: "swift-data-testing"),
      ]
    ),
  ]
)
