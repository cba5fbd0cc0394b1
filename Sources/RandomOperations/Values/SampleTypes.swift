/// An enum with texts as raw values.
package enum Mood: String, SampleValue {
  case calm, loud
  case silent = "none"

  package static func sample(_ random: inout RandomSource) -> Mood {
    random.pick([.calm, .loud, .silent])!
  }

  package var literal: String { ".\(self)" }
}

/// An enum with numbers as raw values.
package enum Level: Int, SampleValue {
  case low = -1
  case middle = 5
  case high = 1_000_000

  package static func sample(_ random: inout RandomSource) -> Level {
    random.pick([.low, .middle, .high])!
  }

  package var literal: String { ".\(self)" }
}

/// An enum with associated values.
package enum Event: SampleValue {
  case nothing
  case call(String)
  case visit(place: Place, guests: Int)
  case note(text: String)

  package static func sample(_ random: inout RandomSource) -> Event {
    switch random.number(below: 4) {
    case 0: .nothing
    case 1: .call(.sample(&random))
    case 2: .visit(place: .sample(&random), guests: .sample(&random))
    default: .note(text: .sample(&random))
    }
  }
}

/// A structure within a structure, with optional parts.
package struct Place: SampleValue {
  package var name: String
  package var latitude: Double
  package var remark: String?
  package var detail: Detail

  package static let somewhere = Place(
    name: "somewhere", latitude: 0, remark: nil, detail: Detail(count: 1, mood: nil, words: []))

  package static func sample(_ random: inout RandomSource) -> Place {
    Place(
      name: .sample(&random), latitude: .sample(&random), remark: .sample(&random),
      detail: .sample(&random))
  }
}

/// A structure with values of several kinds, none of which says whether it is there.
package struct Detail: SampleValue {
  package var count: Int?
  package var mood: Mood?
  package var words: [String]

  package static func sample(_ random: inout RandomSource) -> Detail {
    Detail(count: .sample(&random), mood: .sample(&random), words: .sample(&random))
  }
}

/// A small structure of numbers.
package struct Spot: SampleValue {
  package var row: Int
  package var column: Int

  package static func sample(_ random: inout RandomSource) -> Spot {
    Spot(row: .sample(&random), column: .sample(&random))
  }
}
