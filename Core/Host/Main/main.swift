import FieldhouseHost
import Foundation

exit(await Fieldhouse.exitCode(of: Array(CommandLine.arguments.dropFirst())))
