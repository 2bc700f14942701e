import FieldhouseAccounts
import FieldhouseSupervision
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `Settings of the host` {
  func resolver(
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
      try resolver(flags: ["listen": "127.0.0.1:1"], environment: environment, file: file).resolve("listen").value
        == "127.0.0.1:1")
    #expect(try resolver(environment: environment, file: file).resolve("listen").value == "127.0.0.1:2")
    #expect(try resolver(file: file).resolve("listen").value == "127.0.0.1:3")
    #expect(try resolver().resolve("listen").value == "127.0.0.1:8080")
  }

  @Test func `a variable that is empty counts as none, a flag that is empty does not`() throws {
    let environment = ["FIELDHOUSE_LISTEN": "", "FIELDHOUSE_LISTEN_FILE": "", "FIELDHOUSE_REDIS": ""]
    let settings = try resolver(environment: environment, file: #"{"listen": "127.0.0.1:3"}"#)
    #expect(try settings.resolve("listen").value == "127.0.0.1:3")
    #expect(try resolver(environment: environment).resolve("listen").value == "127.0.0.1:8080")
    let path = FileManager.default.temporaryDirectory.appending(path: "listen-\(UUID())").path
    try Data("127.0.0.1:4".utf8).write(to: URL(fileURLWithPath: path))
    let filed = ["FIELDHOUSE_LISTEN": "", "FIELDHOUSE_LISTEN_FILE": path]
    #expect(try resolver(environment: filed).resolve("listen").value == "127.0.0.1:4")
    #expect(try resolver(flags: ["redis": ""], environment: filed).resolve("redis").source == .flag("--redis"))
  }

  @Test func `a variable ending in _FILE names a file with the value`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())").path
    try Data("0123456789012345678901234567890123\n".utf8).write(to: URL(fileURLWithPath: path))
    let settings = try resolver(environment: ["FIELDHOUSE_CONSOLE_TOKEN_FILE": path])
    #expect(try settings.resolve("consoleToken").value == "0123456789012345678901234567890123")
  }

  @Test func `an unknown key in the file is refused with a suggestion`() throws {
    let error = try #require(throws: SettingsError.self) { try resolver(file: #"{"listne": "127.0.0.1:3"}"#) }
    #expect(error.message.contains("There is no setting 'listne'. Did you mean 'listen'?"))
  }

  @Test func `a secret that does not fit is refused without being shown`() throws {
    let settings = try resolver(environment: ["FIELDHOUSE_CONSOLE_TOKEN": "short-secret"])
    let error = try #require(throws: SettingsError.self) { try settings.resolve("consoleToken").value }
    #expect(!error.message.contains("short-secret"))
    #expect(error.message.contains("at least 32 characters"))
  }

  @Test func `a folder of the web app that is none is refused`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID())").path
    for isThere in [false, true] {
      if isThere { try Data().write(to: URL(fileURLWithPath: file)) }
      let error = try #require(throws: SettingsError.self) { try resolver(flags: ["web": file]).resolve("web").value }
      #expect(error.message.contains("There is no such folder."))
    }
    #expect(try resolver(flags: ["web": "/"]).resolve("web").value == "/")
  }

  @Test func `are each declared under the name by which the host reads them`() {
    let groups: [any SettingGroup] = [
      GeneralSettings(), ListenerSettings(), SupervisionSettings(), MessageSettings(), SignInSettings(),
    ]
    for child in groups.flatMap({ Mirror(reflecting: $0).children }) {
      #expect((child.value as? any DeclaredSetting)?.setting.key == child.label)
    }
    #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
  }

  @Test func `have an option each if they have a flag, and no other option than that of the file`() {
    let options = Mirror(reflecting: SettingsOptions()).children.compactMap { $0.label.map { String($0.dropFirst()) } }
    #expect(Set(options) == Set(Setting.all.filter(\.hasFlag).map(\.key)).union(["config"]))
  }

  @Test func `fit where they are not set, and say so in their help`() throws {
    for setting in Setting.all {
      if let fallback = setting.fallback, !fallback.isEmpty {
        #expect(setting.check(fallback) == nil, "\(setting.key)")
      }
      #expect(!setting.help.contains("{range}"), "\(setting.key)")
    }
    let digits = try #require(Setting.named("codeDigits"))
    #expect(digits.help == "The digits of a one-time code, 6 to 10.")
    #expect(digits.check("5") == "This is a whole number from 6 to 10.")
  }

  @Test func `that are empty count as not set`() throws {
    let settings = try resolver(environment: ["FIELDHOUSE_CODE_DIGITS": "", "FIELDHOUSE_REDIS": ""])
    #expect(try settings.value(\SignInSettings.codeDigits) == 6)
    #expect(try settings.value(\GeneralSettings.redis) == nil)
    #expect(try settings.value(\GeneralSettings.hosts) == [])
  }

  @Test func `come as what they mean`() throws {
    let flags = ["plugins": "a: b:", "clock": "2024-08-17T09:00:00Z", "clockRate": "0.5", "queryRows": "7"]
    let settings = try resolver(flags: flags, environment: ["FIELDHOUSE_MEMORY_LIMIT": "800 MiB"])
    #expect(try settings.value(\GeneralSettings.plugins) == ["a", "b"])
    #expect(try settings.value(\GeneralSettings.clock) == Date(timeIntervalSince1970: 1_723_885_200))
    #expect(try settings.value(\GeneralSettings.clockRate) == 0.5)
    #expect(try settings.value(\GeneralSettings.queryRows) == 7)
    #expect(try settings.value(\SupervisionSettings.memoryLimit) == .bytes(800 << 20))
    #expect(try settings.value(HostSetting<LimitRule>.limit(.loginsPerName)) == LimitName.loginsPerName.standard)
  }
}
