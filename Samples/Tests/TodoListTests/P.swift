import Testing
@testable import TodoList
