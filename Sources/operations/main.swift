internal import Foundation
internal import RandomOperations

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  exit(try options.isWorker ? Worker(options).run() : Supervisor(options).run())
} catch {
  print("operations: \(error)")
  exit(2)
}
