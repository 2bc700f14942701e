import FieldhouseKit
import Foundation

/// A match.
struct MatchInput: RouteInput {
  var match: String
  static var schema: Schema { .object([("match", .string(minLength: 1, maxLength: 200))], required: ["match"]) }
}

/// The players of both teams, as far as the feed has named them.
struct SquadsOutput: RouteOutput, Decodable {
  var home: [NamedOutput]
  var away: [NamedOutput]
}

/// What the two teams of a match have played against one another.
struct HeadToHeadOutput: RouteOutput, Decodable {
  /// How many of the earlier matches the match's home team has won, how many were drawn, and how many its away team has won: of
  /// `meetings` where a provider tells of earlier matches, else of all that are known here.
  var home: Int
  var drawn: Int
  var away: Int
  /// The last of them that are known here, the latest first; at most 10.
  var items: [MatchOutput]
  /// The last of them, those included that a provider alone tells of, the latest first; at most 10.
  var meetings: [MeetingOutput]

  init(_ between: HeadToHead, at now: Date, _ reading: Catalogue.Reading) {
    (home, drawn, away) = (between.home, between.drawn, between.away)
    items = between.matches.prefix(HeadToHead.most).compactMap { match in
      reading.seasons[match.league].map { MatchOutput(match, league: $0.league, now: now, logos: reading.logos) }
    }
    meetings = between.shown.compactMap { MeetingOutput($0, reading) }
  }
}

/// An earlier match of two teams.
struct MeetingOutput: RouteOutput, Decodable {
  /// The match's id; nil for one that a provider tells of, and that is not known here.
  var match: String?
  /// UTC.
  var kickOff: Date
  var home: NamedOutput
  var away: NamedOutput
  /// After extra time, without a shoot-out.
  var score: ScoreOutput
  /// The league's name, or what the provider calls it.
  var competition: String
  /// As people write it: "2024/25"; nil where it is not told.
  var season: String?

  init?(_ meeting: HeadToHead.Meeting, _ reading: Catalogue.Reading) {
    let league = meeting.match.flatMap { reading.seasons[$0.league]?.league }
    guard let competition = league?.name ?? meeting.competition else { return nil }
    match = meeting.match?.id
    kickOff = meeting.kickOff
    (home, away) = (reading.logos.named(meeting.home), reading.logos.named(meeting.away))
    score = ScoreOutput(meeting.score)
    self.competition = competition
    season = league?.season
  }
}

extension Catalogue.Reading {
  fileprivate func squad(of team: String) -> [NamedOutput] {
    players.squad(of: team).map { NamedOutput(id: $0.id, name: $0.name) }
  }
}

extension SoccerPredictions {
  static var unknownMatch: Problem { .notFound("match-unknown", "There is no such match.") }

  func matchRoutes(_ routes: inout Routes) {
    routes.get(
      "/matches/{match}", "A match with averages and highlights", access: .everyone, problems: [Self.unknownMatch]
    ) {
      (input: MatchInput, call) in try await detail(input.match, call)
    }
    routes.get(
      "/matches/{match}/squads", "The players of both teams who can be chosen as scorers", access: .everyone,
      problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in try squads(input.match) }
    routes.get(
      "/matches/{match}/head-to-head", "The earlier matches of the two teams, the latest first", access: .everyone,
      problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in try headToHead(input.match, at: call.now) }
    sheetRoutes(&routes)
  }

  private func headToHead(_ id: String, at now: Date) throws -> HeadToHeadOutput {
    let reading = catalogue.reading
    let match = try reading.match(id)
    guard match.areTeamsKnown else { return HeadToHeadOutput(HeadToHead(match, [], at: now), at: now, reading) }
    noteOpened(match, at: now, reading)
    let teams: Set = [match.home.id, match.away.id]
    let earlier = reading.matches.values.filter {
      $0.kickOff < match.kickOff && teams.contains($0.home.id) && teams.contains($0.away.id)
    }
    let told = (tracker.feed as? ProviderFeed)?.meetings.told(of: match) { reading.team(called: $0) } ?? []
    return HeadToHeadOutput(HeadToHead(match, earlier, told: told, at: now), at: now, reading)
  }

  /// Has a provider asked for the earlier matches of the teams of a match that somebody looks at.
  private func noteOpened(_ match: Match, at now: Date, _ reading: Catalogue.Reading) {
    (tracker.feed as? ProviderFeed)?.meetings.noteOpened(match, at: now) { reading.team(called: $0) }
  }

  private func squads(_ id: String) throws -> SquadsOutput {
    let reading = catalogue.reading
    let match = try reading.match(id)
    return SquadsOutput(home: reading.squad(of: match.home.id), away: reading.squad(of: match.away.id))
  }

  /// A match that has closed is asked for anew: another host may have opened it.
  private func current(_ match: Match) async throws -> Match {
    guard match.isShut else { return match }
    return try await host.storage.read { [tracker] in try await tracker.current(match, in: $0) }
  }

  private func detail(_ id: String, _ call: Call) async throws -> MatchDetailOutput {
    let reading = catalogue.reading
    let match = try await current(try reading.match(id))
    guard let league = reading.seasons[match.league]?.league else { throw Self.unknownMatch }
    noteOpened(match, at: call.now, reading)
    var mine: StoredPrediction?
    if let account = call.principal?.account.id {
      mine = try await host.storage.read { [store] transaction in
        try await store.find(match.id, account, in: transaction)
      }
    }
    let goals = match.view(at: call.now).goals.map(GoalOutput.init)
    let isLive = match.view(at: call.now).state == .live
    return MatchDetailOutput(
      match: MatchOutput(match, league: league, now: call.now, logos: catalogue.reading.logos, prediction: mine),
      averages: AveragesOutput(try await store.averages(match.id)), highlights: goals,
      broadcast: isLive ? try await OperatorStore(storage: host.storage).broadcast(of: match.id) : nil)
  }
}
