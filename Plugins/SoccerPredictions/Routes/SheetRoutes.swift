import FieldhouseKit
import Foundation

/// A player of a line-up.
struct LineupPlayerOutput: RouteOutput, Decodable {
  var name: String
  /// On the shirt.
  var number: Int?
  /// `goalkeeper`, `defender`, `midfielder` or `forward`.
  var position: String?
}

/// The players of a team in a match.
struct LineupOutput: RouteOutput, Decodable {
  /// How they stand in front of the goalkeeper, such as "4-3-3".
  var formation: String?
  var coach: String?
  var starters: [LineupPlayerOutput]
  var bench: [LineupPlayerOutput]

  init(_ lineup: MatchSheet.Lineup) {
    func players(_ list: [MatchSheet.Player]) -> [LineupPlayerOutput] {
      list.map { LineupPlayerOutput(name: $0.name, number: $0.number, position: $0.position?.rawValue) }
    }
    (formation, coach) = (lineup.formation, lineup.coach)
    (starters, bench) = (players(lineup.starters), players(lineup.bench))
  }
}

/// Who plays in a match; of a team of which it is not told, nothing.
struct LineupsOutput: RouteOutput, Decodable {
  var home: LineupOutput?
  var away: LineupOutput?
}

/// Something that is counted in a match.
struct StatisticOutput: RouteOutput, Decodable {
  /// Such as `shots` or `possession`.
  var kind: String
  /// Whether it is a share, in per cent.
  var isShare: Bool
  var home: Double?
  var away: Double?

  init(_ figure: MatchSheet.Statistic) {
    (kind, isShare, home, away) = (figure.kind.rawValue, figure.kind.isShare, figure.home, figure.away)
  }
}

extension SoccerPredictions {
  func sheetRoutes(_ routes: inout Routes) {
    routes.get(
      "/matches/{match}/lineups", "Who plays, as the feed tells it", access: .everyone, problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in
      let sheet = try sheet(of: input.match).sheet
      return LineupsOutput(home: sheet.home.map(LineupOutput.init), away: sheet.away.map(LineupOutput.init))
    }
    routes.get(
      "/matches/{match}/statistics", "What is counted in a match that has begun, as the feed tells it",
      access: .everyone, problems: [Self.unknownMatch]
    ) { (input: MatchInput, call) in
      let (match, sheet) = try sheet(of: input.match)
      let hasBegun = [.live, .suspended, .played, .abandoned, .awarded].contains(match.view(at: call.now).state)
      return Page(items: hasBegun ? sheet.statistics.map(StatisticOutput.init) : [])
    }
  }

  private func sheet(of id: String) throws -> (match: Match, sheet: MatchSheet) {
    let reading = catalogue.reading
    let match = try reading.match(id)
    guard let feed = tracker.feed as? ProviderFeed else { return (match, MatchSheet()) }
    let sheet = feed.sheets.sheet(of: match) { country, name in
      reading.team(called: Team(name: name, country: country).id)
    }
    return (match, sheet)
  }
}
