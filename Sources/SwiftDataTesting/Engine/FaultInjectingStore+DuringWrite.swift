#if SWIFT_DATA_ENGINE
  @_spi(Testing) internal import SwiftData

  extension FaultInjectingStore {
    /// Writes with a failure after the first row, inside the real store's own transaction.
    func failingDuringWrite<R>(with error: any Error, _ write: () throws -> R) throws -> R {
      try StoreTesting.$afterRow.withValue(.init { _, _ in throw error }) { try write() }
    }
  }
#endif
