import FieldhouseKit
import Foundation
import Synchronization

/// An earlier match of two teams as a provider tells of it.
struct ToldMeeting: Hashable, Codable, Sendable {
  /// So many of two teams are kept.
  static let most = 10
  /// A longer name of a competition is none.
  private static let longest = 100

  let kickOff: Date
  /// The teams by the provider's own ids.
  let home: String
  let away: String
  /// After extra time, without the shoot-out.
  let score: ScoreLine
  /// The competition's name.
  let competition: String

  /// Nil for one that is not over, is not of the pair, or of which something is missing.
  init?(_ match: ProviderMatch, of pair: MeetingPair) {
    guard match.row.progress == .over || match.row.status == .awarded, let score = match.row.score.final,
      let home = match.home, let away = match.away, Set([home, away]) == Set([pair.one.told, pair.other.told]),
      let competition = match.competition?.cleaned, (1...Self.longest).contains(competition.count)
    else { return nil }
    (kickOff, self.home, self.away) = (match.row.instant, home, away)
    (self.score, self.competition) = (score, competition)
  }
}

/// Two teams that meet in a season, and how a provider is asked what they have played before.
struct MeetingPair: Sendable {
  /// A team by the provider's own id and by the one that its name makes.
  struct Side: Sendable {
    let told: String
    let made: String
  }

  struct Meeting: Sendable {
    let kickOff: Date
    /// Whether it is to be played.
    let isAwaited: Bool
    /// Of the call.
    let path: String
  }

  /// As the answer is called among those of providers: the same whoever is at home, in each season.
  let name: String
  /// The place of the provider among the sources.
  let source: Int
  let one: Side
  let other: Side
  /// Their matches of the season, in the order of their kick-offs.
  var matches: [Meeting] = []

  /// The next match of the two, else the last one.
  func nearest(at now: Date) -> Meeting? { matches.first { $0.kickOff > now } ?? matches.last }
}

/// What providers tell of the earlier matches of teams, and whose matches people have opened.
final class ProviderMeetings: Sendable {
  private struct State {
    var pairs: [SeasonKey: [MeetingPair]] = [:]
    var told: [String: [ToldMeeting]] = [:]
    /// When a match of a pair was opened last, by the pair's name.
    var opened: [String: Date] = [:]
  }

  private let state = Mutex(State())

  func set(_ pairs: [SeasonKey: [MeetingPair]]) { state.withLock { $0.pairs = pairs } }

  func set(_ told: [String: [ToldMeeting]]) { state.withLock { $0.told = told } }

  /// The names of the pairs of which a match was opened since then.
  func opened(since: Date) -> Set<String> {
    state.withLock { state in
      state.opened = state.opened.filter { $0.value >= since }
      return Set(state.opened.keys)
    }
  }

  /// Notes that a match was opened.
  /// - Parameter id: the lasting id of the team that goes by another one.
  func noteOpened(_ match: Match, at now: Date, id: (String) -> String) {
    guard let (pair, _) = find(match, id: id) else { return }
    state.withLock { $0.opened[pair.name] = now }
  }

  /// What is told of the earlier matches of the teams of a match; empty where nothing is.
  /// - Parameter id: as of ``noteOpened(_:at:id:)``.
  func told(of match: Match, id: (String) -> String) -> [HeadToHead.Meeting] {
    guard let (pair, home) = find(match, id: id) else { return [] }
    return state.withLock { $0.told[pair.name] ?? [] }.map { told in
      let isSame = told.home == home
      return HeadToHead.Meeting(
        kickOff: told.kickOff, home: isSame ? match.home : match.away, away: isSame ? match.away : match.home,
        score: told.score, competition: told.competition)
    }
  }

  /// The pair that plays a match, and the provider's id of its home team.
  private func find(_ match: Match, id: (String) -> String) -> (pair: MeetingPair, home: String)? {
    for pair in state.withLock({ $0.pairs[match.league] ?? [] }) {
      let (one, other) = (id(pair.one.made), id(pair.other.made))
      if one == match.home.id, other == match.away.id { return (pair, pair.one.told) }
      if other == match.home.id, one == match.away.id { return (pair, pair.other.told) }
    }
    return nil
  }
}

extension ProviderFeed {
  /// What is known of earlier matches.
  struct MeetingPlan {
    /// What the providers had told when the pairs were found.
    var revision = -1
    var pairs: [MeetingPair] = []
    /// The number of the last change of the ledger that was heard of.
    var heard: [String: Int64] = [:]
    var entries: [String: FeedLedger.Entry] = [:]
    var told: [String: [ToldMeeting]] = [:]
  }

  /// So many pairs are asked for at one look at most, one alone while a match is played.
  private static let mostMeetings = 2
  private static let meetingsTimeout = 5
  /// So long an answer counts, in seconds.
  private static let meetingsAge = 86_400.0
  /// So long before kick-off a pair is asked for that nobody has opened, in seconds.
  private static let meetingsLead = 48 * 3600.0
  /// So long a match counts as opened, in seconds.
  private static let openedFor = 3600.0

  /// Under which names the sources are left alone that do not tell of earlier matches: what else they tell goes on.
  nonisolated var meetingSources: [String] { sources.map { Self.meetingSource($0.name) } }

  private static func meetingSource(_ name: String) -> String { "meetings \(name)" }

  /// Asks for the earlier matches of a few pairs that nobody has asked for this day.
  func lookForMeetings(mayCall: Bool) async throws {
    findPairs()
    if mayCall, !meetingPlan.pairs.isEmpty { try await fetchMeetings() }
  }

  /// The first source of a season that tells of earlier matches counts.
  private func findPairs() {
    guard meetingPlan.revision != revision else { return }
    meetingPlan.revision = revision
    var found: [SeasonKey: [MeetingPair]] = [:]
    for (place, source) in sources.enumerated() {
      for season in source.seasons where found[season.key] == nil {
        guard let country = try? table.competition(season.key).teamCode else { continue }
        let own = pairs(place, season, of: country)
        if !own.isEmpty { found[season.key] = own }
      }
    }
    meetingPlan.pairs = Array(found.values.joined())
    meetings.set(found)
  }

  private func pairs(_ place: Int, _ season: ProviderSeason, of country: String) -> [MeetingPair] {
    let source = sources[place]
    var teams: [String: Team] = [:]
    func team(_ name: String) -> Team {
      let team = teams[name] ?? SeasonAssembly.team(name.cleaned, of: country)
      teams[name] = team
      return team
    }
    var found: [String: MeetingPair] = [:]
    for match in matchesEntry(place, season)?.matches ?? [] {
      guard let home = match.home, let away = match.away, home != away,
        let path = source.format.meetingsPath(match)
      else { continue }
      let (one, other) = (team(match.row.home), team(match.row.away))
      guard one.isDetermined, other.isDetermined else { continue }
      let name = "\(source.name) meetings \([home, away].sorted().joined(separator: "-"))"
      var pair =
        found[name]
        ?? MeetingPair(
          name: name, source: place, one: .init(told: home, made: one.id), other: .init(told: away, made: other.id))
      pair.matches.append(.init(kickOff: match.row.instant, isAwaited: match.isAwaited, path: path))
      pair.matches.sort { $0.kickOff < $1.kickOff }
      found[name] = pair
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// Reads what any host has been answered since the last time.
  /// - Parameter changes: the number of the last change of each of ``meetingSources``.
  func readMeetings(_ changes: [String: Int64]) async throws {
    guard changes != meetingPlan.heard else { return }
    for (name, entry) in try await ledger.entries(of: changes.keys.sorted()) where meetingPlan.entries[name] != entry {
      if entry.version != meetingPlan.entries[name]?.version ?? "", let body = try await ledger.body(of: name) {
        meetingPlan.told[name] = try? JSONDecoder().decode([ToldMeeting].self, from: Data(body.utf8))
      }
      meetingPlan.entries[name] = entry
    }
    meetingPlan.heard = changes
    meetings.set(meetingPlan.told)
  }

  /// The pairs that are to be asked for: those of opened matches first, then those that play next.
  private func missingPairs(at now: Date) -> [MeetingPair] {
    let opened = meetings.opened(since: now - Self.openedFor)
    let (old, end) = (now - Self.meetingsAge, now + Self.meetingsLead)
    var seen: Set<String> = []
    let missing = meetingPlan.pairs.compactMap { pair -> (pair: MeetingPair, rank: Int, kickOff: Date)? in
      guard meetingPlan.entries[pair.name]?.fetchedAt ?? Date.distantPast <= old else { return nil }
      let next = pair.matches.first { $0.isAwaited && $0.kickOff > now && $0.kickOff <= end }
      let isOpened = opened.contains(pair.name)
      guard isOpened || next != nil else { return nil }
      return (pair, isOpened ? 0 : 1, next?.kickOff ?? .distantFuture)
    }
    return missing.sorted { ($0.rank, $0.kickOff, $0.pair.name) < ($1.rank, $1.kickOff, $1.pair.name) }.map(\.pair)
      .filter { seen.insert($0.name).inserted }
  }

  /// What must wait for its turn, for something that is due, or for a provider that is left alone, waits for the next look.
  private func fetchMeetings() async throws {
    let now = clock.now
    let missing = missingPairs(at: now)
    guard !missing.isEmpty else { return }
    var left = isAnythingPlayed(at: now) ? 1 : Self.mostMeetings
    var resting = busySources(at: now)
    for pair in missing where !resting.contains(pair.source) {
      guard left > 0, !Task.isCancelled else { return }
      let source = Self.meetingSource(sources[pair.source].name)
      switch try await ledger.claim(
        pair.name, of: source, unlessSince: now - Self.meetingsAge, now: now)
      {
      case .granted:
        left -= 1
        try await fetch(pair, source, at: now)
      // Another host has it since, which the next look hears.
      case .known: continue
      case .denied: resting.insert(pair.source)
      case .wait: return
      }
    }
  }

  /// An answer that is none leaves what was told before, and the pair is asked for again the next day.
  private func fetch(_ pair: MeetingPair, _ source: String, at now: Date) async throws {
    guard let path = pair.nearest(at: now)?.path else { return }
    var told = meetingPlan.told[pair.name] ?? []
    do throws(ProviderSource.Failure) {
      let body = try await sources[pair.source].ask(path, http, at: now, timeoutSeconds: Self.meetingsTimeout)
      if let found = meetingsTold(in: body, of: pair) { told = found }
    } catch {
      if error.isOfAll {
        return try await ledger.fail(
          pair.name, of: source, error.reason, isOfAll: true, patience: error.patience, at: now)
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(told), as: UTF8.self)
    let entries = try await ledger.keep([pair.name: text], asked: pair.name, of: source, at: now)
    meetingPlan.entries.merge(entries) { $1 }
    meetingPlan.told[pair.name] = told
    meetings.set(meetingPlan.told)
  }

  /// The latest matches in an answer; nil for an answer that is none.
  private func meetingsTold(in body: String, of pair: MeetingPair) -> [ToldMeeting]? {
    guard let answer = try? JSON(parsing: body), let all = try? sources[pair.source].format.matches(answer).matches
    else { return nil }
    let told = all.compactMap { ToldMeeting($0, of: pair) }.sorted { $0.kickOff > $1.kickOff }
    return Array(told.prefix(ToldMeeting.most))
  }
}
