/// The result of a fetch in batches: a collection whose elements are made when they are first read.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let count_: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    count_ = count
    self.element = element
  }

  /// A position in the result.
  public typealias Index = Int

  /// The positions of the result.
  public typealias Indices = Range<Int>

  /// What goes through the result, element by element.
  public typealias Iterator = IndexingIterator<FetchResultsCollection<Element>>

  /// A part of the result.
  public typealias SubSequence = Slice<FetchResultsCollection<Element>>

  /// The position of the first element: 0.
  public var startIndex: Int { 0 }

  /// The position after the last element, which is the number of elements.
  public var endIndex: Int { count_ }

  /// The element at a position, made or loaded now unless it was before.
  ///
  /// - Precondition: The position is in the result.
  public subscript(position: Int) -> Element {
    precondition(
      position >= 0 && position < count_,
      "The position \(position) is not in a result of \(count_) elements.")
    return element(position)
  }
}
