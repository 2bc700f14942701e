public import FieldhouseKit
import Foundation

/// What another plugin asks of the calendar of matches.
struct FixturesInput: Codable {
  /// Only matches of this team.
  var team: String?
  /// Only matches of this league.
  var league: String?
  /// The first and the last kick-off that are wanted.
  var from: Date
  var to: Date
}

/// A match in the calendar.
struct FixtureOutput: RouteOutput, Codable {
  var id: String
  /// The league's id.
  var league: String
  /// UTC.
  var kickOff: Date
  /// Whether the feed told the time of day.
  var kickOffConfirmed: Bool
  var home: NamedOutput
  var away: NamedOutput
  /// `upcoming`, `live`, `suspended`, `played`, `postponed`, `cancelled`, `abandoned` or `awarded`.
  var state: String
}

/// The matches of some days, in the order of their kick-off.
struct FixturesOutput: RouteOutput, Codable {
  /// How many are told at once.
  static let most = 200

  var fixtures: [FixtureOutput]
  /// Whether there are no more than these.
  var isComplete: Bool
}

extension SoccerPredictions {
  public func answers(_ answers: inout Answers) {
    answers.add("fixtures") { [self] (input: FixturesInput, _) in fixtures(input, at: host.clock.now) }
  }

  private func fixtures(_ input: FixturesInput, at now: Date) -> FixturesOutput {
    let reading = catalogue.reading
    let team = input.team.map(reading.team(called:))
    let wanted = reading.seasons.values.filter { input.league == nil || $0.league.id == input.league }
      .flatMap { $0.matches(from: input.from, to: input.to) }
      .filter { team == nil || $0.home.id == team || $0.away.id == team }
      .sorted { ($0.kickOff, $0.id) < ($1.kickOff, $1.id) }
    let told = wanted.prefix(FixturesOutput.most).map { FixtureOutput($0, at: now) }
    return FixturesOutput(fixtures: told, isComplete: told.count == wanted.count)
  }
}

extension FixtureOutput {
  init(_ match: Match, at now: Date) {
    id = match.id
    league = match.league.league
    (kickOff, kickOffConfirmed) = (match.kickOff, match.kickOffConfirmed)
    home = NamedOutput(id: match.home.id, name: match.home.name)
    away = NamedOutput(id: match.away.id, name: match.away.name)
    state = match.view(at: now).state.rawValue
  }
}
