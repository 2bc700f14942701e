import Dispatch
import FieldhouseHost
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
// Before the first thread: the process may split.
let prepared = Fieldhouse.supervise(CommandLine.arguments.first ?? "fieldhouse", arguments)
Task { exit(await Fieldhouse.exitCode(of: arguments, prepared)) }
dispatchMain()
