import FieldhouseKernel
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What operators decide apart from a manifest` {
  private static let schema: JSON = [
    "type": "object", "additionalProperties": false, "required": ["greeting"],
    "properties": [
      "greeting": ["type": "string", "minLength": 2, "default": "hello"],
      "mail": [
        "type": "object", "title": "Post", "required": ["server", "port"],
        "default": ["server": "localhost", "port": 25],
        "properties": [
          "server": ["type": "string"], "port": ["type": "integer", "minimum": 1, "maximum": 65_535],
          "name": ["type": "string", "title": "Its name"],
        ],
      ],
      "token": ["type": "string", "minLength": 8, "x-secret": true],
    ],
  ]

  private func check(
    _ part: OperatorPart, settings: JSON = [:], grants: JSON? = nil, enabled: JSON? = nil
  ) async throws -> CheckReport {
    let installation = try Installation()
    var plugin = PluginFixture("tuned")
    plugin["settingsSchema"] = Self.schema
    plugin["settings"] = settings
    plugin["permissions"] = ["http": ["a.example", "b.example"], "media": true]
    plugin["grants"] = grants
    plugin["enabled"] = enabled
    try installation.add(plugin)
    var configuration = installation.configuration
    configuration.probe = nil
    configuration.parts = ["tuned": part]
    let report = await Checker(configuration).run()
    return withExtendedLifetime(installation) { report }
  }

  private func settings(_ part: OperatorPart, _ settings: JSON = [:]) async throws -> JSON? {
    try await check(part, settings: settings).plugins.first { $0.id == "tuned" }?.settings
  }

  @Test(.tags(.pl67)) func `lies over the defaults, also over one setting of an object with a default of its own`()
    async throws
  {
    let part = OperatorPart(settings: ["/mail/port": 587, "/greeting": "hi"])
    #expect(try await settings(part) == ["greeting": "hi", "mail": ["server": "localhost", "port": 587]])
    #expect(
      try await settings(OperatorPart()) == ["greeting": "hello", "mail": ["server": "localhost", "port": 25]])
  }

  @Test(.tags(.pl67)) func `gives way to what the manifest says`() async throws {
    let part = OperatorPart(settings: ["/mail/port": 587, "/mail/name": "m", "/greeting": "hi"])
    let mail: JSON = ["server": "post", "port": 465]
    #expect(
      try await settings(part, ["mail": mail]) == [
        "greeting": "hi", "mail": ["server": "post", "port": 465, "name": "m"],
      ])
  }

  @Test(.tags(.pl67)) func `is checked as the manifest is, each problem at its setting`() async throws {
    let part = OperatorPart(settings: ["/mail/port": 0, "/greeting": "x", "/old": 1], secrets: [])
    let report = try await check(part)
    #expect(
      report.problems.filter { $0.plugin == "tuned" && $0.code != .permissionNotGranted }.map {
        "\($0.severity) \($0.code.rawValue) \($0.pointer) \($0.found)"
      } == [
        #"warning setting-unknown /settings/old "old""#, #"error setting-invalid /settings/greeting "x""#,
        "error setting-invalid /settings/mail/port 0",
      ])
    #expect(!report.plugins.contains { $0.id == "tuned" })
  }

  @Test(.tags(.pl67)) func `holds secrets that no problem tells, and that do not stand in the manifest`() async throws {
    let part = OperatorPart(settings: ["/token": "sesame-sesame"], secrets: ["/token"])
    let report = try await check(part)
    #expect(!report.problems.map(\.code).contains(.secretInClear))
    #expect(report.plugins.first { $0.id == "tuned" }?.settings["token"] == "sesame-sesame")
    let short = try await check(OperatorPart(settings: ["/token": "sesame"], secrets: ["/token"]))
    let problem = try #require(short.problems.first { $0.code == .settingInvalid })
    #expect(problem.pointer == ["settings", "token"])
    #expect(!problem.description.contains("sesame"))
  }

  @Test(.tags(.pl67)) func `says whether it runs, and what is granted of what it asks for`() async throws {
    let off = try await check(OperatorPart(enabled: false))
    #expect(off.disabled == ["tuned"])
    let part = OperatorPart(enabled: true, grants: HostPermissions(http: ["b.example", "c.example"], media: false))
    let on = try await check(part, grants: ["http": ["a.example"]], enabled: false)
    let plugin = try #require(on.plugins.first { $0.id == "tuned" })
    #expect(plugin.manifest.grants == HostPermissions(http: ["a.example", "b.example"], media: false))
    #expect(
      on.problems.filter { $0.plugin == "tuned" }.map { "\($0.code.rawValue) \($0.pointer)" } == [
        "permission-not-granted /permissions/media"
      ])
  }

  @Test(.tags(.pl67)) func `is told as one list of settings with who said so`() async throws {
    let installation = try Installation()
    var plugin = PluginFixture("tuned")
    plugin["settingsSchema"] = Self.schema
    plugin["settings"] = ["mail": ["server": "post"], "token": "in clear"]
    try installation.add(plugin)
    let reading = try #require(ManifestFolder(path: installation.manifests).read().first { $0.id == "tuned" })
    let part = OperatorPart(settings: ["/mail/port": 587, "/old": "gone"])
    let sheet = SettingsSheet(try #require(reading.manifest), part)
    #expect(
      sheet.settings.map { "\($0.pointer) \($0.source.rawValue) \($0.value?.serialized() ?? "-")" } == [
        #"/greeting default "hello""#, #"/mail/server manifest "post""#, "/mail/port console 587", "/mail/name unset -",
        "/token manifest -", "/old console -",
      ])
    #expect(sheet.setting(["mail", "name"])?.titles == ["Post", "Its name"])
    #expect(sheet.setting(["mail", "port"])?.fallback == 25)
    #expect(
      sheet.settings.filter(\.isRequired).map(\.pointer.description) == ["/greeting", "/mail/server", "/mail/port"])
    #expect(sheet.settings.filter(\.isSecret).map(\.pointer.description) == ["/token", "/old"])
    #expect(sheet.settings.filter { !$0.isKnown }.map(\.pointer.description) == ["/old"])
    #expect(sheet.settings(in: ["mail"]).count == 3)
  }
}
