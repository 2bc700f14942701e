internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Limits that survive a restart and hold over several processes, with a memory in front: who is known to have to
/// wait is refused without any work.
final class RateLimits: Sendable {
  private static let capacity = 50_000
  private let clock: any HostClock
  private let secret: InstallationSecret
  private let rules: LimitRules
  private let refused = Mutex<[String: Date]>([:])
  private let sweep = Sweep(from: "", list: StoredBucket.list, remove: StoredBucket.remove)

  init(clock: any HostClock, secret: InstallationSecret, rules: LimitRules) {
    self.clock = clock
    self.secret = secret
    self.rules = rules
  }

  /// Refuses who is known to have to wait.
  /// - Throws: ``Problem`` 429.
  func check(_ name: LimitName, _ subject: LimitSubject) throws {
    let (key, now) = (key(name, subject), clock.now)
    guard let until = refused.withLock({ $0[key] }) else { return }
    let longest = rules.limit(name, subject).seconds + Limit.skew
    if until > now, until <= now.addingTimeInterval(longest) { throw Self.problem(until, now) }
    refused.withLock { $0[key] = nil }
  }

  /// Takes one token.
  /// - Throws: ``Problem`` 429 when there is none.
  func take(_ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction) async throws {
    try await take([LimitUse(name, subject)], in: transaction)
  }

  /// Takes one token of each.
  /// - Throws: ``Problem`` 429 when one has none, with the longest wait; the transaction must not commit then.
  func take(_ uses: [LimitUse], in transaction: any Transaction) async throws {
    if let problem = try await refusal(uses, in: transaction) { throw problem }
  }

  /// Takes one token if there is one.
  /// - Returns: nil when there was one, else the answer to somebody who has to wait. What the transaction has done stays.
  func refusal(
    _ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction
  ) async throws -> Problem? {
    try await refusal([LimitUse(name, subject)], in: transaction)
  }

  private func refusal(_ uses: [LimitUse], in transaction: any Transaction) async throws -> Problem? {
    let now = clock.now
    let buckets = uses.map { StoredBucket(key: key($0.name, $0.subject), limit: rules.limit($0.name, $0.subject)) }
    let missing = try await StoredBucket.take(buckets, now, in: transaction)
    var latest: Date?
    for bucket in missing {
      let until = try await bucket.allowedFrom(in: transaction) ?? now
      remember(bucket.key, until: max(until, now.addingTimeInterval(0.001)))
      latest = max(latest ?? until, until)
    }
    return latest.map { Self.problem($0, now) }
  }

  /// Gives all tokens back.
  func reset(_ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction) async throws {
    try await reset([LimitUse(name, subject)], in: transaction)
  }

  /// Gives all tokens of each back.
  func reset(_ uses: [LimitUse], in transaction: any Transaction) async throws {
    let keys = uses.map { key($0.name, $0.subject) }
    try await transaction.execute("delete from rate_limits where name in (\(list: keys))")
    refused.withLock { refused in keys.forEach { refused[$0] = nil } }
  }

  /// Gives one token back.
  func giveBack(_ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction) async throws {
    let (key, token) = (key(name, subject), Int64(rules.limit(name, subject).seconds * 1000))
    try await transaction.execute("update rate_limits set full_at = full_at - \(token) where name = \(key)")
    refused.withLock { $0[key] = nil }
  }

  /// Goes on through the buckets, and forgets those that are full.
  /// - Throws: ``StorageError``.
  func removeFull(in storage: any Storage) async throws {
    try await sweep.run(now: clock.now, in: storage)
  }

  /// Begins with what the subject is, so that all its rows lie beside one another: a message takes from three of them.
  private func key(_ name: LimitName, _ subject: LimitSubject) -> String {
    let key = secret.hash("limit", subject.main) + "/" + name.rawValue
    return subject.other.map { key + "/" + secret.hash("limit", subject.main, $0) } ?? key
  }

  private func remember(_ key: String, until: Date) {
    refused.withLock { refused in
      if refused.count >= Self.capacity { refused = [:] }
      refused[key] = until
    }
  }

  private static func problem(_ until: Date, _ now: Date) -> Problem {
    let seconds = max(1, Int(until.timeIntervalSince(now).rounded(.up)))
    return .tooMany("too-many-attempts", "Too many attempts. Please wait and try again.", retryAfterSeconds: seconds)
  }
}
