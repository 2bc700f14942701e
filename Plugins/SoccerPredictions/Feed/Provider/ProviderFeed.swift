import FieldhouseKit
import Foundation
import Synchronization

/// A feed of providers that are called over HTTP. What they answer is kept in the store and shared by all hosts of a database, so
/// that each thing is asked for once; ``FeedLedger`` keeps the pace. Matches that are being played come first.
///
/// Of the sources of a season the first counts. One that has failed and has not answered for long is filled from the next one.
actor ProviderFeed: MatchFeed {
  /// How often what is asked for, in seconds.
  struct Rhythm: Sendable {
    /// A season without a match that is being played.
    var poll: Double
    /// One with such a match.
    var live: Double
    /// So long after its last answer a source that fails gives way to the next one.
    var fallback: Double
  }

  private struct Known {
    var entry: FeedLedger.Entry
    var matches: [ProviderMatch] = []
    var problems: [FeedProblem] = []
    var table: [ProviderStanding] = []
  }

  private struct Wish {
    let source: Int
    let document: ProviderDocument
    let urgency: Int
    let since: Date
    let interval: Double
  }

  /// So many calls are made at one look at most, so that a host that ends waits for one alone.
  private static let most = 12
  /// How long before kick-off and after it a match is taken to be about to be played, in seconds.
  private static let playing = (before: 600.0, after: 4.0 * 3600)
  /// How often standings are asked for while nothing is played, in seconds.
  private static let tableInterval = 6.0 * 3600
  /// How often what is counted in matches is asked for while they are played, where that takes calls of its own, in seconds.
  private static let countingInterval = 60.0
  /// So long before kick-off line-ups may be known, in seconds.
  private static let lineupsLead = 3600.0

  let sources: [ProviderSource]
  private let rhythm: Rhythm
  private let table: CompetitionTable
  private let ledger: FeedLedger
  private let http: any OutgoingHTTP
  private let clock: any HostClock
  private var known: [String: Known] = [:]
  /// The standings that the providers tell.
  nonisolated let standings = ProviderTables()
  /// The line-ups and figures that the providers tell.
  nonisolated let sheets = ProviderSheets()

  /// - Throws: ``FeedProblem`` `unknown-league` for a league that the table of competitions does not have.
  init(
    _ sources: [ProviderSource], _ rhythm: Rhythm, table: CompetitionTable, storage: any Storage,
    http: any OutgoingHTTP, clock: any HostClock, window: Double = FeedLedger.window
  ) throws(FeedProblem) {
    for season in sources.flatMap(\.seasons) { _ = try table.competition(season.key) }
    (self.sources, self.rhythm, self.table, self.http, self.clock) = (sources, rhythm, table, http, clock)
    ledger = FeedLedger(storage: storage, window: window)
  }

  nonisolated var isCalled: Bool { true }

  nonisolated func check() {}

  func leagues() async throws -> [League] {
    try await readStored()
    return try files(at: clock.now).map(\.file.league).sorted { $0.key < $1.key }
  }

  func matches(of season: SeasonKey) async throws -> [Match] {
    try await readStored()
    return try files(at: clock.now).first { $0.file.league.key == season }?.file.matches ?? []
  }

  /// What differs, after calls of what is due. Without a cursor nothing is called: a host that starts waits for nobody.
  func changes(since cursor: FeedCursor?) async throws -> FeedChanges {
    try await readStored()
    if cursor != nil { try await callDue() }
    let now = clock.now
    let files = try files(at: now)
    let versions = Dictionary(files.map { ($0.file.league.key, $0.fingerprint) }, uniquingKeysWith: { $1 })
    let updated = files.filter { cursor?.versions[$0.file.league.key] != $0.fingerprint }.map(\.file)
    return FeedChanges(
      cursor: FeedCursor(versions: versions), updated: updated.sorted { $0.league.key < $1.league.key }, removed: [],
      problems: try problems(at: now) + files.flatMap(\.file.problems))
  }
}

// What is known.
extension ProviderFeed {
  /// Reads what any host has been answered since the last time.
  private func readStored() async throws {
    let entries = try await ledger.entries(of: sources.map(\.name))
    var hasTables = false
    for (name, entry) in entries where known[name]?.entry != entry {
      guard entry.version != known[name]?.entry.version ?? "" else {
        known[name, default: Known(entry: entry)].entry = entry
        continue
      }
      guard let body = try await ledger.body(of: name) else { continue }
      read(name, body, entry)
      hasTables = true
    }
    if hasTables { shelve() }
  }

  private func read(_ name: String, _ body: String, _ entry: FeedLedger.Entry) {
    guard let source = sources.first(where: { name.hasPrefix($0.name + " ") }), let answer = try? JSON(parsing: body)
    else { return }
    var now = Known(entry: entry)
    do throws(FeedProblem) {
      if name.hasSuffix(" table") {
        now.table = try source.format.table(answer)
      } else if name.hasSuffix(" details") {
        // Each of its parts is kept alone.
      } else if name.contains(" detail ") {
        now.matches = try source.format.matches(["response": [answer]]).matches
      } else {
        (now.matches, now.problems) = try source.format.matches(answer)
      }
    } catch {
      // The last good answer stays.
      now = known[name] ?? Known(entry: entry)
      now.entry = entry
      now.problems = [error]
    }
    known[name] = now
  }

  private func shelve() {
    var tables: [SeasonKey: [ProviderStanding]] = [:]
    for source in sources.reversed() {
      for season in source.seasons {
        let rows = known[source.name(of: ProviderDocument(season: season, kind: .table))]?.table ?? []
        if !rows.isEmpty { tables[season.key] = rows }
      }
    }
    standings.set(tables)
    shelveSheets()
  }

  private func shelveSheets() {
    var all: [SeasonKey: [ProviderSheets.Entry]] = [:]
    for (place, source) in sources.enumerated() {
      for season in source.seasons {
        for match in matchesEntry(place, season)?.matches ?? [] {
          let detail = known[source.detail(match.number, season)]?.matches.first
          let told = [detail, match].compactMap(\.self).compactMap(ProviderSheets.Entry.init)
          all[season.key, default: []] += told
        }
      }
    }
    sheets.set(all)
  }

  private func matchesEntry(_ source: Int, _ season: ProviderSeason) -> Known? {
    known[sources[source].name(of: ProviderDocument(season: season, kind: .matches))]
  }

  /// What a source tells of the matches of a season, with what it tells of each alone.
  private func matches(_ source: Int, _ season: ProviderSeason) -> [ProviderMatch] {
    (matchesEntry(source, season)?.matches ?? []).map { match in
      guard match.row.goals == nil,
        let detail = known[sources[source].detail(match.number, season)]?.matches.first
      else { return match }
      var match = match
      // Events are told in calls of their own, and may be older or newer than the score.
      let score = detail.row.score.final ?? detail.row.running?.score
      if score == match.row.score.final ?? match.row.running?.score { match.row.goals = detail.row.goals }
      return match
    }
  }

  /// Whether a source fails and has not answered for long, so that the next one is needed.
  private func isStale(_ source: Int, _ season: ProviderSeason, at now: Date) -> Bool {
    guard let entry = matchesEntry(source, season)?.entry, entry.failures > 0 else { return false }
    return entry.fetchedAt.map { now.timeIntervalSince($0) > rhythm.fallback } ?? true
  }

  private func files(at now: Date) throws -> [(file: SeasonFile, fingerprint: Fingerprint)] {
    var order: [SeasonKey] = []
    var parts: [SeasonKey: [(source: Int, season: ProviderSeason)]] = [:]
    for (place, source) in sources.enumerated() {
      for season in source.seasons {
        if parts[season.key] == nil { order.append(season.key) }
        parts[season.key, default: []].append((place, season))
      }
    }
    return try order.compactMap { key in try file(parts[key] ?? [], at: now) }
  }

  private func file(
    _ parts: [(source: Int, season: ProviderSeason)], at now: Date
  ) throws -> (file: SeasonFile, fingerprint: Fingerprint)? {
    guard let first = parts.first else { return nil }
    var rows = matches(first.source, first.season)
    var isStale = isStale(first.source, first.season, at: now)
    var version = [text(first.source, first.season)]
    for next in parts.dropFirst() {
      let others = matches(next.source, next.season)
      rows = ProviderMatch.filled(rows, from: others, isStale: isStale)
      version += ["\(isStale)", text(next.source, next.season)]
      isStale = isStale && self.isStale(next.source, next.season, at: now)
    }
    guard !rows.isEmpty else { return nil }
    let competition = try table.competition(first.season.key)
    let league = League(
      key: first.season.key, name: first.season.name, continent: competition.continent, country: competition.country)
    var assembly = SeasonAssembly(league: league, zone: competition.zone, teamCode: competition.teamCode)
    let problems = parts.flatMap { matchesEntry($0.source, $0.season)?.problems ?? [] }
    let file = assembly.assemble(rows.map(\.row), file: sources[first.source].name, problems: problems)
    return (file, Fingerprint(of: version.joined(separator: "|")))
  }

  /// Another text whenever a source tells something else of a season.
  private func text(_ source: Int, _ season: ProviderSeason) -> String {
    let prefix = "\(sources[source].name) \(season.key) "
    let details = known.filter { $0.key.hasPrefix(prefix + "detail ") }
    let all = details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.entry.version)" }
    return ([matchesEntry(source, season)?.entry.version ?? ""] + all).joined(separator: ",")
  }

  /// The sources that have fallen behind.
  private func problems(at now: Date) throws -> [FeedProblem] {
    sources.enumerated().flatMap { place, source in
      source.seasons.filter { isWanted(place, $0, at: now) }.compactMap { season -> FeedProblem? in
        guard let entry = matchesEntry(place, season)?.entry else { return nil }
        let late = 3 * interval(place, season, at: now) + 60
        let isLate = entry.fetchedAt.map { now.timeIntervalSince($0) > late } ?? (entry.failures > 0)
        guard isLate || entry.failures > 1 else { return nil }
        let since = entry.fetchedAt.map { "since \($0.formatted(.iso8601))" } ?? "yet"
        return FeedProblem(
          file: source.name, code: "feed-stale",
          detail: "it has told nothing of \(season.key) \(since): \(entry.failure ?? "it is not asked")")
      }
    }
  }
}

// What is asked for.
extension ProviderFeed {
  /// Whether a source is asked for a season: the first one is, another while those before it fail.
  private func isWanted(_ source: Int, _ season: ProviderSeason, at now: Date) -> Bool {
    for (place, other) in sources.enumerated() where place < source {
      if let own = other.seasons.first(where: { $0.key == season.key }), !isStale(place, own, at: now) { return false }
    }
    return true
  }

  private func isLive(_ source: Int, _ season: ProviderSeason, at now: Date) -> Bool {
    (matchesEntry(source, season)?.matches ?? []).contains { match in
      guard match.row.progress != .over, match.row.status == .scheduled else { return false }
      let kickOff = match.row.instant
      return now >= kickOff - Self.playing.before && now < kickOff + Self.playing.after
    }
  }

  private func interval(_ source: Int, _ season: ProviderSeason, at now: Date) -> Double {
    isLive(source, season, at: now) ? rhythm.live : rhythm.poll
  }

  private func wishes(at now: Date) -> [Wish] {
    sources.indices.flatMap { place in
      sources[place].seasons.filter { isWanted(place, $0, at: now) }.flatMap { wishes(place, $0, at: now) }
    }
    .filter { now.timeIntervalSince($0.since) >= $0.interval }
    .sorted { ($0.urgency, $0.since) < ($1.urgency, $1.since) }
  }

  private func wishes(_ place: Int, _ season: ProviderSeason, at now: Date) -> [Wish] {
    let isLive = isLive(place, season, at: now)
    func wish(_ kind: ProviderDocument.Kind, _ urgency: Int, _ interval: Double) -> Wish? {
      let document = ProviderDocument(season: season, kind: kind)
      guard sources[place].format.path(document) != nil else { return nil }
      let since = known[sources[place].name(of: document)]?.entry.fetchedAt ?? .distantPast
      return Wish(source: place, document: document, urgency: urgency, since: since, interval: interval)
    }
    let matches = wish(.matches, isLive ? 0 : 2, isLive ? rhythm.live : rhythm.poll)
    let details = details(place, season, at: now)
    let played = details.contains { $0.match.row.running != nil }
    let seldom = details.contains { $0.lacksGoals } ? rhythm.live : max(rhythm.live, Self.countingInterval)
    let numbers = details.prefix(APIFootball.most).map(\.match.number)
    let more = numbers.isEmpty ? nil : wish(.details(numbers), played ? 1 : 3, played ? seldom : rhythm.poll)
    // Standings change with the matches.
    let table = wish(.table, 4, isLive ? rhythm.poll : Self.tableInterval)
    return [matches, more, table].compactMap(\.self)
  }

  /// A match that is to be asked for alone.
  private struct Detail {
    let match: ProviderMatch
    /// Whether its goals are not told as often as its score says.
    let lacksGoals: Bool
    /// When it was asked for last.
    let askedAt: Date
  }

  /// The matches of which something is told in calls of their own alone, in the order in which they are asked for: those that are
  /// being played, then those that were never asked for, then the latest.
  private func details(_ place: Int, _ season: ProviderSeason, at now: Date) -> [Detail] {
    guard sources[place].format.path(ProviderDocument(season: season, kind: .details(["1"]))) != nil else { return [] }
    let all = (matchesEntry(place, season)?.matches ?? []).compactMap { detail(of: $0, place, season, at: now) }
    return all.sorted {
      let (one, other) = ($0.match.row, $1.match.row)
      return (one.running == nil ? 1 : 0, $0.askedAt, -one.date.daysSince1970) < (
        other.running == nil ? 1 : 0, $1.askedAt, -other.date.daysSince1970
      )
    }
  }

  /// What is missing of a match; nil for one of which nothing is.
  private func detail(of match: ProviderMatch, _ place: Int, _ season: ProviderSeason, at now: Date) -> Detail? {
    let kept = known[sources[place].detail(match.number, season)]
    let told = kept?.matches.first
    let score = match.row.score.final ?? match.row.running?.score
    let lacksGoals =
      match.row.goals == nil && score != nil && score != .goalless && told?.row.goals?.score != score
    let isWanted: Bool =
      switch match.row.progress {
      case .running: true
      // What was told last was told while it was played, or nothing was.
      case .over: kept == nil || told != nil && told?.row.progress != .over
      case nil: match.row.status == .scheduled && isAhead(match, at: now) && told?.sheet?.hasLineups != true
      }
    guard lacksGoals || isWanted else { return nil }
    return Detail(match: match, lacksGoals: lacksGoals, askedAt: kept?.entry.fetchedAt ?? .distantPast)
  }

  private func isAhead(_ match: ProviderMatch, at now: Date) -> Bool {
    let left = match.row.instant.timeIntervalSince(now)
    return left > -Self.playing.before && left <= Self.lineupsLead
  }

  /// Calls what is due, the most urgent first.
  private func callDue() async throws {
    var tried: Set<String> = []
    for _ in 0..<Self.most {
      let now = clock.now
      let wish = wishes(at: now).first { !tried.contains(sources[$0.source].name(of: $0.document)) }
      guard let wish, !Task.isCancelled else { return }
      let source = sources[wish.source]
      let name = source.name(of: wish.document)
      let freshness = now.addingTimeInterval(-wish.interval)
      switch try await ledger.claim(name, of: source.name, unlessSince: freshness, now: now) {
      case .granted:
        tried.insert(name)
        try await call(wish, name, at: now)
      case .known:
        tried.insert(name)
        try await readStored()
      case .denied: tried.insert(name)
      case .wait(let seconds): try await Task.sleep(for: .seconds(seconds))
      }
    }
  }

  private func call(_ wish: Wish, _ name: String, at now: Date) async throws {
    let source = sources[wish.source]
    guard let path = source.format.path(wish.document) else { return }
    do throws(ProviderSource.Failure) {
      let body = try await source.ask(path, http, at: now)
      do { try await keep(body, wish, name, at: now) } catch { throw ProviderSource.Failure(reason: "\(error)") }
    } catch {
      try await ledger.fail(
        name, of: source.name, error.reason, isOfAll: error.isOfAll, patience: error.patience, at: now)
      try await readStored()
    }
  }

  private func keep(_ body: String, _ wish: Wish, _ name: String, at now: Date) async throws {
    let source = sources[wish.source]
    var bodies = [name: body]
    if case .details(let numbers) = wish.document.kind {
      bodies[name] = "{}"
      // Of what it never told it is known that it was asked.
      let details = numbers.map { source.detail($0, wish.document.season) }
      for detail in details where known[detail]?.matches.isEmpty ?? true { bodies[detail] = "{}" }
      for (number, part) in source.format.parts(try JSON(parsing: body)) {
        bodies[source.detail(number, wish.document.season)] = part.serialized()
      }
    }
    for (name, entry) in try await ledger.keep(bodies, asked: name, of: source.name, at: now) {
      if known[name]?.entry.version == entry.version {
        known[name]?.entry = entry
      } else {
        read(name, bodies[name] ?? "", entry)
      }
    }
    shelve()
  }
}

/// The standings of seasons as providers tell them.
final class ProviderTables: Sendable {
  private let tables = Mutex<[SeasonKey: [ProviderStanding]]>([:])

  func set(_ all: [SeasonKey: [ProviderStanding]]) { tables.withLock { $0 = all } }

  /// Those of a season; empty where no provider tells them.
  func of(_ season: SeasonKey) -> [ProviderStanding] { tables.withLock { $0[season] ?? [] } }
}

extension MatchRow {
  /// The kick-off, for what needs no more than that.
  var instant: Date {
    Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400 + Double((time?.minutes ?? 720) * 60))
  }

  /// What is told while it is played.
  var running: LiveReport? {
    guard case .running(let report)? = progress else { return nil }
    return report
  }
}
