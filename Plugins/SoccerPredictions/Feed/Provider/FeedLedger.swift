import FieldhouseKit
import Foundation

/// What all hosts of a database share of the providers: when each was called, what it answered, and how long it is left alone.
///
/// Pace: of the calls of all hosts no more than ``most`` are made within ``window``, which is longer than the second of which people
/// speak by what a call may be late on its way. The hosts' clocks must agree to a tenth of a second, as those of hosts that share a
/// database do.
struct FeedLedger: Sendable {
  /// What is known of an answer without its text.
  struct Entry: Sendable, Hashable {
    /// Another one when the answer is another one; "" before the first.
    var version = ""
    /// When it was last answered, by the host's clock.
    var fetchedAt: Date?
    var heldUntil = Date.distantPast
    /// How often it has failed since it was last answered.
    var failures = 0
    var failure: String?
  }

  /// What becomes of the wish to make a call.
  enum Claim: Sendable, Hashable {
    /// It is to be made now, at once.
    case granted
    /// Somebody has had the answer in the meantime.
    case known
    /// Another host is about to make it, or the provider is left alone for now.
    case denied
    /// So many calls were made that it must wait, in seconds.
    case wait(Double)
  }

  static let most = 3
  /// In seconds.
  static let window = 1.5
  /// A call that is granted later than so after its time was noted is not made, in seconds: slow disks and full machines take
  /// some of it, and what is left of ``window`` over a second is for the way to the provider.
  static let lateness = 0.4
  /// So long a host may take for a call before another one makes it, in seconds.
  private static let turn = 60.0
  private static let longestHold = 3600.0
  private static let longestRefusal = 86_400.0

  let storage: any Storage
  /// In what time ``most`` calls are made at most, in seconds.
  var window = FeedLedger.window

  /// The number of the last change of what is known of each source; another one whenever ``entries(of:)`` differs.
  func changes(of sources: [String]) async throws -> [String: Int64] {
    let rows = try await storage.read { transaction in
      try await transaction.query("select source, change from feed_sources where source in (\(list: sources))")
    }
    return Dictionary(
      try rows.map { (try $0["source"] as String, try $0["change"] as Int64) }, uniquingKeysWith: { $1 })
  }

  /// What is known of everything that sources were asked for.
  func entries(of sources: [String]) async throws -> [String: Entry] {
    let rows = try await storage.read { transaction in
      try await transaction.query(
        """
        select name, version, fetched_at, held_until, failures, failure from feed_documents
        where source in (\(list: sources)) order by name
        """)
    }
    let entries = try rows.map { row in
      let entry = Entry(
        version: try row["version"], fetchedAt: try row["fetched_at"], heldUntil: try row["held_until"],
        failures: try row["failures"], failure: try row["failure"])
      return (try row["name"] as String, entry)
    }
    return Dictionary(entries, uniquingKeysWith: { $1 })
  }

  /// The text of an answer.
  func body(of name: String) async throws -> String? {
    try await storage.read { try await $0.first("select body from feed_documents where name = \(name)") }.map {
      try $0["body"]
    }
  }

  /// The texts of all answers of sources, by what was asked for.
  func bodies(of sources: [String]) async throws -> [String: String] {
    let rows = try await storage.read { transaction in
      try await transaction.query(
        "select name, body from feed_documents where source in (\(list: sources)) and fetched_at is not null")
    }
    return Dictionary(
      try rows.map { (try $0["name"] as String, try $0["body"] as String) }, uniquingKeysWith: { $1 })
  }

  /// Asks for leave to make a call.
  /// - Parameters:
  ///   - name: what is asked for.
  ///   - freshness: an answer since then will do.
  ///   - now: the host's time.
  ///   - real: real time, by which calls are counted.
  func claim(
    _ name: String, of source: String, unlessSince freshness: Date, now: Date,
    real: @escaping @Sendable () -> Date = { Date() }
  ) async throws -> Claim {
    let (claim, noted) = try await storage.write { [window] transaction -> (Claim, Date) in
      let at = real()
      if let claim = try await Self.denial(name, source, freshness, now, in: transaction) { return (claim, at) }
      // What was noted later than that was noted before the clock was put back.
      let latest = at.addingTimeInterval(window)
      let calls: [Date] = try await transaction.query(
        "select made_at from feed_calls where made_at <= \(latest) order by made_at desc limit \(Self.most)"
      ).map { try $0["made_at"] }
      if calls.count == Self.most, let third = calls.last {
        let wait = third.addingTimeInterval(window).timeIntervalSince(at)
        if wait > 0 { return (.wait(wait), at) }
      }
      try await transaction.execute("delete from feed_calls where made_at < \(at.addingTimeInterval(-60))")
      try await transaction.execute("insert into feed_calls (made_at) values (\(max(at, calls.first ?? at)))")
      try await transaction.execute(
        """
        insert into feed_documents (name, source, version, body, claimed_until, held_until, failures)
        values (\(name), \(source), '', '', \(now.addingTimeInterval(Self.turn)), 0, 0)
        on conflict (name) do update set claimed_until = excluded.claimed_until
        """)
      return (.granted, at)
    }
    guard claim == .granted, real().timeIntervalSince(noted) > Self.lateness else { return claim }
    try await release(name)
    return .wait(0)
  }

  private static func denial(
    _ name: String, _ source: String, _ freshness: Date, _ now: Date, in transaction: any ReadTransaction
  ) async throws -> Claim? {
    let known = try await transaction.first(
      "select fetched_at, claimed_until, held_until from feed_documents where name = \(name)")
    if let known {
      if let fetched = try known["fetched_at"] as Date?, fetched > freshness { return .known }
      let (claimed, held): (Date, Date) = (try known["claimed_until"], try known["held_until"])
      if max(claimed, held) > now { return .denied }
    }
    let held = try await transaction.first("select held_until from feed_sources where source = \(source)")
    let until: Date = try held.map { try $0["held_until"] } ?? .distantPast
    return until > now ? .denied : nil
  }

  /// Whether a source is left alone as a whole.
  func isHeld(_ source: String, at now: Date) async throws -> Bool {
    let row = try await storage.read {
      try await $0.first("select held_until from feed_sources where source = \(source)")
    }
    let until: Date = try row.map { try $0["held_until"] } ?? .distantPast
    return until > now
  }

  private func release(_ name: String) async throws {
    try await storage.write { try await $0.execute("update feed_documents set claimed_until = 0 where name = \(name)") }
  }

  /// Keeps an answer, and the parts of it that are kept alone.
  /// - Parameter more: keeps in the same transaction what the answer names.
  /// - Returns: what is known of each now.
  func keep(
    _ bodies: [String: String], asked name: String, of source: String, at now: Date,
    with more: @escaping @Sendable (any Transaction) async throws -> Void = { _ in }
  ) async throws -> [String: Entry] {
    let entries = bodies.mapValues { Entry(version: Fingerprint(of: $0).text, fetchedAt: now) }
    try await storage.write { transaction in
      try await more(transaction)
      for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
        try await transaction.execute(
          """
          insert into feed_documents (name, source, version, body, fetched_at, claimed_until, held_until, failures)
          values (\(name), \(source), \(entries[name]?.version ?? ""), \(body), \(now), 0, 0, 0)
          on conflict (name) do update set version = excluded.version, body = excluded.body,
            fetched_at = excluded.fetched_at, claimed_until = 0, held_until = 0, failures = 0, failure = null
          """)
      }
      try await transaction.execute(
        """
        insert into feed_sources (source, held_until, failures, change) values (\(source), 0, 0, 1)
        on conflict (source) do update set held_until = 0, failures = 0, change = feed_sources.change + 1
        """)
    }
    return entries
  }

  /// Leaves the provider alone for a while after a failure, or only what was asked for.
  /// - Parameters:
  ///   - patience: how long the provider itself has said, in seconds; nil where it has not: 30 seconds then, twice as long after
  ///     each further failure, an hour at most.
  func fail(
    _ name: String, of source: String, _ failure: String, isOfAll: Bool, patience: Double?, at now: Date
  ) async throws {
    try await storage.write { transaction in
      let known = try await transaction.first("select failures from feed_documents where name = \(name)")
      let failures = 1 + ((try known?["failures"] as Int?) ?? 0)
      let whole = try await transaction.first("select failures from feed_sources where source = \(source)")
      let times = isOfAll ? 1 + ((try whole?["failures"] as Int?) ?? 0) : failures
      let own = min(Self.longestHold, 30 * pow(2, Double(min(times, 12) - 1)))
      let until = now.addingTimeInterval(patience.map { min(Self.longestRefusal, max(1, $0)) } ?? own)
      try await transaction.execute(
        """
        update feed_documents set failures = \(failures), failure = \(failure), claimed_until = 0,
          held_until = \(isOfAll ? now : until) where name = \(name)
        """)
      guard isOfAll else {
        try await transaction.execute(
          """
          insert into feed_sources (source, held_until, failures, change) values (\(source), 0, 0, 1)
          on conflict (source) do update set change = feed_sources.change + 1
          """)
        return
      }
      try await transaction.execute(
        """
        insert into feed_sources (source, held_until, failures, change) values (\(source), \(until), \(times), 1)
        on conflict (source) do update set held_until = excluded.held_until, failures = excluded.failures,
          change = feed_sources.change + 1
        """)
    }
  }
}
