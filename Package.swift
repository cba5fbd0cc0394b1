// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

#if canImport(Darwin)
  let engine = "AppleSwiftData"
#else
  let engine = "SwiftData"
#endif

/// Set in the environment, it builds the toolkit as on Apple's systems: against documented API alone.
let documentedAPIOnly =
  Context.environment["SWIFT_DATA_TESTING_DOCUMENTED_API_ONLY"] != nil || engine != "SwiftData"

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// `SWIFT_DATA_ENGINE` holds where the engine is this package's own, whose testing SPI the toolkit may then use.
let toolkitSettings =
  settings + (documentedAPIOnly ? [] : [.define("SWIFT_DATA_ENGINE")])

let package = Package(
  name: "swift-data-testing",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SwiftData", targets: [engine]),
    .library(name: "SwiftDataTesting", targets: ["SwiftDataTesting"]),
    .library(name: "DocumentedCrashes", targets: ["DocumentedCrashes"]),
    .executable(name: "hazards", targets: ["hazards"]),
  ],
  targets: [
    .target(
      name: "SwiftDataTesting",
      dependencies: [.target(name: engine)],
      swiftSettings: toolkitSettings
    ),
    .target(
      name: "DocumentedCrashes",
      dependencies: [.target(name: engine)],
      swiftSettings: toolkitSettings
    ),
    .executableTarget(
      name: "hazards",
      dependencies: ["DocumentedCrashes"],
      swiftSettings: toolkitSettings
    ),
    .testTarget(
      name: "SwiftDataTestingTests",
      dependencies: ["SwiftDataTesting", .target(name: engine)],
      swiftSettings: toolkitSettings
    ),
    .testTarget(
      name: "DocumentedCrashesTests",
      dependencies: ["DocumentedCrashes", "SwiftDataTesting", .target(name: engine)],
      swiftSettings: toolkitSettings
    ),
  ]
)

#if canImport(Darwin)
  // Apple's systems have SwiftData: the product of that name passes Apple's module on.
  package.targets += [
    .target(name: "AppleSwiftData", swiftSettings: settings)
  ]
#else
  let host = toolchainHostLibraries()
  package.targets += [
    // The header and the library are where the compiler looks anyway. Asking pkg-config as well would
    // warn on every build of a machine without it; a missing header names its package by itself.
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CSwiftRuntime"),
    .macro(
      name: "SwiftDataMacros",
      // SwiftSyntax comes with the toolchain, so nothing has to be fetched or built.
      swiftSettings: settings + [.unsafeFlags(["-I", host])],
      linkerSettings: [
        .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])
      ]
        + [
          "SwiftBasicFormat", "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics",
          "SwiftIfConfig", "SwiftOperators", "SwiftParser", "SwiftParserDiagnostics",
          "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
        ].map { .linkedLibrary($0) }
    ),
    .target(
      name: "SwiftData",
      dependencies: ["CSQLite", "CSwiftRuntime", "SwiftDataMacros"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["SwiftData", "CSQLite"],
      swiftSettings: settings
    ),
    // The test against a model: random operations on random schemas, beside a plain reference.
    .target(
      name: "RandomOperations",
      dependencies: ["SwiftData"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "operations",
      dependencies: ["RandomOperations"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "schemas",
      dependencies: ["RandomOperations"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RandomOperationsTests",
      dependencies: ["RandomOperations"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwiftDataTests",
      dependencies: ["SwiftData", "CSQLite"],
      resources: [.copy("Fixtures")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwiftDataMacrosTests",
      dependencies: ["SwiftData", "SwiftDataMacros"],
      swiftSettings: settings + [.unsafeFlags(["-I", host])]
    ),
  ]

  /// The folder of the running toolchain that holds SwiftSyntax, found through this manifest's own process.
  ///
  /// The package manager loads `libPackageDescription.so` from `lib/swift/pm/ManifestAPI` of the
  /// toolchain that it belongs to, wherever that was unpacked; SwiftSyntax is in `lib/swift/host`.
  func toolchainHostLibraries() -> String {
    // Read to its end: the file has no size to read by, and comes in pieces.
    let bytes = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let maps = String(decoding: bytes, as: UTF8.self)
    let library = maps.split(separator: "\n").lazy
      .filter { $0.hasSuffix("/libPackageDescription.so") }
      .compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
      .first
    guard let library else {
      fatalError(
        """
        swift-data-testing cannot tell which toolchain runs its manifest: no libPackageDescription.so \
        is mapped into the process. Build with `swift build` of a toolchain from swift.org.
        """)
    }
    let host = URL(fileURLWithPath: String(library))
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("host").path
    guard FileManager.default.fileExists(atPath: host + "/SwiftSyntaxMacros.swiftmodule") else {
      fatalError(
        """
        swift-data-testing builds its macros against the SwiftSyntax of the toolchain, and this \
        toolchain has none at \(host). Install the full toolchain of swift.org (Swift 6.3 or later), \
        not a runtime-only image.
        """)
    }
    return host
  }
#endif
