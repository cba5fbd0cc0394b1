import DocumentedCrashes
import Foundation

do {
  exit(try Hazards.run(HazardsCommand(Array(CommandLine.arguments.dropFirst()))))
} catch let error as HazardsCommand.UsageError {
  Hazards.note("hazards: \(error)\n'hazards --help' explains the arguments.")
  exit(64)
} catch {
  Hazards.note("hazards: \(error)")
  exit(70)
}
