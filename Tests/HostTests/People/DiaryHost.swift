import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Hosts with two plugins that keep everything a plugin can keep of people, and calls of them. They are binaries of the first
/// released contract.
enum DiaryHost {
  static let clock = "2024-08-17T11:40:00Z"
  static let plugins = ["diary", "gossip"]

  /// An installation with both plugins, each of which is compiled once. Whoever leaves is erased at once.
  static func installation() async throws -> Installation {
    let installation = try Installation()
    let fixture = "\(Repository.root)/Tests/Fixtures/DiaryPlugin"
    for (plugin, library) in zip(plugins, try await libraries.value) {
      try installation.folder.copy(library, to: "plugins/\(plugin)/\(URL(filePath: library).lastPathComponent)")
      for folder in ["migrations", "strings"] {
        try installation.folder.copy("\(fixture)/\(folder)", to: "plugins/\(plugin)/\(folder)")
      }
      let manifest = try String(contentsOfFile: "\(fixture)/manifest.json", encoding: .utf8)
      let own = manifest.replacing("\"diary\"", with: "\"\(plugin)\"").replacing(
        "libDiary", with: name(of: plugin)
      ).replacing("diary_plugin", with: "\(plugin)_plugin")
      let hears = plugin == "gossip"
      try installation.folder.write(
        "manifests/\(plugin).json",
        own.replacing("\"subscriptions\": []", with: "\"subscriptions\": [\(hears ? "\"diary.written\"" : "")]")
          .replacing("\"dependencies\": {}", with: "\"dependencies\": {\(hears ? "\"diary\": \"^1.0.0\"" : "")}"))
    }
    return installation
  }

  /// Switches a plugin off or on.
  static func set(_ plugin: String, isOn: Bool, in installation: Installation) throws {
    let manifest = try installation.folder.read("manifests/\(plugin).json")
    try installation.folder.write(
      "manifests/\(plugin).json", manifest.replacing("\"enabled\": \(!isOn)", with: "\"enabled\": \(isOn)"))
  }

  private static func name(of plugin: String) -> String { "lib\(plugin.capitalized)" }

  private static let libraries = Task {
    let workshop = try Installation()
    let sources = try PluginCompiler.swiftFiles(in: "\(Repository.root)/Tests/Fixtures/DiaryPlugin")
    let kit = try await PluginCompiler.firstKit.value
    for plugin in plugins {
      try await PluginCompiler.plugin(plugin, module: plugin.capitalized, sources: sources, kit: kit, into: workshop)
    }
    return plugins.map { "\(workshop.plugins)/\($0)/\(name(of: $0)).so" }
  }

  /// Where a test's hosts are, and what they are told.
  struct Place {
    let installation: Installation
    let environment: [String: String]
    let database: PostgreSQLDatabase?

    /// Runs a host here.
    func run<Value>(_ body: (RunningHost) async throws -> Value) async throws -> Value {
      try await RunningHost.run(installation, clock: DiaryHost.clock, environment: environment, body)
    }
  }

  /// Runs a test with hosts on one engine.
  static func at(_ engine: TestEngine, _ body: (Place) async throws -> Void) async throws {
    let installation = try await installation()
    let settings = ["FIELDHOUSE_ERASURE_GRACE_HOURS": "0"]
    guard engine == .postgresql else {
      return try await body(Place(installation: installation, environment: settings, database: nil))
    }
    try await PostgreSQLDatabase.run { database in
      let environment = settings.merging(["FIELDHOUSE_DATABASE": database.address]) { $1 }
      try await body(Place(installation: installation, environment: environment, database: database))
    }
  }
}

extension RunningHost {
  /// Writes a page in some diaries.
  func write(
    _ page: String, _ text: String, as person: Person, in plugins: [String] = DiaryHost.plugins,
    for readers: [Person] = []
  ) async throws {
    for plugin in plugins {
      let body: JSON = ["text": .string(text), "readers": .array(readers.map { .string($0.id) })]
      let reply = try await call("PUT", "/v1/\(plugin)/pages/\(page)", as: person.token, body: body)
      try #require(reply.status == 204, "\(reply.json) \(log)")
    }
  }

  /// The lines of one of a diary's lists.
  func lines(_ list: String, of plugin: String) async throws -> [String] {
    let reply = try await get("/v1/\(plugin)/\(list)")
    try #require(reply.status == 200, "\(reply.json) \(log)")
    return reply.items.compactMap { $0["text"]?.string }
  }

  /// Gives a diary a trouble, or takes it away.
  func trouble(_ method: String, _ name: String, of plugin: String) async throws {
    let body: JSON? = method == "PUT" ? [:] : nil
    let reply = try await call(method, "/v1/\(plugin)/troubles/\(name)", body: body)
    try #require(reply.status == 204, "\(reply.json)")
  }

  /// Leaves for good.
  func leave(_ person: Person) async throws {
    let reply = try await call("DELETE", "/v1/me", as: person.token)
    try #require(reply.status == 204, "\(reply.json)")
  }

  /// Signs a guest in to an account that is there.
  func signIn(_ guest: Person, to phone: String) async throws -> Person {
    let code = try await askForCode(phone)
    let reply = try await call(
      "POST", "/v1/auth/otp/verify", as: guest.token,
      body: ["phone": .string(phone), "code": .string(code), "acceptsTerms": true])
    try #require(reply.status == 200, "\(reply.json)")
    return Person(id: reply["account"]?["id"]?.string ?? "", token: reply["token"]?.string ?? "")
  }

  /// A person's score on a diary's board; nil for none.
  func score(of person: Person, on board: String, of plugin: String) async throws -> Int? {
    let page = try await get("/v1/leaderboards/\(plugin)/\(board)?limit=100")
    try #require(page.status == 200, "\(page.json)")
    return page.items.first { $0["account"]?["id"]?.string == person.id }?["score"]?.int
  }
}

extension Person {
  /// The first letters of the id, by which diaries note hooks.
  var short: String { String(id.prefix(6)) }
}
