import Testing

#if os(macOS) || os(Linux)
  extension ExitTest.Result {
    /// What the process wrote to its standard error: where it died, the reason.
    var message: String { String(decoding: standardErrorContent, as: UTF8.self) }
  }
#endif
