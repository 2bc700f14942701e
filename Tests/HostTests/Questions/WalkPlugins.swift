import FieldhouseTestSupport
import Foundation

/// Two plugins: `fitness` answers, `walks` asks it and others, on the word of a route.
enum WalkPlugins {
  private static let fitness = CompiledPlugin(
    id: "fitness", module: "Fitness",
    source: #"""
      import FieldhouseKit

      struct Days: Codable { var days: Int }
      struct Steps: Codable { var steps: Int; var asker: String }
      struct Course: Codable { var mode: String }
      struct Length: Codable { var meters: Int }
      struct Team: RouteInput { var team: String }
      struct Broken: Error {}
      nonisolated(unsafe) var spins = 0

      struct Fitness: Plugin {
        let host: PluginHost
        init(host: PluginHost) throws { self.host = host }

        func routes(_ routes: inout Routes) {
          routes.post("/teams/{team}", "Lead a team", access: .guest) { (input: Team, call, transaction) in
            try await transaction.grant("coach", to: try call.account.id, in: Scope("team", input.team))
            return NoContent()
          }
        }

        func answers(_ answers: inout Answers) {
          answers.add("steps") { (input: Days, question) in
            Steps(steps: 1_000 * input.days, asker: question.asker)
          }
          answers.add("plan") { (input: Team, question) in ["plan": "Run, \(input.team)."] }
          answers.add("course") { [host] question in
            switch question.input["mode"]?.string {
            case "slow":
              try await Task.sleep(for: .seconds(20))
              return ["meters": 1]
            case "stubborn":
              // Neither ends in time nor heeds that nobody waits any more.
              let end = ContinuousClock.now.advanced(by: .seconds(4))
              while ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)); await Task.yield() }
              return ["meters": 1]
            case "throws": throw Broken()
            case "trap": fatalError("as asked")
            case "loop": while spins >= 0 { spins &+= 1; if spins < 0 { spins = 0 } }
              return ["meters": 1]
            case "refuses": throw Problem.conflict("closed", "The course is closed.")
            case "wrong": return ["meters": "many"]
            case "long": return ["meters": 1, "note": .string(String(repeating: "x", count: 2 << 20))]
            case "writes":
              return try await host.storage.write { transaction in
                try await transaction.execute("insert into courses (name) values ('loop')")
                return ["meters": .integer(try await transaction.query("select count(*) from courses")[0][0])]
              }
            case "around":
              let answer = try await host.questions.ask(Inquiry("walks.echo", ["mode": "around"]))
              return ["meters": .integer(1 + (answer.value?["meters"]?.int64 ?? 0))]
            default: return ["meters": 5_000]
            }
          }
        }
      }

      extension JSON { var int64: Int64? { int.map(Int64.init) } }

      @c(fitness_plugin)
      public func fitnessPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Fitness.self) }
      """#)

  private static let walks = CompiledPlugin(
    id: "walks", module: "Walks",
    source: #"""
      import FieldhouseKit

      struct Asking: RouteInput {
        var question: String
        var input: JSON
        var about: String?
        /// `read` and `write` ask inside a transaction.
        var place: String?
        var times: Int?
      }

      struct Outcome: RouteOutput, Decodable {
        var outcome: String
        var value: JSON
      }

      struct Walks: Plugin {
        let host: PluginHost
        init(host: PluginHost) throws { self.host = host }

        func routes(_ routes: inout Routes) {
          routes.action("/ask", "Asks", access: .everyone) { [self] (input: Asking, call) in
            let inquiry = Inquiry(
              input.question, input.input, about: input.about.map { AccountID($0) }, for: call.principal)
            switch input.place {
            case "read": return try await host.storage.read { _ in try await ask(inquiry) }
            case "write": return try await host.storage.write { _ in try await ask(inquiry) }
            default: return try await many(inquiry, input.times ?? 1)
            }
          }
          routes.post("/ask-inside", "Asks", access: .everyone) { [self] (input: Asking, _, _) in
            try await ask(Inquiry(input.question, input.input))
          }
        }

        func answers(_ answers: inout Answers) {
          answers.add("echo") { [host] question in
            let answer = try await host.questions.ask(Inquiry("fitness.course", question.input))
            return ["meters": .integer(1 + Int64(answer.value?["meters"]?.int ?? 0))]
          }
        }

        private func many(_ inquiry: Inquiry, _ times: Int) async throws -> Outcome {
          guard times > 1 else { return try await ask(inquiry) }
          let all = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<times { group.addTask { try await ask(inquiry).outcome } }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
          }
          return Outcome(outcome: "many", value: .object(JSONObject(all.map { ($0.key, .integer(Int64($0.value))) })))
        }

        private func ask(_ inquiry: Inquiry) async throws -> Outcome {
          switch try await host.questions.ask(inquiry) {
          case .answered(let value): return Outcome(outcome: "answered", value: value)
          case .absent(let absence): return Outcome(outcome: "absent \(absence.reason)", value: .null)
          case .refused(let refusal):
            return Outcome(outcome: "refused \(refusal.reason) \(refusal.problem?.code ?? "")", value: .null)
          @unknown default: return Outcome(outcome: "unknown", value: .null)
          }
        }
      }

      @c(walks_plugin)
      public func walksPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Walks.self) }
      """#)

  /// Puts both into an installation.
  static func install(into installation: Installation) async throws {
    try await fitness.install(into: installation)
    try await walks.install(into: installation)
    try installation.folder.write("plugins/fitness/0001-courses.sql", "create table courses (name text not null)")
    try installation.folder.write(
      "plugins/fitness/en.json",
      #"{"steps": "Your steps, day by day", "course": "The length of a course", "plan": "A team's plan"}"#)
    try installation.folder.write("plugins/walks/en.json", #"{"map": "To draw the club's week", "echo": "An echo"}"#)
    try installation.folder.write("manifests/walks.json", walksManifest)
    try fitness(in: installation)
  }

  /// Switches `fitness` on or off, or gives it another version.
  static func fitness(isEnabled: Bool = true, version: String = "1.0.0", in installation: Installation) throws {
    try installation.folder.write(
      "manifests/fitness.json",
      """
      {
        "id": "fitness", "name": "Fitness", "version": "\(version)", "kit": "^1.0.0", "enabled": \(isEnabled),
        "library": { "path": "libFitness.so", "symbol": "fitness_plugin" }, "migrations": ["0001-courses.sql"],
        "contributions": {
          "routes": ["POST /teams/{team}"], "texts": { "en": "en.json" },
          "scopes": [{ "kind": "team", "title": "Team" }],
          "permissions": [{ "name": "see-plan", "title": "See the plan", "in": "team" }],
          "roles": [{ "name": "coach", "title": "Coach", "in": "team", "permissions": ["see-plan"] }],
          "asks": [{ "question": "walks.echo", "optional": true }],
          "questions": [
            {
              "name": "steps", "title": "steps", "access": "consent",
              "input": {
                "type": "object", "required": ["days"], "properties": { "days": { "type": "integer", "maximum": 31 } }
              },
              "answer": { "type": "object", "required": ["steps"], "properties": { "steps": { "type": "integer" } } }
            },
            {
              "name": "course", "title": "course", "access": "everyone", "input": { "type": "object" },
              "answer": { "type": "object", "required": ["meters"], "properties": { "meters": { "type": "integer" } } }
            },
            {
              "name": "plan", "title": "plan", "access": "permission", "permission": "see-plan", "in": "team",
              "input": { "type": "object", "required": ["team"], "properties": { "team": { "type": "string" } } },
              "answer": { "type": "object" }
            }
          ]
        }
      }
      """)
  }

  private static let walksManifest = """
    {
      "id": "walks", "name": "Walking clubs", "version": "1.0.0", "kit": "^1.0.0",
      "library": { "path": "libWalks.so", "symbol": "walks_plugin" },
      "contributions": {
        "routes": ["POST /ask", "POST /ask-inside"], "texts": { "en": "en.json" },
        "asks": [
          { "question": "fitness.steps", "optional": true, "purpose": "map", "version": "^1.0.0" },
          { "question": "fitness.course", "optional": true }, { "question": "fitness.plan", "optional": true },
          { "question": "fitness.pulse", "optional": true }, { "question": "nobody.anything", "optional": true },
          { "question": "soccer-predictions.fixtures", "optional": true }
        ],
        "questions": [{
          "name": "echo", "title": "echo", "access": "everyone", "input": { "type": "object" },
          "answer": { "type": "object" }
        }]
      }
    }
    """

  /// Runs a test with a host on each engine.
  static func run(
    on engine: TestEngine, _ body: (_ installation: Installation, _ environment: [String: String]) async throws -> Void
  ) async throws {
    let installation = try Installation()
    try await install(into: installation)
    guard engine == .postgresql else { return try await body(installation, [:]) }
    try await PostgreSQLDatabase.run { try await body(installation, ["FIELDHOUSE_DATABASE": $0.address]) }
  }
}
