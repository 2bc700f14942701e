import FieldhouseKit
import Foundation
import Synchronization

/// Follows the feed and the clock: reads what is new, tells those who watch, settles what is decided. A match is looked at when
/// something of it is due, and when the feed has said something else of it.
struct FeedTracker: Sendable {
  private final class Memory: Sendable {
    let cursor = Mutex<FeedCursor?>(nil)
    let views = Mutex<[String: MatchView]>([:])
    let due = Mutex(DueTimes())
    let readAt = Mutex(Date.distantPast)
    /// What is to be kept of closings.
    let unsaved = Mutex<[Closings.Change]>([])
    /// The number of the last change of another host or an operator that was heard of.
    let heard = Mutex<Int64>(0)
    /// When that was last asked, and how many changes this process had noted then.
    let asked = Mutex<(at: ContinuousClock.Instant, noted: Int)?>(nil)
    /// The logos that operators have given.
    let givenLogos = Mutex<[LogoOwner: String]>([:])
    /// The logos that are shown: those of providers, and those of operators.
    let shownLogos = Mutex<[[LogoOwner: String]]>([[:], [:]])
    /// Whether the host is to end.
    let isStopping = Mutex(false)
  }

  /// So many matches are looked at before it is asked whether the host is to end.
  static let most = 500
  /// What was left undone is gone on with after this time, in seconds.
  private static let pause = 0.001
  /// So long what was asked about other hosts' changes counts, in real time.
  private static let trust = Duration.milliseconds(50)

  let feed: any MatchFeed
  let catalogue: Catalogue
  let keeper: IdentityKeeper
  let settler: Settler
  let reminders: ClosingReminders
  let host: PluginHost
  let poll: Double
  /// When the feed tells what it says of a match beside its score.
  let disclosure: Match.Disclosure
  let watch = FeedHealth()
  private let carrier: SeasonCarrier
  private let memory = Memory()

  init(
    feed: any MatchFeed, keeper: IdentityKeeper, settler: Settler, reminders: ClosingReminders, poll: Double,
    disclosure: Match.Disclosure
  ) {
    (self.feed, self.keeper, self.settler, self.reminders) = (feed, keeper, settler, reminders)
    (catalogue, host) = (reminders.catalogue, reminders.host)
    (self.poll, self.disclosure) = (poll, disclosure)
    carrier = SeasonCarrier(host: host, catalogue: catalogue, settler: settler)
  }

  /// Reads what is new in the feed.
  /// - Throws: ``FeedProblem`` when it cannot be read at all.
  func refresh() async throws {
    let now = host.clock.now
    let changes: FeedChanges
    do {
      changes = try await feed.changes(since: memory.cursor.withLock { $0 })
    } catch {
      watch.failed(error)
      throw error
    }
    if !changes.updated.isEmpty {
      let news = try await keeper.take(changes, at: now)
      take(news, at: now)
      watch.note(news.problems)
    }
    memory.cursor.withLock { $0 = changes.cursor }
    showLogos(teamsChanged: false)
    watch.read(changes, renamed: keeper.renamedSeasons)
    memory.readAt.withLock { $0 = now }
  }

  /// Reads what is new where the feed can be read. Where it cannot, matches stay as they are, what is due of them is done all the same, and it
  /// is read again after the poll time.
  private func refreshIfPossible(at now: Date) async throws {
    do { try await refresh() } catch let problem as FeedProblem {
      host.log.warning("The feed cannot be read.", ["problem": "\(problem)"])
      memory.readAt.withLock { $0 = now }
    }
  }

  /// Shows seasons as they are now, shutting in the same moment what has closed and would open again.
  private func take(_ news: IdentityKeeper.Reading, at now: Date) {
    var news = news
    for place in news.files.indices { news.files[place].disclose(disclosure) }
    let matches = news.files.flatMap { $0.matches + $0.withdrawn }
    let closings = reminders.closings.changes(matches, at: now)
    reminders.closings.apply(closings)
    let shut = matches.map(\.id).filter { reminders.closings[$0]?.isShut == true }
    let changed = catalogue.apply(news, keeper, shut: Set(shut))
    memory.due.withLock { due in for match in changed { due.set(match, now) } }
    memory.unsaved.withLock { $0 += closings }
    guard !news.files.isEmpty else { return }
    carrier.plan(Set(news.files.map(\.league.id)), at: now)
    showLogos(teamsChanged: true)
  }

  /// Takes over what was known before the host was down, once the tables are there, and what the feed has now.
  /// - Throws: ``StorageError``.
  func begin() async throws {
    let heard = try await host.storage.read { try await IdentityStore.lastChange(in: $0) }
    memory.heard.withLock { $0 = heard }
    reminders.closings.load(try await ClosingStore(storage: host.storage).all())
    try await settler.load()
    take(try await keeper.load(), at: host.clock.now)
    try await readGivenLogos()
    // What cannot be read now stays as it was, and readiness says so.
    do { try await refresh() } catch is FeedProblem {}
    await lookFurther(mayCall: false)
    if feed.isCalled { memory.readAt.withLock { $0 = .distantPast } }
  }

  /// Leaves what is due for the next time the host runs, so that nobody waits for it.
  func stop() { memory.isStopping.withLock { $0 = true } }

  /// Does what is due now.
  /// - Returns: when something is due next.
  func step(_ due: Date) async throws -> Date? {
    let now = host.clock.now
    let mayRead = now.timeIntervalSince(memory.readAt.withLock { $0 }) >= poll
    if mayRead {
      try await hearOfOthers()
      try await refreshIfPossible(at: now)
    }
    try await saveClosings()
    try await carrier.carry(at: now)
    while !Task.isCancelled, !memory.isStopping.withLock({ $0 }) {
      let ids = memory.due.withLock { $0.take(until: now, most: Self.most) }
      guard !ids.isEmpty else { break }
      try await look(at: ids, now)
    }
    if mayRead { await lookFurther(mayCall: true) }
    let next = min(memory.due.withLock { $0.next() } ?? .distantFuture, carrier.next ?? .distantFuture)
    return min(max(next, now + Self.pause), now.addingTimeInterval(poll))
  }

  /// Looks for logos and earlier matches after everything else. A failure is noted alone: what the feed tells of matches is shown all the
  /// same, and the next look tries again.
  private func lookFurther(mayCall: Bool) async {
    guard let feed = feed as? ProviderFeed, !Task.isCancelled, !memory.isStopping.withLock({ $0 }) else { return }
    do {
      try await feed.lookFurther(mayCall: mayCall)
      showLogos(teamsChanged: false)
    } catch {
      host.log.warning("Logos and earlier matches were not looked for.", ["error": "\(error)"])
    }
  }

  /// Looks at matches: reminds of them, tells what has changed and settles what is decided. What fails is due again.
  private func look(at ids: [String], _ now: Date) async throws {
    let reading = catalogue.reading
    let matches = ids.compactMap { reading.matches[$0] }
    do {
      async let reminded: Void = reminders.plan(matches, at: now)
      async let told: Void = publish(matches, at: now)
      let plan = try await settler.plan(matches, at: now)
      // Who hears that a match is settled has heard before how it ended.
      _ = try await (reminded, told)
      if let plan { try await settler.settle(plan, at: now) }
    } catch {
      memory.due.withLock { due in for id in ids { due.set(id, now) } }
      throw error
    }
    memory.due.withLock { due in
      for match in matches { due.set(match.id, match.nextLook(after: now)) }
    }
    watch.note(matches, at: now)
  }

  private func saveClosings() async throws {
    let waiting = memory.unsaved.withLock { $0 }
    guard !waiting.isEmpty else { return }
    try await ClosingStore(storage: host.storage).save(waiting)
    memory.unsaved.withLock { $0.removeFirst(waiting.count) }
  }

  /// Tells those who watch of the matches that look otherwise than the last time. What cannot be told now is told the next
  /// time.
  private func publish(_ matches: [Match], at now: Date) async throws {
    let views = matches.map { ($0, $0.view(at: now)) }
    let before = memory.views.withLock { known in views.map { known[$0.0.id] } }
    let news = zip(views, before).filter { view, known in known.map { $0.differs(from: view.1) } ?? true }
    let changed = news.filter { $0.1 != nil }.map(\.0)
    if !changed.isEmpty {
      try await host.storage.write { transaction in
        for (match, view) in changed { try await Self.announce(match, view, in: transaction) }
      }
    }
    memory.views.withLock { kept in
      for ((match, view), _) in news { kept[match.id] = view }
    }
  }

  private static func announce(_ match: Match, _ view: MatchView, in transaction: any Transaction) async throws {
    var payload: JSONObject = ["id": .string(match.id), "state": .string(view.state.rawValue)]
    payload["minute"] = view.minute.map { .string($0.text) }
    payload["score"] = view.score.map { ["home": .integer(Int64($0.home)), "away": .integer(Int64($0.away))] }
    for topic in ["matches/\(match.id)", "leagues/\(match.league.league)"] {
      try await transaction.publish(topic, LiveEvent("match", .object(payload)))
    }
  }
}

// What others change.
extension FeedTracker {
  /// Takes over what other hosts and operators have changed, unless that was asked a moment ago and nothing was noted here since: a
  /// clock that is moved comes here at each of thousands of instants.
  private func hearOfOthers() async throws {
    let (now, noted) = (ContinuousClock.now, ChangeNotes.shared.count)
    if let asked = memory.asked.withLock({ $0 }), asked.noted == noted, now - asked.at < Self.trust { return }
    try await hear()
    memory.asked.withLock { $0 = (now, noted) }
  }

  /// Takes over what other hosts and operators have changed since the last time.
  func hear() async throws {
    while true {
      let heard = memory.heard.withLock { $0 }
      let changes = try await host.storage.read { try await IdentityStore.changes(after: heard, in: $0) }
      guard let last = changes.last else { return }
      for season in Set(changes.filter { $0.kind == "season" }.compactMap { SeasonKey($0.thing) }) {
        try await reload(season)
      }
      if changes.contains(where: { $0.kind == "logo" }) { try await readGivenLogos() }
      try await hear(ofClosings: changes.filter { $0.kind == "closing" }.map(\.thing))
      for season in Set(changes.filter { $0.kind == "rules" }.map(\.thing)) {
        let versions = try await host.storage.read {
          try await RuleStore.versions(of: .league, season: season, in: $0)
        }
        settler.rules.set(versions, of: season)
      }
      memory.heard.withLock { $0 = max($0, last.number) }
    }
  }

  private func hear(ofClosings matches: [String]) async throws {
    guard !matches.isEmpty else { return }
    let known = try await host.storage.read { try await ClosingStore.find(matches, in: $0) }
    take(known)
  }

  /// Takes over what is stored of closings, which another host may have changed.
  func take(_ known: [String: Closings.Known]) {
    let waiting = Set(memory.unsaved.withLock { $0.map(\.match) })
    let differing = known.filter { reminders.closings[$0.key] != $0.value && !waiting.contains($0.key) }
    guard !differing.isEmpty else { return }
    reminders.closings.apply(differing.map { Closings.Change(match: $0.key, before: nil, now: $0.value) })
    for isShut in [true, false] {
      let ids = differing.filter { $0.value.isShut == isShut }.keys
      if !ids.isEmpty { catalogue.setShut(isShut, Set(ids)) }
    }
    lookSoon(at: Array(differing.keys))
  }

  /// Shows the logos that operators have given, also on another host.
  func readGivenLogos() async throws {
    let given = try await host.storage.read { try await LogoStore.given(in: $0) }
    memory.givenLogos.withLock { $0 = given }
    showLogos(teamsChanged: false)
  }

  private func showLogos(teamsChanged: Bool) {
    let fetched = (feed as? ProviderFeed)?.logos.all ?? [:]
    let given = memory.givenLogos.withLock { $0 }
    let isNew = memory.shownLogos.withLock { shown in
      defer { shown = [fetched, given] }
      return shown != [fetched, given]
    }
    if isNew || teamsChanged { catalogue.setLogos(fetched, given: given) }
  }

  /// A match with what is stored of its closing, which an operator may have changed on another host a moment ago.
  func current(_ match: Match, in transaction: any ReadTransaction) async throws -> Match {
    try await current([match.id], in: transaction).match(match.id)
  }

  /// The present reading, with what is stored of the closings of some matches.
  func current(_ matches: Set<String>, in transaction: any ReadTransaction) async throws -> Catalogue.Reading {
    if !matches.isEmpty { take(try await ClosingStore.find(matches.sorted().repeatingLast(), in: transaction)) }
    return catalogue.reading
  }

  /// Shows a season as it is stored.
  func reload(_ season: SeasonKey) async throws {
    take(try await keeper.reload(season), at: host.clock.now)
  }

  /// Has matches looked at with the next step.
  func lookSoon(at ids: [String]) {
    let now = host.clock.now
    memory.due.withLock { due in for id in ids { due.set(id, now) } }
  }
}

extension Match {
  /// When something is to be done about it next: what can be seen of it changes, or it has come so near that people are reminded.
  fileprivate func nextLook(after now: Date) -> Date? {
    let near = kickOff - ClosingReminders.horizon
    let instants = [near, kickOff] + (score == Score() ? overdueTimes : [])
    return (instants.filter { $0 > now } + [nextChange(after: now)].compactMap(\.self)).min()
  }
}

extension MatchView {
  /// Whether those who watch are told of the change.
  fileprivate func differs(from other: MatchView) -> Bool {
    state != other.state || score != other.score || phase != other.phase
  }
}
