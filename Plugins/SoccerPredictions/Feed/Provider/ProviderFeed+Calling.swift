import FieldhouseKit
import Foundation

// What is asked for.
extension ProviderFeed {
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

  /// Whether a source is asked for a season: the first one is, another while those before it fail.
  func isWanted(_ source: Int, _ season: ProviderSeason, at now: Date) -> Bool {
    for (place, other) in sources.enumerated() where place < source {
      if let own = other.seasons.first(where: { $0.key == season.key }), !isStale(place, own, at: now) { return false }
    }
    return true
  }

  private func isLive(_ source: Int, _ season: ProviderSeason, at now: Date) -> Bool {
    guard let awaited = matchesEntry(source, season)?.awaited else { return false }
    let place = awaited.firstPlace { $0 > now - Self.playing.after }
    return awaited.indices.contains(place) && awaited[place] <= now + Self.playing.before
  }

  /// Whether a match is played, of whatever season.
  func isAnythingPlayed(at now: Date) -> Bool {
    sources.indices.contains { place in sources[place].seasons.contains { isLive(place, $0, at: now) } }
  }

  func interval(_ source: Int, _ season: ProviderSeason, at now: Date) -> Double {
    isLive(source, season, at: now) ? rhythm.live : rhythm.poll
  }

  private func wishes(at now: Date) -> [Wish] {
    sources.indices.flatMap { place in
      sources[place].seasons.filter { isWanted(place, $0, at: now) }.flatMap { wishes(place, $0, at: now) }
    }
    .filter { now.timeIntervalSince($0.since) >= $0.interval }
    .sorted { ($0.urgency, $0.since) < ($1.urgency, $1.since) }
  }

  /// The places of the sources of which something is due that may be asked for.
  func busySources(at now: Date) -> Set<Int> {
    let waiting = wishes(at: now).filter { wish in
      let name = sources[wish.source].name(of: wish.document)
      return known[name]?.entry.heldUntil ?? Date.distantPast <= now
    }
    return Set(waiting.map(\.source))
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
    let all = candidates(place, season, at: now).compactMap { detail(of: $0, place, season, at: now) }
    return all.sorted {
      let (one, other) = ($0.match.row, $1.match.row)
      return (one.running == nil ? 1 : 0, $0.askedAt, -one.date.daysSince1970) < (
        other.running == nil ? 1 : 0, $1.askedAt, -other.date.daysSince1970
      )
    }
  }

  /// The matches of a season of which something may be missing, found anew only when a provider has told something else.
  struct Undetailed {
    let revision: Int
    /// Those of which something is missing whatever the time is.
    var always: [ProviderMatch] = []
    /// Those of which line-ups are told before they begin, in the order of their kick-offs.
    var ahead: [ProviderMatch] = []
  }

  private func candidates(_ place: Int, _ season: ProviderSeason, at now: Date) -> [ProviderMatch] {
    let name = sources[place].name(of: ProviderDocument(season: season, kind: .matches))
    if undetailed[name]?.revision != revision {
      var found = Undetailed(revision: revision)
      for match in known[name]?.matches ?? [] {
        if match.row.progress == nil, match.row.status == .scheduled { found.ahead.append(match) }
        if detail(of: match, place, season, at: .distantPast) != nil { found.always.append(match) }
      }
      found.ahead.sort { $0.row.instant < $1.row.instant }
      undetailed[name] = found
    }
    guard let found = undetailed[name] else { return [] }
    let first = found.ahead.firstPlace { $0.row.instant > now - Self.playing.before }
    let end = found.ahead.firstPlace { $0.row.instant > now + Self.lineupsLead }
    let known = Set(found.always.map(\.number))
    return found.always + found.ahead[first..<max(first, end)].filter { !known.contains($0.number) }
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
  func callDue() async throws {
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

extension Array {
  /// The first place from which on something is so, in an array in which it is so from some place on (binary search).
  fileprivate func firstPlace(_ isSo: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
