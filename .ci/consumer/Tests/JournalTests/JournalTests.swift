import Journal
import SwiftData
import SwiftDataTesting
import Testing

@Suite(.modelContainer(for: Meal.self))
struct JournalTests {
  @Test func `a meal is stored`() throws {
    try Journal(ModelContainer.current.freshContext()).add("rye")
    expectStored(Meal.self, \.title, equal: ["rye"])
  }

  @Test func `a meal that could not be saved is not written later`() throws {
    let context = try ModelContainer.current.freshContext()
    withSaveFailure(.once) {
      expectSaveFails(with: InjectedFault.self) { try Journal(context).add("rye") }
    }
    try context.save()
    expectNothingStored()
  }
}
