import FieldhouseKit
import Foundation

/// What strangers are shown of a page that is shared: nothing that is about a person.
struct CardOutput: RouteOutput, Decodable {
  var label: String
  var title: String
  /// The score; null while there is none.
  var value: String?
  var lines: [String]
}

extension SoccerPredictions {
  func cardRoutes(_ routes: inout Routes) {
    routes.get(
      "/matches/{match}/card", "What a link to a match shows", access: .everyone, problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in try card(ofMatch: input.match, call) }
    routes.get(
      "/leagues/{league}/card", "What a link to a league shows", access: .everyone, problems: [Catalogue.unknownLeague]
    ) { (input: CardInput, call) in
      let league = try shownLeague(input.league, at: call.now)
      let matches = catalogue.reading.seasons[league.key]?.matches ?? []
      let live = matches.filter { $0.view(at: call.now).state == .live }.map {
        "\($0.pairing) \($0.scoreText(at: call.now) ?? "")"
      }
      return CardOutput(
        label: text("title", call), title: "\(league.name) \(league.season)", lines: Array(live.prefix(3)))
    }
    routes.get(
      "/leagues/{league}/leaderboard/card", "What a link to a league's leaderboard shows", access: .everyone,
      problems: [Catalogue.unknownLeague]
    ) { (input: CardInput, call) in
      let league = try shownLeague(input.league, at: call.now)
      let page = try await host.leaderboards.page(
        BoardQuery(board: "league", partition: league.key.description, limit: 1))
      return CardOutput(
        label: text("board", call), title: "\(league.name) \(league.season)",
        lines: [text("cardPlayers", call, ["n": String(page.size)])])
    }
  }

  private func card(ofMatch id: String, _ call: Call) throws -> CardOutput {
    let reading = catalogue.reading
    let match = try reading.match(id)
    guard let league = reading.seasons[match.league]?.league else { throw Self.unknownMatch }
    let label = [league.name, match.round].compactMap { $0 }.joined(separator: " · ")
    return CardOutput(
      label: label, title: match.pairing, value: match.scoreText(at: call.now),
      lines: [state(of: match, call), match.stadium].compactMap { $0 })
  }

  /// How a match stands, and when it begins or began.
  private func state(of match: Match, _ call: Call) -> String {
    let view = match.view(at: call.now)
    let time = match.kickOffText(in: call.language)
    switch view.state {
    case .upcoming: return time
    case .live: return [text("live", call), view.minute?.text].compactMap { $0 }.joined(separator: " · ")
    default: return "\(text("state.\(view.state.rawValue)", call)) · \(time)"
    }
  }

  private func shownLeague(_ id: String, at now: Date) throws -> League {
    guard let league = catalogue.reading.leagues(at: now).first(where: { $0.id == id }) else {
      throw Catalogue.unknownLeague
    }
    return league
  }

  private func text(_ key: String, _ call: Call, _ arguments: [String: String] = [:]) -> String {
    host.texts.text(key, language: call.language, arguments: arguments)
  }
}

/// A league whose card is shown.
struct CardInput: RouteInput {
  var league: String
  static var schema: Schema { .object([("league", .string(minLength: 1, maxLength: 100))], required: ["league"]) }
}

extension Match {
  /// Both teams.
  fileprivate var pairing: String { "\(home.name) – \(away.name)" }

  /// The score so far; nil while there is none.
  fileprivate func scoreText(at now: Date) -> String? { view(at: now).score.map { "\($0.home) – \($0.away)" } }

  /// When it begins, in UTC: who reads it may be anywhere.
  fileprivate func kickOffText(in language: String) -> String {
    let style = Date.FormatStyle(
      date: .abbreviated, time: kickOffConfirmed ? .shortened : .omitted, locale: Locale(identifier: language),
      timeZone: .gmt)
    return kickOff.formatted(style) + (kickOffConfirmed ? " UTC" : "")
  }
}
