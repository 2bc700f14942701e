import FieldhouseKit
import Foundation

struct HistoryInput: RouteInput {
  /// The `next` of the page before.
  var after: String?
  var limit: Int?

  static var schema: Schema {
    .object([("after", .string(maxLength: 100)), ("limit", .integer(1...100))])
  }
}

extension HistoryInput {
  /// Behind what the page goes on; nil for the first.
  /// - Throws: ``Problem`` 422 for what no page has said.
  var place: PagePlace? {
    get throws {
      try after.map { text in
        guard let place = PagePlace(text) else {
          throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
        }
        return place
      }
    }
  }
}

/// Where a page of a list by time ends. Many may be of the same time: tournaments that begin together, rounds of a day that were
/// brought along from elsewhere.
struct PagePlace: Sendable, Hashable {
  let at: Date
  let id: String

  init(at: Date, id: String) { (self.at, self.id) = (at, id) }

  /// Reads what ``text`` has written; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let number = Int64(parts[0]) else { return nil }
    (at, id) = (Date(millisecondsSince1970: number), String(parts[1]))
  }

  var text: String { "\(at.millisecondsSince1970).\(id)" }
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
  /// Only what was played from this tee, by me and by others; from any unless given.
  var tee: TeeColour?

  static var schema: Schema {
    .object([("course", .id), ("layout", .string(maxLength: 40)), ("tee", .tee)], required: ["course"])
  }
}

/// How I play.
struct StatisticsOutput: RouteOutput, Decodable {
  struct OnHole: RouteOutput, Decodable {
    var number: Int
    var par: Int
    var rounds: Int
    var average: Double
    var best: Int
    /// The mean of my newest five rounds less the mean of all: below 0 is better than before.
    var trend: Double
    /// The disc with which I began the hole last; nil where I have not said.
    var lastDisc: String?
    /// All discs of that time, throw after throw.
    var lastDiscs: [String]
  }

  struct Month: RouteOutput, Decodable {
    /// Such as `2026-06` (UTC).
    var month: String
    var rounds: Int
    /// Mean throws above par of 18 holes.
    var average: Double
  }

  struct Companion: RouteOutput, Decodable {
    var name: String
    /// Finished rounds together.
    var rounds: Int
  }

  struct UsedDisc: RouteOutput, Decodable {
    var name: String
    /// Holes on which it was thrown.
    var holes: Int
    /// How often it was noted: on a hole once for each throw.
    var uses: Int
  }

  var rounds: Int
  var complete: Int
  /// Throws above par of my best complete round.
  var best: Int?
  /// Mean throws above par of my complete rounds.
  var average: Double?
  /// Holes with an ace, an eagle or better, a birdie, a par, a bogey, or worse.
  var names: [String: Int]
  /// Penalty throws in all.
  var penalties: Int
  /// Mean putts of the holes where they were noted.
  var putts: Double?
  var holes: [OnHole]
  /// My complete rounds by month, in the order of time.
  var months: [Month]
  /// The discs that I threw most first.
  var discs: [UsedDisc]
  /// With whom I played most; empty for one course.
  var company: [Companion]
  /// Nil before the first rated round, and for one course.
  var rating: RatingOutput?
  /// Of a course: throws of the best complete round of anybody who threw alone.
  var record: Int?
  /// Of a course: mean throws above par of the others' complete rounds; nil while there are none.
  var everybody: Double?

  init(_ statistics: RoundStatistics, discs bag: [Disc], record: Int? = nil, everybody: Double? = nil) {
    let names = Dictionary(bag.map { ($0.number, $0.name) }) { one, _ in one }
    (rounds, complete, best) = (statistics.rounds, statistics.complete, statistics.best)
    (average, self.record, self.everybody) = (statistics.average, record, everybody)
    self.names = Dictionary(
      RoundStatistics.Name.allCases.map { ($0.rawValue, statistics.names[$0] ?? 0) }, uniquingKeysWith: +)
    holes = statistics.holes.map {
      OnHole(
        number: $0.number, par: $0.par, rounds: $0.rounds, average: $0.average, best: $0.best, trend: $0.trend,
        lastDisc: $0.lastDiscs.first.flatMap { names[$0] }, lastDiscs: $0.lastDiscs.compactMap { names[$0] })
    }
    (penalties, putts, company) = (statistics.penalties, statistics.putts, [])
    months = statistics.months.map { Month(month: $0.name, rounds: $0.rounds, average: $0.average) }
    discs = statistics.discs.sorted { ($1.value.uses, $0.key) < ($0.value.uses, $1.key) }.compactMap { number, use in
      names[number].map { UsedDisc(name: $0, holes: use.holes, uses: use.uses) }
    }
  }
}
