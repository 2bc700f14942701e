import FieldhouseKit
import Foundation
import Synchronization

/// All leagues and matches as last read from the feed; read from many tasks, replaced season by season.
final class Catalogue: Sendable {
  /// What is known.
  struct Reading: Sendable {
    var seasons: [SeasonKey: Season] = [:]
    /// Every match, also those that the feed has no longer.
    var matches: [String: Match] = [:]
    var calendars: [String: SeasonCalendar] = [:]
    /// The lasting ids of matches, by other ids that they have.
    fileprivate var aliases: [String: String] = [:]
    /// The lasting ids of teams, by the ids that each of their names makes.
    fileprivate var teams: [String: String] = [:]
    fileprivate(set) var players = PlayerRegistry()
    /// The matches that have closed once and do not open again by themselves.
    fileprivate var shut: Set<String> = []
    fileprivate(set) var logos = Logos()
  }

  /// A season with its matches in the order of their kick-off.
  struct Season: Sendable {
    let league: League
    let matches: [Match]
    /// Those that the feed has no longer.
    var withdrawn: [Match] = []
    /// Another number for each reading.
    let revision = readings.add(1, ordering: .relaxed).newValue

    /// The matches that begin from one instant to another one, both included.
    func matches(from: Date, to: Date) -> ArraySlice<Match> {
      let start = place { $0 < from }
      return matches[start..<max(start, place { $0 <= to })]
    }

    /// How many matches begin at an instant that is so: the first ones are (binary search).
    private func place(_ isSo: (Date) -> Bool) -> Int {
      var (low, high) = (0, matches.count)
      while low < high {
        let middle = (low + high) / 2
        if isSo(matches[middle].kickOff) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The answer about a league that the feed does not have.
  static let unknownLeague = Problem.notFound("league-unknown", "There is no such league.")

  /// How many readings of a season there were.
  private static let readings = Atomic(0)

  private let state = Mutex(Reading())

  /// The present reading.
  var reading: Reading { state.withLock { $0 } }

  /// Takes in seasons as they are now.
  /// - Parameter shut: the matches that do not open again.
  /// - Returns: the ids of the matches that are new or otherwise than before.
  @discardableResult
  func apply(_ news: IdentityKeeper.Reading, _ keeper: IdentityKeeper, shut: Set<String> = []) -> Set<String> {
    let (teams, players) = (keeper.teams, keeper.players)
    return state.withLock { reading in
      reading.shut.formUnion(shut)
      reading.aliases.merge(news.matchAliases) { $1 }
      (reading.teams, reading.players) = (teams, players)
      let changed = news.files.reduce(into: Set<String>()) { $0.formUnion(reading.take($1)) }
      if !news.files.isEmpty { reading.sortSeasons(Set(news.files.map(\.league.id))) }
      return changed
    }
  }
}

extension Catalogue {
  /// Shows the logos that were fetched from providers, and instead of them those that operators have given.
  func setLogos(_ fetched: [LogoOwner: String], given: [LogoOwner: String]) {
    state.withLock { reading in
      var logos = Logos()
      for all in [fetched, given] {
        for (owner, logo) in all.sorted(by: { $0.key.id < $1.key.id }) {
          logos.all[owner.kind == .team ? .team(reading.team(called: owner.id)) : owner] = logo
        }
      }
      reading.logos = logos
    }
  }

  /// Shuts matches, or lets them open again.
  func setShut(_ isShut: Bool, _ ids: Set<String>) {
    state.withLock { reading in
      if isShut { reading.shut.formUnion(ids) } else { reading.shut.subtract(ids) }
      for season in Set(ids.compactMap { reading.matches[$0]?.league }) {
        guard let known = reading.seasons[season] else { continue }
        var matches = known.matches
        for index in matches.indices where ids.contains(matches[index].id) {
          matches[index].isShut = isShut
          reading.matches[matches[index].id] = matches[index]
        }
        reading.seasons[season] = Season(league: known.league, matches: matches, withdrawn: known.withdrawn)
      }
    }
  }
}

extension Catalogue.Reading {
  /// Puts a season in the place of what it was.
  /// - Returns: the matches that differ.
  fileprivate mutating func take(_ file: SeasonFile) -> Set<String> {
    var before: [String: Match] = [:]
    if let old = seasons[file.league.key] {
      for match in old.matches + old.withdrawn { before[match.id] = matches.removeValue(forKey: match.id) }
    }
    var own = file.matches.sorted { ($0.kickOff, $0.id) < ($1.kickOff, $1.id) }
    for index in own.indices { own[index].isShut = shut.contains(own[index].id) }
    seasons[file.league.key] = Catalogue.Season(league: file.league, matches: own, withdrawn: file.withdrawn)
    for match in own + file.withdrawn { matches[match.id] = match }
    let differing = (own + file.withdrawn).filter { before.removeValue(forKey: $0.id) != $0 }.map(\.id)
    return Set(differing).union(before.keys)
  }

  fileprivate mutating func sortSeasons(_ leagues: Set<String>) {
    for league in leagues {
      let own = seasons.values.filter { $0.league.id == league }
      calendars[league] = SeasonCalendar(own.compactMap { SeasonCalendar.Span($0.matches) })
    }
  }

  /// The season to show of a league: the named one, else the current one; nil in the gap between two seasons.
  /// - Throws: ``Problem`` 404 `league-unknown` or `season-unknown`.
  func season(of league: String, named name: String?, at now: Date) throws -> Catalogue.Season? {
    guard let calendar = calendars[league] else { throw Catalogue.unknownLeague }
    guard let name else { return calendar.current(at: now).flatMap { seasons[$0] } }
    guard let season = seasons[SeasonKey(league: league, season: name.replacing("/", with: "-"))] else {
      throw Problem.notFound("season-unknown", "The league '\(league)' has no season '\(name)'.")
    }
    return season
  }

  /// A match by its id, or by another one that it goes by.
  /// - Throws: ``Problem`` 404 `match-unknown`.
  func match(_ id: String) throws -> Match {
    guard let match = matches[id] ?? aliases[id].flatMap({ matches[$0] }) else {
      throw Problem.notFound("match-unknown", "There is no match '\(id)'.")
    }
    return match
  }

  /// The lasting id of a team that goes by another one, too.
  func team(called id: String) -> String { teams[id] ?? id }

  /// The player whom an id means, whichever of the team's and the player's names it was made from.
  func player(called id: PlayerID) -> PlayerID {
    let player = PlayerID(slug: id.slug, team: team(called: id.team))
    return players.aliases[player.text].flatMap { PlayerID($0) } ?? player
  }

  /// A prediction with the lasting ids of its scorers, each once.
  func prediction(_ prediction: Prediction) -> Prediction {
    guard !prediction.scorers.isEmpty else { return prediction }
    var seen: Set<PlayerID> = []
    let scorers = prediction.scorers.map(player(called:)).filter { seen.insert($0).inserted }
    return Prediction(home: prediction.score.home, away: prediction.score.away, scorers: scorers)
  }

  /// The season whose leaderboard a league shows: the current one, in a gap the last one; nil for a league that there is not.
  func rankedSeason(of league: String, at now: Date) -> SeasonKey? {
    calendars[league].flatMap { $0.current(at: now) ?? $0.past(at: now).first }
  }

  /// The latest season of each league that has begun to show or is over, by league id.
  func leagues(at now: Date) -> [League] {
    calendars.compactMap { id, calendar in
      (calendar.current(at: now) ?? calendar.past(at: now).first ?? calendar.spans.first?.key).flatMap {
        seasons[$0]?.league
      }
    }.sorted { ($0.continent, $0.country?.name ?? "", $0.id) < ($1.continent, $1.country?.name ?? "", $1.id) }
  }
}
