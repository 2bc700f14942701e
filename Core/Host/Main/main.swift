import Dispatch
import FieldhouseHost
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
// Before the first thread: the process may split.
Fieldhouse.supervise(CommandLine.arguments.first ?? "fieldhouse", arguments)
Task { exit(await Fieldhouse.exitCode(of: arguments)) }
dispatchMain()
