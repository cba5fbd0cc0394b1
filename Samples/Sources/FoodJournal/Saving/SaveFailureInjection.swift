#if DEBUG
  /// Makes `saveStamped()` fail before it saves, in debug builds.
  ///
  /// It is for apps that throw before `save()`, where no store sees the failure. A save itself needs no
  /// such hook: a test makes it fail with `withSaveFailure`.
  enum SaveFailureInjection {
    struct Failure: Error {}

    @TaskLocal static var isFailing = false
  }
#endif
