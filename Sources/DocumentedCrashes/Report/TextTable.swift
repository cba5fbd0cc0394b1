/// A table of text whose cells wrap, so that it fits a width.
package struct TextTable: Sendable {
  /// A column's title, and the share of the width that it gets.
  package struct Column: Sendable {
    let title: String
    let share: Int

    package init(_ title: String, share: Int) {
      self.title = title
      self.share = share
    }
  }

  private let columns: [Column]
  private let rows: [[String]]

  package init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The table as lines of at most the width, unless that would leave less than five characters a
  /// column.
  package func rendered(width: Int) -> String {
    let separators = 3 * (columns.count - 1)
    let shares = columns.reduce(0) { $0 + $1.share }
    let widths = columns.map { max(5, (width - separators) * $0.share / shares) }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "-+-")
    var lines = Self.lines(of: columns.map(\.title), widths)
    for row in rows {
      lines.append(rule)
      lines += Self.lines(of: row, widths)
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of row: [String], _ widths: [Int]) -> [String] {
    let cells = zip(row, widths).map { wrap($0, to: $1) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { line in
      let parts = zip(cells, widths).map { cell, width in
        let text = line < cell.count ? cell[line] : ""
        return text + String(repeating: " ", count: width - text.count)
      }
      var joined = parts.joined(separator: " | ")
      while joined.last == " " { joined.removeLast() }
      return joined
    }
  }

  /// Breaks text into lines at spaces, and a word that is too long after a hyphen or slash, or
  /// anywhere.
  package static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      var rest = word
      if !line.isEmpty {
        if line.count + 1 + rest.count <= width {
          line += " \(rest)"
          continue
        }
        lines.append(line)
        line = ""
      }
      while rest.count > width {
        let head = rest.prefix(width)
        let end = head.lastIndex { $0 == "-" || $0 == "/" }.map { head.index(after: $0) }
        let piece = rest[..<(end ?? head.endIndex)]
        lines.append(String(piece))
        rest = rest[piece.endIndex...]
      }
      line = String(rest)
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
