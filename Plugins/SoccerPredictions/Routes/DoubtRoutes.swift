import FieldhouseKit
import Foundation

/// A match or team that may be another one, and what deciding would do.
struct DoubtOutput: RouteOutput, Decodable {
  /// One of the two, as it is called; of a match also its round and kick-off.
  struct Side: RouteOutput, Decodable {
    var id: String
    var name: String
    var round: String?
    /// UTC.
    var kickOff: Date?
  }

  var id: String
  /// `match` or `team`.
  var kind: String
  var league: NamedOutput
  var season: String
  /// What was known, and what the feed has now.
  var known: Side
  var found: Side
  /// Whether home and away have changed places: predictions would be turned, too.
  var isTurned: Bool
  var askedAt: Date
  /// How many predictions of what was known there are: kept when the two are one.
  var predictions: Int
  /// How many predictions there are of what the feed has now.
  var newPredictions: Int
  /// How many people have predicted both: of these the later prediction counts when the two are one.
  var both: Int
  /// How many people would lose points, and how many points together, when the two are different.
  var losers: Int
  var lostPoints: Int
}

/// Which page of doubts.
struct DoubtsInput: RouteInput {
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object([("limit", .integer(1...50)), ("after", .string(maxLength: 500))], required: [])
  }
}

/// What an operator says.
struct DecisionInput: RouteInput {
  var doubt: String
  /// `same` or `apart`.
  var decision: String

  static var schema: Schema {
    .object(
      [("doubt", .string(minLength: 1, maxLength: 500)), ("decision", .enumeration(["same", "apart"]))],
      required: ["doubt", "decision"])
  }
}

extension SoccerPredictions {
  private static var unknownDoubt: Problem {
    .notFound("doubt-unknown", "This does not wait for a decision, perhaps because somebody has decided it.")
  }

  private var decisions: IdentityDecisions { IdentityDecisions(storage: host.storage) }

  func openDoubts() async throws -> Int { try await host.storage.read { try await DoubtStore.count(in: $0) } }

  func doubtRoutes(_ routes: inout Routes) {
    routes.get(
      "/doubts", "Matches and teams of which you are to say whether they are one, with what that does",
      access: .operators
    ) { (input: DoubtsInput, call) in try await doubts(input) }
    routes.put(
      "/doubts/{doubt}", "Say whether two matches or teams are one", access: .operators, problems: [Self.unknownDoubt]
    ) { (input: DecisionInput, call) in try await decide(input, at: call.now) }
  }

  private func doubts(_ input: DoubtsInput) async throws -> Page<DoubtOutput> {
    let limit = input.limit ?? 20
    let found = try await host.storage.read {
      try await DoubtStore.open(after: input.after, limit: limit + 1, in: $0)
    }
    var items: [DoubtOutput] = []
    for stored in found.prefix(limit) {
      items.append(output(stored, try await decisions.preview(stored.doubt)))
    }
    return Page(items: items, next: found.count > limit ? items.last?.id : nil)
  }

  private func output(_ stored: StoredDoubt, _ preview: MatchMerge.Preview) -> DoubtOutput {
    let (doubt, reading) = (stored.doubt, catalogue.reading)
    let key = SeasonKey(doubt.season)
    let league = key.flatMap { reading.seasons[$0]?.league }
    return DoubtOutput(
      id: doubt.id, kind: doubt.kind.rawValue,
      league: NamedOutput(id: league?.id ?? key?.league ?? "", name: league?.name ?? doubt.season),
      season: league?.season ?? "", known: side(doubt.one, doubt, reading), found: side(doubt.other, doubt, reading),
      isTurned: doubt.isTurned, askedAt: stored.askedAt, predictions: preview.predictions,
      newPredictions: preview.newPredictions, both: preview.both, losers: preview.settled, lostPoints: preview.points)
  }

  private func side(_ id: String, _ doubt: Doubt, _ reading: Catalogue.Reading) -> DoubtOutput.Side {
    guard doubt.kind == .match, let match = reading.matches[id] else {
      let season = SeasonKey(doubt.season).flatMap { reading.seasons[$0] }
      let teams = (season.map { $0.matches + $0.withdrawn } ?? []).flatMap { [$0.home, $0.away] }
      return .init(id: id, name: teams.first { $0.id == id }?.name ?? id)
    }
    return .init(
      id: id, name: "\(match.home.name) – \(match.away.name)", round: match.round, kickOff: match.kickOff)
  }

  private func decide(_ input: DecisionInput, at now: Date) async throws -> NoContent {
    guard let decision = DoubtStore.Decision(rawValue: input.decision),
      let outcome = try await decisions.decide(input.doubt, decision, at: now)
    else { throw Self.unknownDoubt }
    for season in outcome.seasons { try await tracker.reload(season) }
    // A logo that was given to a team goes along with it.
    try await tracker.readGivenLogos()
    tracker.lookSoon(at: Array(outcome.matches))
    try await host.schedules.schedule("feed", due: now) { [tracker] due in try await tracker.step(due) }
    return NoContent()
  }
}
