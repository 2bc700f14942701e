import ArgumentParser
import FieldhouseKit
import Foundation

/// `fieldhouse openapi`
struct OpenAPICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "The OpenAPI 3.1 description of host and plugins.")
  @OptionGroup var settings: SettingsOptions
  @Flag(help: "Answer as JSON (the only form there is).") var json = false

  func run() async throws {
    var configuration = try settings.configuration()
    let scratch = FileManager.default.temporaryDirectory.appending(path: "fieldhouse-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    configuration.data = scratch.path
    configuration.database = "sqlite"
    let host = try await HostApplication.start(configuration, executable: Serve.executable)
    Console.print(try JSON(parsing: host.openAPI))
    await host.stop()
  }
}
