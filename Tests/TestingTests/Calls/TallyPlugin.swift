import FieldhouseKit
import FieldhouseKitTesting
import Foundation

/// Tallies that are changed in the transaction of each route, which counts how often it was run.
struct Tally: Plugin {
  private static let tables = """
    create table tallies (name text primary key, points integer not null);
    create table runs (id integer primary key, what text not null)
    """

  init(host: PluginHost) throws {}

  func routes(_ routes: inout Routes) {
    let spoilt = Problem.conflict("spoilt", "Nobody has so many points.")
    routes.put("/tallies/{name}", "Set a tally", access: .guest, problems: [spoilt]) {
      (input: TallyInput, _, transaction) in
      try await Self.note("put", in: transaction)
      try await transaction.execute(
        """
        insert into tallies values (\(input.name), \(input.points))
        on conflict (name) do update set points = excluded.points
        """)
      guard input.points < 100 else { throw spoilt }
      return TallyOutput(points: input.points)
    }
    routes.patch("/tallies/{name}", "Add to a tally", access: .guest, problems: [spoilt]) {
      (input: TallyInput, _, transaction) in
      try await Self.note("patch", in: transaction)
      let row = try await transaction.query(
        "update tallies set points = points + \(input.points) where name = \(input.name) returning points"
      ).first
      guard let points: Int = try row?[0], points < 100 else { throw spoilt }
      return TallyOutput(points: points)
    }
    routes.delete("/tallies/{name}", "Throw a tally away", access: .guest, problems: [spoilt]) {
      (input: TallyName, _, transaction) in
      try await Self.note("delete", in: transaction)
      guard try await transaction.execute("delete from tallies where name = \(input.name)") > 0 else { throw spoilt }
      return NoContent()
    }
  }

  private static func note(_ what: String, in transaction: any Transaction) async throws {
    try await transaction.execute("insert into runs (what) values (\(what))")
  }

  /// Runs `body` with the plugin, whose folder is removed behind it.
  static func run(on engine: TestHost.Engine, _ body: (TestHost) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(tables.utf8).write(to: folder.appending(path: "0001-tallies.sql"))
    let plugin = try TestPlugin(
      Tally.self,
      manifest: [
        "id": "tally", "name": "Tally", "version": "1.0.0", "kit": "^1.0.0",
        "library": ["path": "libTally.so", "symbol": "tally_plugin"],
        "contributions": ["routes": ["PUT /tallies/{name}", "PATCH /tallies/{name}", "DELETE /tallies/{name}"]],
        "migrations": ["0001-tallies.sql"],
      ], folder: folder)
    try await TestHost.run(plugin, on: engine) { try await body($0) }
  }
}

struct TallyInput: RouteInput {
  var name: String
  var points: Int
}

struct TallyName: RouteInput { var name: String }

struct TallyOutput: RouteOutput, Decodable { var points: Int }
