import FieldhouseKit
import Foundation

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

  struct Known {
    var entry: FeedLedger.Entry
    var matches: [ProviderMatch] = [] {
      didSet { awaited = matches.filter(\.isAwaited).map(\.row.instant).sorted() }
    }
    /// The kick-offs of those that are to be played, or are being played, in order.
    private(set) var awaited: [Date] = []
    var problems: [FeedProblem] = []
    /// How many matches could not be read, and are not there.
    var unread: Int { problems.count - matches.count { $0.row.unknownState != nil } }
    var table: [ProviderStanding] = []
  }

  let sources: [ProviderSource]
  let rhythm: Rhythm
  let table: CompetitionTable
  let ledger: FeedLedger
  let http: any OutgoingHTTP
  let clock: any HostClock
  var known: [String: Known] = [:]
  /// The number of the last change of the ledger that was heard of; nil before the first look.
  var heard: [String: Int64]?
  /// Another one whenever a provider has told something else.
  var revision = 0
  private var assembled: (revision: Int, stale: [Bool], files: [(file: SeasonFile, fingerprint: Fingerprint)])?
  var undetailed: [String: Undetailed] = [:]
  var logoPlan = LogoPlan()
  var meetingPlan = MeetingPlan()
  /// The standings that the providers tell.
  nonisolated let standings = ProviderTables()
  /// The line-ups and figures that the providers tell.
  nonisolated let sheets = ProviderSheets()
  /// The logos that were fetched from where the providers say that they are.
  nonisolated let logos = ProviderLogos()
  /// What the providers tell of the earlier matches of teams.
  nonisolated let meetings = ProviderMeetings()

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

  /// Looks for logos and earlier matches, once what the feed tells of matches is shown: neither a slow picture nor an error here holds
  /// a goal up.
  func lookFurther(mayCall: Bool) async throws {
    try await lookForLogos(mayCall: mayCall)
    try await lookForMeetings(mayCall: mayCall)
  }
}

// What is known.
extension ProviderFeed {
  /// Reads what any host has been answered since the last time.
  func readStored() async throws {
    let names = sources.map(\.name)
    let all = try await ledger.changes(of: names + meetingSources)
    try await readMeetings(all.filter { !names.contains($0.key) })
    let changes = all.filter { names.contains($0.key) }
    if changes == heard { return }
    let entries = try await ledger.entries(of: names)
    heard = changes
    var hasTables = false
    for (name, entry) in entries where known[name]?.entry != entry {
      guard entry.version != known[name]?.entry.version ?? "" else {
        if known[name] == nil { revision += 1 }
        known[name, default: Known(entry: entry)].entry = entry
        continue
      }
      guard let body = try await ledger.body(of: name) else { continue }
      read(name, body, entry)
      hasTables = true
    }
    if hasTables { shelve() }
  }

  func read(_ name: String, _ body: String, _ entry: FeedLedger.Entry) {
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
    revision += 1
  }

  func shelve() {
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

  func matchesEntry(_ source: Int, _ season: ProviderSeason) -> Known? {
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
  func isStale(_ source: Int, _ season: ProviderSeason, at now: Date) -> Bool {
    guard let entry = matchesEntry(source, season)?.entry, entry.failures > 0 else { return false }
    return entry.fetchedAt.map { now.timeIntervalSince($0) > rhythm.fallback } ?? true
  }

  /// The seasons as the sources tell them; put together anew only when one tells something else or falls behind.
  private func files(at now: Date) throws -> [(file: SeasonFile, fingerprint: Fingerprint)] {
    let stale = sources.enumerated().flatMap { place, source in source.seasons.map { isStale(place, $0, at: now) } }
    if let assembled, assembled.revision == revision, assembled.stale == stale { return assembled.files }
    let files = try assemble(at: now)
    assembled = (revision, stale, files)
    return files
  }

  private func assemble(at now: Date) throws -> [(file: SeasonFile, fingerprint: Fingerprint)] {
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
    var file = assembly.assemble(rows.map(\.row), file: sources[first.source].name, problems: problems)
    file.unread = matchesEntry(first.source, first.season)?.unread ?? 0
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
