import ArgumentParser
import FieldhouseKit

/// `fieldhouse version`
struct VersionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "The versions of host and Kit.")
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    if json {
      Console.print([
        "host": .string(HostVersion.text), "kit": .string(Kit.version), "contract": .integer(Int64(Kit.contract)),
      ])
    } else {
      Console.print("fieldhouse \(HostVersion.text) (Kit \(Kit.version), contract \(Kit.contract))")
    }
  }
}
