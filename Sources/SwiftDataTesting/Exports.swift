// `import SwiftDataTesting` alone is enough to call the expectations, whose default arguments need
// swift-testing's source locations even in a file of XCTest cases.
@_exported public import Testing
