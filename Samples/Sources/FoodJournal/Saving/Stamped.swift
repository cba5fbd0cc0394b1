import Foundation
import SwiftData

/// A model that knows when it was changed last, by which the export notices an edit.
protocol Stamped: AnyObject {
  var modifiedAt: Date { get set }
}

extension ModelContext {
  /// Stamps what is inserted or changed.
  func stampChanges(at date: Date) {
    for case let model as any Stamped in insertedModelsArray + changedModelsArray {
      model.modifiedAt = date
    }
  }
}
