import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// A host with the plugin of score cards, and calls of it. It is a binary of the first released contract.
enum CardHost {
  /// An installation with the plugin, which is compiled once.
  static func installation() async throws -> Installation {
    let installation = try Installation()
    let fixture = "\(Repository.root)/Tests/Fixtures/CardPlugin"
    let library = URL(filePath: try await library.value)
    try installation.folder.copy(library.path, to: "plugins/card-game/\(library.lastPathComponent)")
    try installation.folder.copy("\(fixture)/migrations", to: "plugins/card-game/migrations")
    try installation.folder.copy("\(fixture)/strings", to: "plugins/card-game/strings")
    try installation.folder.copy("\(fixture)/manifest.json", to: "manifests/card-game.json")
    return installation
  }

  private static let library = Task {
    let workshop = try Installation()
    let sources = try PluginCompiler.swiftFiles(in: "\(Repository.root)/Tests/Fixtures/CardPlugin")
    let kit = try await PluginCompiler.firstKit.value
    try await PluginCompiler.plugin("card-game", module: "CardGame", sources: sources, kit: kit, into: workshop)
    return "\(workshop.plugins)/card-game/libCardGame.so"
  }

  /// Runs a test with a host on each engine.
  static func run(
    on engine: TestEngine, _ body: (_ installation: Installation, _ environment: [String: String]) async throws -> Void
  ) async throws {
    let installation = try await installation()
    guard engine == .postgresql else { return try await body(installation, [:]) }
    try await PostgreSQLDatabase.run { try await body(installation, ["FIELDHOUSE_DATABASE": $0.address]) }
  }
}

extension RunningHost {
  /// The roles that the plugin declares, as its manifest has them.
  func declaredRoles() throws -> [RoleDeclaration] {
    let manifest = try JSON(parsing: try installation.folder.read("manifests/card-game.json"))
    return try (manifest["contributions"]?["roles"]?.array ?? []).map {
      try JSONValueDecoder().decode(RoleDeclaration.self, from: $0)
    }
  }

  /// Begins a card.
  func begin(_ card: String, as person: Person) async throws {
    let reply = try await call("POST", "/v1/card-game/cards", as: person.token, body: ["card": .string(card)])
    try #require(reply.status == 201, "\(reply.json) \(log)")
  }

  /// Adds a player to a card, or removes one.
  func play(_ player: Person, on card: String, by scorer: Person, _ method: String = "PUT") async throws {
    let path = "/v1/card-game/cards/\(card)/players/\(player.id)"
    let reply = try await call(method, path, as: scorer.token, body: method == "PUT" ? [:] : nil)
    try #require(reply.status == 204, "\(reply.json) \(log)")
  }

  /// The status with which somebody is answered who asks for a card.
  func look(at card: String, as person: Person?) async throws -> Int {
    try await get("/v1/card-game/cards/\(card)", as: person).status
  }

  /// Gives a role of a plugin as an operator, or takes it.
  @discardableResult
  func role(_ method: String, _ role: String, _ person: Person, in scope: String = "") async throws -> Reply {
    let path = "/v1/people/\(person.id)/roles/\(role)"
    guard method == "PUT" else { return try await call(method, "\(path)?scope=\(scope)", as: Self.token) }
    return try await call(method, path, as: Self.token, body: ["scope": .string(scope)])
  }
}
