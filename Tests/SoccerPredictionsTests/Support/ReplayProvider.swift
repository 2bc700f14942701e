import FieldhouseKit
import Foundation
import Synchronization

@testable import SoccerPredictions

/// A provider that answers what a test has it answer, and notes when it was called for what.
final class ReplayProvider: Sendable {
  struct Asked: Sendable {
    let path: String
    let headers: [String: String]
    let at: Date
  }

  private struct State {
    var answers: [(beginning: String, response: OutgoingResponse)] = []
    var asked: [Asked] = []
    var hearing: (@Sendable (String) -> Void)?
  }

  private static let all = Mutex<[String: ReplayProvider]>([:])

  /// The host that it answers under, which no other one has.
  let host = "replay-\(UUID().uuidString.lowercased()).example"
  private let state = Mutex(State())

  init() { Self.all.withLock { $0[host] = self } }

  func end() { Self.all.withLock { $0[host] = nil } }

  var address: String { "https://\(host)/v1" }

  /// Everything that was asked so far, in order.
  var asked: [Asked] { state.withLock { $0.asked } }

  /// Answers calls whose path begins so from now on.
  func answer(_ beginning: String, _ body: JSON, status: Int = 200, headers: [String: String] = [:]) {
    answer(beginning, bytes: Array(body.serialized().utf8), status: status, headers: headers)
  }

  /// Answers with a file.
  func answer(_ beginning: String, bytes: [UInt8], status: Int = 200, headers: [String: String] = [:]) {
    let response = OutgoingResponse(status: status, headers: headers, body: bytes)
    state.withLock { state in
      state.answers.removeAll { $0.beginning == beginning }
      state.answers.append((beginning, response))
      state.answers.sort { $0.beginning.count > $1.beginning.count }
    }
  }

  /// Has something done whenever a path is asked for, before it is answered.
  func whenAsked(_ run: @escaping @Sendable (String) -> Void) { state.withLock { $0.hearing = run } }

  fileprivate func respond(_ request: OutgoingRequest) -> OutgoingResponse {
    let path = String(request.url.dropFirst(address.count))
    state.withLock { $0.hearing }?(path)
    return state.withLock { state in
      state.asked.append(Asked(path: path, headers: request.headers, at: Date()))
      return state.answers.first { path.hasPrefix($0.beginning) }?.response
        ?? OutgoingResponse(status: 404, headers: [:], body: [])
    }
  }

  /// Outgoing HTTP that reaches the providers of the tests, and nobody else.
  struct HTTP: OutgoingHTTP {
    func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
      let host = URL(string: request.url)?.host() ?? ""
      guard let provider = ReplayProvider.all.withLock({ $0[host] }) else {
        throw OutgoingError(code: "http-failed", message: "Nobody answers at '\(host)'.")
      }
      return provider.respond(request)
    }
  }
}

/// The plugin as it is, but for the way to the outside.
struct ReplayedSoccer: Plugin {
  let base: SoccerPredictions

  init(host: PluginHost) throws {
    var replayed = PluginHost(
      pluginID: host.pluginID, folder: host.folder, clock: host.clock, storage: host.storage,
      authentication: host.authentication, rights: host.rights, notifications: host.notifications,
      leaderboards: host.leaderboards, events: host.events, schedules: host.schedules, http: ReplayProvider.HTTP(),
      media: host.media, texts: host.texts, settings: host.settings, rules: host.rules, log: host.log,
      metrics: host.metrics, questions: host.questions)
    replayed.groups = host.groups
    // Nobody is called here: only the test of the pace waits for it.
    base = try SoccerPredictions(host: replayed, window: 0)
  }

  func routes(_ routes: inout Routes) { base.routes(&routes) }
  func answers(_ answers: inout Answers) { base.answers(&answers) }
  func validate() async throws { try await base.validate() }
  func start() async throws { try await base.start() }
  func stop() async { await base.stop() }
  func health() async -> Health { await base.health() }
  func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    try await base.mayWatch(topic, caller)
  }
  func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await base.erase(account, in: transaction)
  }
}

/// A season of two matches in the formats of the providers, made up for the tests.
enum ProviderAnswers {
  /// What is told of the first match, Albion against Borough on 2024-08-17 at 11:30 UTC.
  struct First {
    var status = "TIMED"
    var minute: Int?
    var score: (home: Int, away: Int)?
    var half: (home: Int, away: Int)?
    /// Minute, scorer, who made the pass, whether it is of the home team, and the kind.
    var goals: [(minute: Int, scorer: String, assist: String?, isHome: Bool, kind: String)] = []
  }

  static func line(_ score: (home: Int, away: Int)?) -> JSON {
    ["home": score.map { .integer(Int64($0.home)) } ?? .null, "away": score.map { .integer(Int64($0.away)) } ?? .null]
  }

  static func footballData(_ first: First = First()) -> JSON {
    let goals = first.goals.map { goal -> JSON in
      [
        "minute": .integer(Int64(goal.minute)), "injuryTime": .null, "type": .string(goal.kind),
        "team": ["id": goal.isHome ? 1 : 2], "scorer": ["name": .string(goal.scorer)],
        "assist": goal.assist.map { ["name": .string($0)] } ?? .null,
      ]
    }
    return [
      "matches": [
        [
          "id": 101, "utcDate": "2024-08-17T11:30:00Z", "status": .string(first.status), "matchday": 1,
          "stage": "REGULAR_SEASON", "minute": first.minute.map { .integer(Int64($0)) } ?? .null,
          "homeTeam": ["id": 1, "name": "Albion FC"], "awayTeam": ["id": 2, "name": "Borough FC"],
          "score": ["duration": "REGULAR", "fullTime": line(first.score), "halfTime": line(first.half)],
          "goals": .array(goals),
        ],
        [
          "id": 102, "utcDate": "2024-08-24T14:00:00Z", "status": "TIMED", "matchday": 2, "stage": "REGULAR_SEASON",
          "homeTeam": ["id": 2, "name": "Borough FC"], "awayTeam": ["id": 1, "name": "Albion FC"],
          "score": ["duration": "REGULAR", "fullTime": line(nil), "halfTime": line(nil)], "goals": [],
        ],
      ]
    ]
  }

  static let footballDataTable: JSON = [
    "standings": [
      [
        "type": "TOTAL", "group": .null,
        "table": [
          standing(1, "Borough FC", won: 0, lost: 1, points: 3), standing(2, "Albion FC", won: 1, lost: 0, points: -3),
        ],
      ],
      ["type": "HOME", "table": [standing(1, "Albion FC", won: 1, lost: 0, points: 3)]],
    ]
  ]

  private static func standing(_ position: Int64, _ team: String, won: Int64, lost: Int64, points: Int64) -> JSON {
    [
      "position": .integer(position), "team": ["name": .string(team)], "playedGames": 1, "won": .integer(won),
      "draw": 0, "lost": .integer(lost), "goalsFor": .integer(2 * won), "goalsAgainst": .integer(2 * lost),
      "points": .integer(points),
    ]
  }

  /// A match of two teams by their numbers at 15:00 UTC of a day, with what it is played in.
  struct Meeting {
    static let teams: [Int64: String] = [1: "Albion", 2: "Borough", 3: "City", 4: "Dynamo"]

    var id: Int64 = 7
    var day: String
    var home: Int64
    var away: Int64
    /// Nil for one that is to be played.
    var score: (home: Int, away: Int)?
    var isOver = true
    var competition: JSON = "English Premier League"

    /// As football-data.org tells it.
    var footballData: JSON {
      func team(_ id: Int64) -> JSON { ["id": .integer(id), "name": .string((Self.teams[id] ?? "Nobody") + " FC")] }
      return [
        "id": .integer(id), "utcDate": .string(day + "T15:00:00Z"), "status": isOver ? "FINISHED" : "TIMED",
        "competition": ["name": competition], "homeTeam": team(home), "awayTeam": team(away),
        "score": ["duration": "REGULAR", "fullTime": ProviderAnswers.line(score)],
      ]
    }

    /// As API-Football tells it.
    var apiFootball: JSON {
      func team(_ id: Int64) -> JSON { ["id": .integer(id), "name": .string(Self.teams[id] ?? "Nobody")] }
      let fixture: JSON = [
        "id": .integer(id), "date": .string(day + "T15:00:00+00:00"), "status": ["short": isOver ? "FT" : "NS"],
      ]
      return [
        "fixture": fixture, "league": ["name": competition], "teams": ["home": team(home), "away": team(away)],
        "goals": ProviderAnswers.line(score), "score": ["fulltime": ProviderAnswers.line(score)],
      ]
    }
  }

  /// Who plays for a team and what is counted of it, as API-Football tells it: the number of shots, and among the figures some that
  /// nobody can read.
  static func sheet(shots: Int64?) -> JSONObject {
    func lineup(_ team: Int64, _ keeper: String) -> JSON {
      [
        "team": ["id": .integer(team)], "formation": "4-3-3", "coach": ["name": "Cora Coach"],
        "startXI": [
          ["player": ["name": .string(keeper), "number": 1, "pos": "G"]],
          ["player": ["name": "Dee Fender", "number": 104, "pos": "X"]], ["player": ["name": .null, "number": 9]],
        ],
        "substitutes": [["player": ["name": "Sam Sub", "number": 12, "pos": "F"]]],
      ]
    }
    func figures(_ team: Int64, _ possession: JSON) -> JSON {
      [
        "team": ["id": .integer(team)],
        "statistics": [
          ["type": "Total Shots", "value": shots.map { .integer($0) } ?? .null],
          ["type": "Ball Possession", "value": possession], ["type": "expected_goals", "value": "1.27"],
          ["type": "Corner Kicks", "value": "many"], ["type": "Somersaults", "value": 3],
        ],
      ]
    }
    return [
      "lineups": [lineup(2, "Bo Keeper"), lineup(1, "Al Keeper")],
      "statistics": shots == nil ? [] : [figures(1, "61%"), figures(2, "139%")],
    ]
  }

  /// One match in the format of API-Football; with events where it is asked for alone.
  static func apiFootball(_ first: First, events: Bool = false, sheet: JSONObject = [:]) -> JSON {
    var match: JSONObject = [
      "fixture": [
        "id": 901, "timestamp": 1_723_894_200, "venue": ["name": "Arena", "city": "Albion Town"],
        "status": [
          "short": .string(first.status), "elapsed": first.minute.map { .integer(Int64($0)) } ?? .null, "extra": .null,
        ],
      ],
      "league": ["round": "Regular Season - 1"],
      "teams": ["home": ["id": 1, "name": "Albion"], "away": ["id": 2, "name": "Borough"]], "goals": line(first.score),
      "score": ["halftime": line(first.half), "fulltime": line(first.score)],
    ]
    if events {
      match["events"] = .array(
        first.goals.map { goal in
          [
            "time": ["elapsed": .integer(Int64(goal.minute)), "extra": .null], "team": ["id": goal.isHome ? 1 : 2],
            "player": ["name": .string(goal.scorer)], "assist": ["name": goal.assist.map { .string($0) } ?? .null],
            "type": "Goal", "detail": .string(goal.kind), "comments": .null,
          ]
        } + [["type": "Card", "time": ["elapsed": 3], "team": ["id": 1], "player": ["name": "Cy Card"]]])
    }
    for (name, value) in sheet { match[name] = value }
    return ["errors": [], "response": [.object(match)]]
  }
}
