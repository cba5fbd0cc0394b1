// Written by `swift run schemas`: change that, not this file.
extension SampleSchema {
  /// All that there are.
  package static let all = [
    Schema01.sample,
    Schema02.sample,
    Schema03.sample,
    Schema04.sample,
    Schema05.sample,
    Schema06.sample,
    Schema07.sample,
    Schema08.sample,
    Schema09.sample,
    Schema10.sample,
    Schema11.sample,
    Schema12.sample,
    Schema13.sample,
    Schema14.sample,
    Schema15.sample,
    Schema16.sample,
  ]
}
