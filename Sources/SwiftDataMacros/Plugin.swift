@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// Serves the macros of the module SwiftData to the compiler over standard input and output.
@main
struct Plugin {
  /// Every macro type, in the order of their declarations in `Macros.swift`.
  static var macros: [any Macro.Type] {
    [
      AttributePropertyMacro.self,
      RelationshipPropertyMacro.self,
      TransientPropertyMacro.self,
      PersistentModelMacro.self,
      PersistentModelActorMacro.self,
      IndexMacro.self,
      UniqueConstraintsMacro.self,
      PersistedPropertyMacro.self,
      TransformablePersistedPropertyMacro.self,
    ]
  }

  static func main() throws {
    let listener = try CompilerPluginMessageListener(
      connection: StandardIOMessageConnection(),
      provider: Provider()
    )
    try listener.main()
  }
}

/// Finds a macro type by the name in its `#externalMacro` declaration.
private struct Provider: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    let macro = Plugin.macros.first { String(describing: $0) == typeName }
    guard let macro, moduleName == "SwiftDataMacros" else {
      throw UnknownMacro(name: "\(moduleName).\(typeName)")
    }
    return macro
  }
}

private struct UnknownMacro: Error, CustomStringConvertible {
  var name: String

  var description: String {
    "The macro plugin of SwiftData has no macro '\(name)'; clean the build folder and build again."
  }
}
