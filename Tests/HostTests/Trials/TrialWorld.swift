import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// An installation whose plugins are tried.
struct TrialWorld: Sendable {
  /// A problem as the tests compare it.
  struct Finding: Hashable, Sendable, CustomStringConvertible {
    let plugin: String
    let severity: String
    let code: String
    let pointer: String

    init(_ plugin: String, _ severity: String, _ code: String, _ pointer: String) {
      (self.plugin, self.severity, self.code, self.pointer) = (plugin, severity, code, pointer)
    }

    init(_ problem: JSON) {
      self.init(
        problem["plugin"]?.string ?? "", problem["severity"]?.string ?? "", problem["code"]?.string ?? "",
        problem["pointer"]?.string ?? "")
    }

    var description: String { "\(plugin) \(severity) \(code) \(pointer)" }
  }

  static let clock = "2024-08-17T09:00:00Z"

  let installation: Installation
  let database: PostgreSQLDatabase?

  var environment: [String: String] { database.map { ["FIELDHOUSE_DATABASE": $0.address] } ?? [:] }

  /// Runs a test on an engine.
  static func run(on engine: TestEngine, _ body: (TrialWorld) async throws -> Void) async throws {
    let installation = try Installation()
    guard engine == .postgresql else { return try await body(TrialWorld(installation: installation, database: nil)) }
    try await PostgreSQLDatabase.run { try await body(TrialWorld(installation: installation, database: $0)) }
  }

  /// Runs `fieldhouse check --deep`.
  func check(_ options: [String] = []) async throws -> (code: Int32, problems: [JSON], findings: [Finding]) {
    let tool = try await Tool.fieldhouse(
      ["check", "--deep", "--json"] + options + installation.flags, environment: environment)
    let problems = try tool.json["problems"]?.array ?? []
    return (tool.code, problems, problems.map(Finding.init))
  }

  /// Runs a host, which makes the data.
  func host(_ body: (RunningHost) async throws -> Void = { _ in }) async throws {
    try await RunningHost.run(installation, clock: Self.clock, environment: environment, body)
  }

  /// Changes a member of a manifest's top level.
  func change(_ id: String, _ key: String, _ value: JSON) throws {
    var manifest = try JSON(parsing: try installation.folder.read("manifests/\(id).json")).object ?? [:]
    manifest[key] = value
    try installation.folder.write("manifests/\(id).json", JSON.object(manifest).serialized(pretty: true))
  }

  /// Expects that nothing of the copies is left.
  func expectNothingLeft(_ location: SourceLocation = #_sourceLocation) async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: installation.data)
    #expect(names.filter { $0.hasPrefix(".trial") } == [], sourceLocation: location)
    guard let database else { return }
    let schemas = "select nspname from pg_namespace where nspname like 'fieldhousetry%'"
    #expect(try await database.column(schemas) == [], sourceLocation: location)
    let roles = "select rolname from pg_roles where rolname like 'fieldhousetry%'"
    #expect(try await database.column(roles) == [], sourceLocation: location)
  }
}
