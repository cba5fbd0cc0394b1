// `import SwiftData` alone brings Foundation and Observation, as it does on Apple's systems.
@_exported public import Foundation
@_exported public import Observation
