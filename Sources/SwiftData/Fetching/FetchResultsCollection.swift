/// The result of a fetch in batches: a collection whose elements are made when they are first read.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let count_: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    count_ = count
    self.element = element
  }

  public typealias Index = Int
  public typealias Indices = Range<Int>
  public typealias Iterator = IndexingIterator<FetchResultsCollection<Element>>
  public typealias SubSequence = Slice<FetchResultsCollection<Element>>

  public var startIndex: Int { 0 }
  public var endIndex: Int { count_ }

  public subscript(position: Int) -> Element {
    precondition(
      position >= 0 && position < count_,
      "The position \(position) is not in a result of \(count_) elements.")
    return element(position)
  }
}
