import FieldhouseKit
import Foundation
import Synchronization

/// Follows the feed and the clock: reads what is new, tells those who watch, settles what is decided.
struct FeedTracker: Sendable {
  private final class Memory: Sendable {
    let cursor = Mutex<FeedCursor?>(nil)
    let views = Mutex<[String: MatchView]>([:])
    let readAt = Mutex(Date.distantPast)
    let problems = Mutex<[FeedProblem]>([])
    /// What is to be kept of closings.
    let unsaved = Mutex<[Closings.Change]>([])
    /// Why the feed could not be read the last time.
    let failure = Mutex<String?>(nil)
  }

  let feed: DirectoryFeed
  let catalogue: Catalogue
  let settler: Settler
  let reminders: ClosingReminders
  let host: PluginHost
  let poll: Double
  /// When the feed tells what it says of a match beside its score.
  let disclosure: Match.Disclosure
  private let memory = Memory()

  init(
    feed: DirectoryFeed, settler: Settler, reminders: ClosingReminders, poll: Double, disclosure: Match.Disclosure
  ) {
    (self.feed, self.settler, self.reminders) = (feed, settler, reminders)
    (catalogue, host) = (reminders.catalogue, reminders.host)
    (self.poll, self.disclosure) = (poll, disclosure)
  }

  /// Whether the feed can be read.
  var health: Health {
    if let failure = memory.failure.withLock({ $0 }) {
      return .degraded(
        "The feed cannot be read, so that matches stay as they are: \(failure)",
        remedy: "Mend that, or correct the feed's settings; it is read again by itself.")
    }
    let problems = memory.problems.withLock { $0 }
    guard let first = problems.first else { return .ok }
    return .degraded("\(problems.count) problems in the feed; the first: \(first)")
  }

  /// Reads what differs in the feed.
  /// - Throws: ``FeedProblem`` when it cannot be read at all.
  func refresh() async throws {
    var changes: FeedChanges
    do {
      changes = try await feed.changes(since: memory.cursor.withLock { $0 })
    } catch {
      memory.failure.withLock { $0 = "\(error)" }
      throw error
    }
    memory.failure.withLock { $0 = nil }
    changes.disclose(disclosure)
    take(changes, at: host.clock.now)
    memory.cursor.withLock { $0 = changes.cursor }
    memory.problems.withLock { $0 = changes.problems }
    memory.readAt.withLock { $0 = host.clock.now }
  }

  /// Takes in what differs, shutting in the same moment what has closed and would open again.
  private func take(_ changes: FeedChanges, at now: Date) {
    let before = catalogue.reading
    let matches = changes.updated.flatMap(\.matches)
    let ids = Set(matches.map(\.id))
    let seasons = changes.updated.map(\.league.key) + changes.removed
    let gone = seasons.flatMap { before.seasons[$0]?.matches ?? [] }.map(\.id).filter { !ids.contains($0) }
    let news = reminders.closings.changes(matches, gone: gone, at: now)
    reminders.closings.apply(news)
    catalogue.apply(changes, shut: Set(news.filter(\.now.isShut).map(\.match)))
    memory.unsaved.withLock { $0 += news }
  }

  /// Takes over what was known of closings before the host was down, once the tables are there.
  func begin() async throws {
    let closings = reminders.closings
    closings.load(try await ClosingStore(storage: host.storage).all())
    let matches = catalogue.reading.seasons.values.flatMap(\.matches)
    let news = closings.changes(matches, gone: [], at: host.clock.now)
    closings.apply(news)
    memory.unsaved.withLock { $0 = news }
    let shut = matches.map(\.id).filter { closings[$0]?.isShut == true }
    catalogue.setShut(true, Set(shut))
  }

  private func saveClosings() async throws {
    let waiting = memory.unsaved.withLock { $0 }
    guard !waiting.isEmpty else { return }
    try await ClosingStore(storage: host.storage).save(waiting)
    memory.unsaved.withLock { $0.removeFirst(waiting.count) }
  }

  /// Does what is due now.
  /// - Returns: when something is due next.
  func step(_ due: Date) async throws -> Date? {
    let now = host.clock.now
    if now.timeIntervalSince(memory.readAt.withLock { $0 }) >= poll { try await refresh() }
    try await saveClosings()
    let matches = Array(catalogue.reading.matches.values)
    try await reminders.plan(matches, at: now)
    try await publish(matches, at: now)
    try await settler.settle(matches, at: now)
    let next = matches.compactMap { $0.nextChange(after: now) }.min() ?? .distantFuture
    return min(next, now.addingTimeInterval(poll))
  }

  /// Tells those who watch of the matches that look otherwise than the last time. What cannot be told now is told the next
  /// time.
  private func publish(_ matches: [Match], at now: Date) async throws {
    let views = matches.map { ($0, $0.view(at: now)) }
    let before = memory.views.withLock { $0 }
    let news = views.filter { match, view in before[match.id].map { $0.differs(from: view) } ?? true }
    let changed = news.filter { match, _ in before[match.id] != nil }
    if !changed.isEmpty {
      try await host.storage.write { transaction in
        for (match, view) in changed { try await Self.announce(match, view, in: transaction) }
      }
    }
    memory.views.withLock { kept in
      for (match, view) in news { kept[match.id] = view }
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

extension MatchView {
  /// Whether those who watch are told of the change.
  fileprivate func differs(from other: MatchView) -> Bool {
    state != other.state || score != other.score || phase != other.phase
  }
}
