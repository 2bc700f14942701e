import FieldhouseHost
import Foundation
import Testing

@Suite struct `Settings of the host` {
  private func resolver(
    flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
  ) throws -> SettingsResolver {
    let path = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID()).json").path
    if let file { try Data(file.utf8).write(to: URL(fileURLWithPath: path)) }
    return try SettingsResolver(flags: flags, environment: environment, path: path)
  }

  @Test func `a flag wins over the environment, which wins over the file, which wins over the default`() throws {
    let environment = ["FIELDHOUSE_LISTEN": "127.0.0.1:2"]
    let file = #"{"listen": "127.0.0.1:3"}"#
    #expect(
      try resolver(flags: ["listen": "127.0.0.1:1"], environment: environment, file: file).value("listen")
        == "127.0.0.1:1")
    #expect(try resolver(environment: environment, file: file).value("listen") == "127.0.0.1:2")
    #expect(try resolver(file: file).value("listen") == "127.0.0.1:3")
    #expect(try resolver().value("listen") == "127.0.0.1:8080")
  }

  @Test func `a variable ending in _FILE names a file with the value`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())").path
    try Data("0123456789012345678901234567890123\n".utf8).write(to: URL(fileURLWithPath: path))
    let settings = try resolver(environment: ["FIELDHOUSE_CONSOLE_TOKEN_FILE": path])
    #expect(try settings.value("consoleToken") == "0123456789012345678901234567890123")
  }

  @Test func `an unknown key in the file is refused with a suggestion`() throws {
    let error = try #require(throws: SettingsError.self) { try resolver(file: #"{"listne": "127.0.0.1:3"}"#) }
    #expect(error.message.contains("There is no setting 'listne'. Did you mean 'listen'?"))
  }

  @Test func `a secret that does not fit is refused without being shown`() throws {
    let settings = try resolver(environment: ["FIELDHOUSE_CONSOLE_TOKEN": "short-secret"])
    let error = try #require(throws: SettingsError.self) { try settings.value("consoleToken") }
    #expect(!error.message.contains("short-secret"))
    #expect(error.message.contains("at least 32 characters"))
  }
}
