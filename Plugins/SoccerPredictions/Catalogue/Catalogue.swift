import FieldhouseKit
import Foundation
import Synchronization

/// All leagues and matches as last read from the feed; read from many tasks, replaced as a whole.
final class Catalogue: Sendable {
  /// One reading of the feed.
  struct Reading: Sendable {
    var seasons: [SeasonKey: Season] = [:]
    var matches: [String: Match] = [:]
    var calendars: [String: SeasonCalendar] = [:]
    /// The matches that have closed once and do not open again by themselves.
    fileprivate var shut: Set<String> = []
  }

  /// A season with its matches in the order of their kick-off.
  struct Season: Sendable {
    let league: League
    let matches: [Match]
  }

  /// The answer about a league that the feed does not have.
  static let unknownLeague = Problem.notFound("league-unknown", "There is no such league.")

  private let state = Mutex(Reading())

  /// The present reading.
  var reading: Reading { state.withLock { $0 } }

  /// Takes in what differs in the feed.
  /// - Parameter shut: the matches that do not open again.
  func apply(_ changes: FeedChanges, shut: Set<String> = []) {
    state.withLock { reading in
      reading.shut.formUnion(shut)
      for key in changes.removed { reading.remove(key) }
      for file in changes.updated {
        reading.remove(file.league.key)
        var matches = file.matches.sorted { ($0.kickOff, $0.id) < ($1.kickOff, $1.id) }
        for index in matches.indices { matches[index].isShut = reading.shut.contains(matches[index].id) }
        reading.seasons[file.league.key] = Season(league: file.league, matches: matches)
        for match in matches { reading.matches[match.id] = match }
      }
      reading.sortSeasons()
    }
  }
}

extension Catalogue {
  /// Shuts matches, or lets them open again.
  func setShut(_ isShut: Bool, _ ids: Set<String>) {
    state.withLock { reading in
      if isShut { reading.shut.formUnion(ids) } else { reading.shut.subtract(ids) }
      for season in Set(ids.compactMap { reading.matches[$0]?.league }) {
        guard var matches = reading.seasons[season]?.matches, let league = reading.seasons[season]?.league else {
          continue
        }
        for index in matches.indices where ids.contains(matches[index].id) {
          matches[index].isShut = isShut
          reading.matches[matches[index].id] = matches[index]
        }
        reading.seasons[season] = Season(league: league, matches: matches)
      }
    }
  }
}

extension Catalogue.Reading {
  fileprivate mutating func remove(_ key: SeasonKey) {
    for match in seasons.removeValue(forKey: key)?.matches ?? [] { matches[match.id] = nil }
  }

  fileprivate mutating func sortSeasons() {
    let byLeague = Dictionary(grouping: seasons.values, by: \.league.id)
    calendars = byLeague.mapValues { SeasonCalendar($0.compactMap { SeasonCalendar.Span($0.matches) }) }
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

  /// A match by its id.
  /// - Throws: ``Problem`` 404 `match-unknown`.
  func match(_ id: String) throws -> Match {
    guard let match = matches[id] else { throw Problem.notFound("match-unknown", "There is no match '\(id)'.") }
    return match
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
