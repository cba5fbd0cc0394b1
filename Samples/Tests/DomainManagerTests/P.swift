import Testing
@testable import DomainManager
