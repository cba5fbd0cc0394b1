public import SwiftData
