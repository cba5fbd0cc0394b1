public import Observation
public import SwiftData

// Models that other modules could use; their expansions name SwiftData and Observation in public.

@Model public final class PublicModel {
  public var value: Int
  internal var hidden = 1

  public init(value: Int) { self.value = value }
}

@Model package final class PackageModel {
  package var value: Int

  package init(value: Int) { self.value = value }
}

@Model open class OpenModel {
  open var value: Int

  public init(value: Int) { self.value = value }
}

@Model open class OpenSubmodel: OpenModel {
  public var more: Int

  public override init(value: Int) {
    more = value + 1
    super.init(value: value)
  }
}
