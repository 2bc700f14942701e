import FieldhouseKit
import Testing

@testable import FieldhouseKernel

@Suite struct `A manifest` {
  private static let full = """
    {
      "$schema": "plugin.schema.json", "id": "soccer", "area": "football", "name": "Soccer",
      "description": "Predictions", "version": "1.2.3-beta.1", "kit": "^1.0.0", "host": ">=1.0.0 <2.0.0",
      "bundle": "1.2.3-abc",
      "library": {"path": "lib/libSoccer.so", "symbol": "soccer_plugin", "sha256": "\(String(repeating: "a", count: 64))"},
      "dependencies": {"groups": "^2.0.0"},
      "permissions": {"http": ["api.example.org", "http://localhost:8081"], "media": true},
      "contributions": {
        "routes": ["GET /", "PUT /matches/{match}/prediction"],
        "boards": [{"id": "league", "title": "League", "operator": "sum", "seasons": "yearly", "numbering": "dense",
          "tieBreaks": [{"column": "exactScores", "order": "descending"}], "earliestWins": true}],
        "topics": [{"name": "matches/{match}", "access": "everyone"}],
        "events": [{"name": "match-settled", "payload": {"type": "object"}}, {"name": "season-ended"}],
        "subscriptions": ["groups.member-joined"], "schedules": ["feed"],
        "questions": [{"name": "fixtures", "title": "fixtures.title", "access": "permission", "permission": "manage-league",
          "in": "league", "answer": {}, "input": {"type": "object", "required": ["league", "day"],
          "properties": {"league": {"type": "string"}, "day": {"type": "integer"}, "team": {"type": "string"}}}}],
        "asks": [{"question": "fitness.steps", "version": "^1.2.0", "optional": true, "purpose": "steps.purpose"},
          {"question": "groups.members"}],
        "notifications": [{"kind": "match-settled", "title": "settled.title"}],
        "scopes": [{"kind": "league", "title": "League"}],
        "permissions": [{"name": "manage-league", "title": "Manage a league", "in": "league"}],
        "roles": [{"name": "steward", "title": "Steward", "in": "league", "permissions": ["manage-league"]}],
        "pages": [{"path": "/", "title": "page.title", "script": "web/main.js", "navigation": true,
          "tour": "page.tour", "accent": "#0a7d3c", "icon": "ball"}],
        "home": {"script": "web/home.js", "access": "account"},
        "texts": {"en": "strings/en.json", "pt-BR": "strings/pt.json"},
        "gameTypes": [{"id": "score", "title": "Exact score"}],
        "rules": [{"module": "librules.so", "functions": [{"name": "points", "symbol": "points",
          "parameters": ["int64", "double[]"], "result": "string", "capacity": 16,
          "tests": [{"arguments": [1, [2, 2.5]], "expected": "3", "tolerance": 0.5}]}]}]
      },
      "migrations": ["migrations/0001.sql"], "advertisements": false,
      "settingsSchema": {"type": "object", "properties": {"token": {"type": "string", "x-secret": true}}},
      "enabled": false, "settings": {"token": {"env": "TOKEN"}}, "grants": {"http": ["api.example.org"]}
    }
    """

  private func read(_ text: String) -> ManifestReading { ManifestReading(file: "test.json", bytes: Array(text.utf8)) }

  @Test func `is read with every key it may have`() throws {
    let reading = read(Self.full)
    #expect(reading.problems == [])
    let manifest = try #require(reading.manifest)
    #expect(manifest.area == "football")
    #expect(manifest.version.description == "1.2.3-beta.1")
    #expect(manifest.library.symbol == "soccer_plugin")
    #expect(manifest.dependencies["groups"]?.description == "^2.0.0")
    #expect(manifest.permissions == HostPermissions(http: ["api.example.org", "http://localhost:8081"], media: true))
    #expect(manifest.enabled == false)
    #expect(!manifest.acceptsAdvertisements)
    #expect(manifest.grants == HostPermissions(http: ["api.example.org"]))
    #expect(manifest.settings["token"]?["env"] == "TOKEN")
  }

  @Test func `gives its contributions as values`() throws {
    let parts = try #require(read(Self.full).manifest).contributions
    #expect(parts.routes.map(\.description) == ["GET /", "PUT /matches/{match}/prediction"])
    #expect(parts.boards.map(\.operator.name) == ["sum"])
    #expect(parts.boards.first?.tieBreaks.map(\.column) == ["exactScores"])
    #expect(parts.events.map { $0.payload == nil } == [false, true])
    let rights = RightsDeclaration(
      scopes: [ScopeDeclaration(kind: "league", title: "League")],
      permissions: [PermissionDeclaration(name: "manage-league", title: "Manage a league", in: "league")],
      roles: [RoleDeclaration(name: "steward", title: "Steward", in: "league", permissions: ["manage-league"])])
    #expect(parts.rights == rights)
    #expect(parts.questions.map(\.access) == [.permission] && parts.questions.first?.in == "league")
    let asked = parts.asks.map { "\($0.plugin) \($0.name) \($0.isOptional)" }
    #expect(asked == ["fitness steps true", "groups members false"])
    #expect(parts.asks.map { $0.version?.description } == ["^1.2.0", nil] && parts.asks[0].purpose == "steps.purpose")
    #expect(parts.pages.map(\.navigation) == [true] && parts.pages.map(\.tour) == ["page.tour"])
    #expect(parts.pages.map(\.accent) == ["#0a7d3c"] && parts.pages.map(\.icon) == ["ball"])
    #expect(parts.home?.script == "web/home.js" && parts.home?.access == .account)
    #expect(parts.texts["pt-BR"] == "strings/pt.json")
    #expect(parts.rules.first?.functions.first?.cPrototype.contains("points") == true)
    #expect(parts.rules.first?.functions.first?.selfTests.first?.tolerance == 0.5)
  }

  @Test func `without its optional keys has the defaults`() throws {
    let text = #"{"id":"walks","name":"Walks","version":"1.0.0","kit":"*","library":{"path":"l.so","symbol":"w"}}"#
    let manifest = try #require(read(text).manifest)
    #expect(manifest.area == "walks")
    #expect(manifest.enabled)
    #expect(manifest.acceptsAdvertisements)
    #expect(manifest.host.contains(SemanticVersion(9, 9, 9)))
    #expect(manifest.contributions == Contributions())
    #expect(manifest.settings == [:])
    #expect(manifest.settingsSchema == nil)
  }

  @Test func `names every file with the pointer to its name`() throws {
    let files = try #require(read(Self.full).manifest).files.map { "\($0.0) \($0.1)" }
    #expect(
      files == [
        "/library/path lib/libSoccer.so", "/contributions/pages/0/script web/main.js",
        "/contributions/home/script web/home.js",
        "/contributions/texts/en strings/en.json", "/contributions/texts/pt-BR strings/pt.json",
        "/contributions/rules/0/module librules.so", "/migrations/0 migrations/0001.sql",
      ])
  }

  @Test func `tells all its problems at once`() {
    let reading = read(
      #"{"id":"W","name":"","version":"1","kit":"^1.0.0","hots":"*","library":{"path":"l.so"},"enabled":1}"#)
    #expect(reading.manifest == nil)
    #expect(
      Set(reading.problems.map { "\($0.code.rawValue) \($0.pointer)" }) == [
        "value-invalid /id", "value-invalid /name", "version-malformed /version", "key-unknown /hots",
        "key-missing /library", "value-type /enabled",
      ])
  }

  @Test(arguments: [
    ("GET /a/{x}/b", "GET /a/{}/b"), ("GET /", "GET /"), ("PUT /{id}", "PUT /{}"),
  ])
  func `compares routes by their shape`(route: String, shape: String) {
    #expect(RouteDeclaration(route)?.shape == shape)
  }

  @Test(arguments: ["GET", "GET  /a", "get /a", "GET a", "TRACE /a", "GET /a b"])
  func `has no route of another form`(text: String) {
    #expect(RouteDeclaration(text) == nil)
  }
}

@Suite struct `The manifests folder` {
  @Test func `says which plugins end with one`() throws {
    let installation = try Installation()
    var third = PluginFixture("third")
    third["dependencies", "healthy-a"] = "*"
    try installation.add(third)
    var resting = PluginFixture("resting")
    resting["dependencies", "healthy-a"] = "*"
    resting["enabled"] = false
    try installation.add(resting)
    #expect(ManifestFolder(path: installation.manifests).dependents(of: "healthy-b") == ["healthy-a", "third"])
    #expect(ManifestFolder(path: installation.manifests).dependents(of: "third") == [])
  }

  @Test func `shows a manifest without its secrets`() throws {
    let text = """
      {"id": "a", "settings": {"feed": "fast", "token": "sesame", "other": {"env": "TOKEN"}, "deep": {"key": "sesame"}},
       "settingsSchema": {"properties": {"token": {"x-secret": true}, "other": {"x-secret": true},
         "deep": {"properties": {"key": {"x-secret": true}}}}}}
      """
    let shown = try #require(ManifestReading(file: "a.json", bytes: Array(text.utf8)).shown)
    #expect(shown["settings"] == ["feed": "fast", "token": "…", "other": ["env": "TOKEN"], "deep": ["key": "…"]])
    #expect(!shown.serialized().contains("sesame"))
  }
}
