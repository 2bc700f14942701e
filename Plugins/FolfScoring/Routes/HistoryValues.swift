import FieldhouseKit
import Foundation

struct HistoryInput: RouteInput {
  /// The `next` of the page before.
  var after: String?
  var limit: Int?

  static var schema: Schema {
    .object([("after", .string(maxLength: 40)), ("limit", .integer(1...100))])
  }
}

/// A round in a list of mine.
struct HistoryOutput: RouteOutput {
  struct Other: RouteOutput, Decodable {
    /// Empty for somebody who has left the platform.
    var name: String
    var toPar: Int
    var holes: Int
  }

  var id: String
  var state: Round.State
  var courseName: String
  var layoutName: String
  var createdAt: Date
  var startedAt: Date?
  var throwCount: Int
  var toPar: Int
  var holes: Int
  var isComplete: Bool
  var isOut: Bool
  /// Those I played with.
  var others: [Other]

  init(_ item: HistoryStore.Item, _ players: [Player], _ known: [AccountID: Account]) {
    let (round, mine) = (item.round, item.mine)
    (id, state, courseName, layoutName) = (round.id, round.state, round.courseName, round.layout.name)
    (createdAt, startedAt) = (round.createdAt, round.startedAt)
    (throwCount, toPar, holes) = (mine.result.throwCount, mine.result.toPar, mine.result.holes)
    (isComplete, isOut) = (mine.result.isComplete, mine.result.isOut)
    others = players.filter { $0.id != mine.id }.map { player in
      let name = player.account.flatMap { known[$0]?.name } ?? player.name
      return Other(name: name, toPar: player.result.toPar, holes: player.result.holes)
    }
  }

  static var schema: Schema {
    let instant = Schema.string(format: .dateTime)
    return .object(
      [
        ("id", .string()), ("state", .state), ("courseName", .string()), ("layoutName", .string()),
        ("createdAt", instant), ("startedAt", instant), ("throwCount", .integer()), ("toPar", .integer()),
        ("holes", .integer()), ("isComplete", .boolean), ("isOut", .boolean), ("others", .array(of: Other.schema)),
      ],
      required: [
        "id", "state", "courseName", "layoutName", "createdAt", "throwCount", "toPar", "holes", "isComplete", "isOut",
        "others",
      ])
  }
}

struct StatisticsInput: RouteInput {
  var course: String
  /// The layout's name; the first one unless given.
  var layout: String?

  static var schema: Schema { .object([("course", .id), ("layout", .string(maxLength: 40))], required: ["course"]) }
}

/// How I play.
struct StatisticsOutput: RouteOutput, Decodable {
  struct OnHole: RouteOutput, Decodable {
    var number: Int
    var par: Int
    var rounds: Int
    var average: Double
    var best: Int
  }

  var rounds: Int
  var complete: Int
  /// Throws above par of my best complete round.
  var best: Int?
  /// Mean throws above par of my complete rounds.
  var average: Double?
  /// Holes with an ace, an eagle or better, a birdie, a par, a bogey, or worse.
  var names: [String: Int]
  var holes: [OnHole]
  /// Of a course: throws of the best complete round of anybody.
  var record: Int?
  /// Of a course: mean throws above par of everybody's complete rounds.
  var everybody: Double?

  init(_ statistics: RoundStatistics, record: Int? = nil, everybody: Double? = nil) {
    (rounds, complete, best) = (statistics.rounds, statistics.complete, statistics.best)
    (average, self.record, self.everybody) = (statistics.average, record, everybody)
    names = Dictionary(
      RoundStatistics.Name.allCases.map { ($0.rawValue, statistics.names[$0] ?? 0) }, uniquingKeysWith: +)
    holes = statistics.holes.map {
      OnHole(number: $0.number, par: $0.par, rounds: $0.rounds, average: $0.average, best: $0.best)
    }
  }
}
