import SwiftData
import Testing

@Suite struct ValueTransformerTests {
  @Test func `a transformer is found by the name that it is registered under`() {
    let name = NSValueTransformerName("ValueTransformerTests.upper")
    #expect(ValueTransformer(forName: name) == nil)
    let transformer = UpperCaseTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: name)
    #expect(ValueTransformer(forName: name) === transformer)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    #expect(ValueTransformer(forName: name)?.transformedValue("a") as? String == "A")
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
    #expect(!ValueTransformer.valueTransformerNames().contains(name))
  }

  @Test func `the transformers of the system are found by their names`() {
    let negate = ValueTransformer(forName: .negateBooleanTransformerName)
    #expect(negate?.transformedValue(true) as? Bool == false)
    let isNil = ValueTransformer(forName: .isNilTransformerName)
    #expect(isNil?.transformedValue(nil) as? Bool == true)
    let isThere = ValueTransformer(forName: .isNotNilTransformerName)
    #expect(isThere?.transformedValue(1) as? Bool == true)
    let archive = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
    #expect(archive is NSSecureUnarchiveFromDataTransformer)
  }

  @Test func `an archive gives the object that it was made from`() throws {
    let transformer = NSSecureUnarchiveFromDataTransformer()
    let archive = try #require(transformer.reverseTransformedValue(["a", "b"]) as? Data)
    #expect(transformer.transformedValue(archive) as? [String] == ["a", "b"])
    #expect(transformer.transformedValue(Data([1, 2, 3])) == nil)
  }

  @Test func `a transformer gives the value itself unless it says otherwise`() {
    #expect(ValueTransformer().transformedValue(5) as? Int == 5)
    #expect(ValueTransformer().reverseTransformedValue(5) as? Int == 5)
  }
}

private final class UpperCaseTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? { (value as? String)?.uppercased() }
}
