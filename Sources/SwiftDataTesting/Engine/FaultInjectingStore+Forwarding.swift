#if SWIFT_DATA_ENGINE
  @_spi(Testing) public import SwiftData

  // What the engine asks beforehand is no occasion for a failure, so it asks the real store.
  @_spi(Testing)
  extension FaultInjectingStore: StoreForwarding {
    public var _forwardedStore: DefaultStore { base }
  }
#endif
