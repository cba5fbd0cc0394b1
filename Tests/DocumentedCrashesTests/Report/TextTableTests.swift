import DocumentedCrashes
import Testing

struct TextTableTests {
  @Test func `text wraps at spaces`() {
    #expect(TextTable.wrap("the meal is gone", to: 8) == ["the meal", "is gone"])
  }

  @Test func `a long word breaks after a hyphen, or anywhere`() {
    #expect(TextTable.wrap("cascade-rollback", to: 10) == ["cascade-", "rollback"])
    #expect(TextTable.wrap("abcdefgh", to: 5) == ["abcde", "fgh"])
  }

  @Test func `no line is wider than the table`() {
    let table = TextTable(
      columns: [.init("One", share: 1), .init("Two", share: 3)],
      rows: [["first", "a cell that is too long for one line"], ["second", ""]])
    let lines = table.rendered(width: 30).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 30 })
    #expect(lines[0] == "One    | Two")
    #expect(lines[2] == "first  | a cell that is too")
  }
}
