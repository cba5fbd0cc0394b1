import Foundation
import Testing

@testable import SwiftData

/// The search and the order of texts that a person sees.
@Suite struct LocalizedStandardTextTests {
  @Test(arguments: [
    ("Café", "cafe"), ("cafe\u{301}", "CAFÉ"), ("Straße", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("日本語", "本"), ("Blue Train", "E T"), ("naïve", "ï"), ("İstanbul", "istanbul"),
  ])
  func `a text is found whatever its case and diacritics`(_ text: String, _ part: String) {
    #expect(LocalizedStandardText.contains(text, part))
  }

  @Test(arguments: [("Café", "cafes"), ("a", ""), ("", ""), ("", "a"), ("日本", "中")])
  func `a text that is not there and the empty text are not found`(_ text: String, _ part: String) {
    #expect(!LocalizedStandardText.contains(text, part))
  }

  @Test func `the search agrees with Foundation's`() {
    let texts = SplitMix.titles + ["ÉLAN vital", "Blues", "Zoe\u{308}", "l'été"]
    for text in texts {
      for part in texts where part != "" {
        #expect(
          LocalizedStandardText.contains(text, part) == text.localizedStandardContains(part),
          "\(text) \(part)")
      }
    }
  }

  @Test func `texts are ordered by letters, then numbers' values, then diacritics, then case`() {
    let expected = [
      "", " a", "_a", "-1", "$5", "2", "10", "a", "A", "á", "a01", "a1", "a2", "a10", "ab", "B",
      "Ço", "cu", "file 2", "file2", "ß", "z", "Ω", "я", "日",
    ]
    let sorted = expected.shuffled().sorted {
      LocalizedStandardText.compare($0, $1) == .orderedAscending
    }
    #expect(sorted == expected)
  }

  @Test func `the order of any two texts is one or the other`() {
    let texts = SplitMix.titles + ["01", "1", "001", "a1b", "a01b", "e\u{301}", "é", "E\u{301}"]
    for left in texts {
      for right in texts {
        let order = LocalizedStandardText.compare(left, right)
        #expect(order.rawValue == -LocalizedStandardText.compare(right, left).rawValue)
        #expect((order == .orderedSame) == left.utf8.elementsEqual(right.utf8))
      }
    }
  }
}
