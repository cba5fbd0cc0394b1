// On Apple's systems the product `SwiftData` is Apple's module: this target passes it on, so that a
// consumer's manifest reads the same everywhere.
@_exported public import SwiftData
