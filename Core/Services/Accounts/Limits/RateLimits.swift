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
    if let problem = try await refusal(name, subject, in: transaction) { throw problem }
  }

  /// Takes one token if there is one.
  /// - Returns: nil when there was one, else the answer to somebody who has to wait. What the transaction has done stays.
  func refusal(
    _ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction
  ) async throws -> Problem? {
    let (limit, key, now) = (rules.limit(name, subject), key(name, subject), clock.now)
    if try await Self.take(limit, key, now, in: transaction) { return nil }
    let row = try await transaction.first("select full_at from rate_limits where name = \(key)")
    let until = Bucket(limit: limit, fullAt: try row?["full_at"] ?? now).allowedFrom
    remember(key, until: max(until, now.addingTimeInterval(0.001)))
    return Self.problem(until, now)
  }

  /// Gives all tokens back.
  func reset(_ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction) async throws {
    let key = key(name, subject)
    try await transaction.execute("delete from rate_limits where name = \(key)")
    refused.withLock { $0[key] = nil }
  }

  /// Gives one token back.
  func giveBack(_ name: LimitName, _ subject: LimitSubject, in transaction: any Transaction) async throws {
    let (key, token) = (key(name, subject), Int64(rules.limit(name, subject).seconds * 1000))
    try await transaction.execute("update rate_limits set full_at = full_at - \(token) where name = \(key)")
    refused.withLock { $0[key] = nil }
  }

  /// Forgets full buckets.
  func removeFull(in transaction: any Transaction) async throws {
    try await transaction.execute("delete from rate_limits where full_at <= \(clock.now)")
  }

  /// One statement counts and decides, so that of several at once none gets more than there is.
  private static func take(
    _ limit: Limit, _ key: String, _ now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    var bucket = Bucket(limit: limit, fullAt: now)
    let (latest, farthest) = (bucket.latestFullAt(at: now), bucket.farthestFullAt(at: now))
    _ = bucket.take(at: now)
    let token = Int64(limit.seconds * 1000)
    return try await transaction.execute(
      """
      insert into rate_limits as l (name, full_at) values (\(key), \(bucket.fullAt)) on conflict (name) do update set
      full_at = case when l.full_at > \(now) and l.full_at <= \(farthest) then l.full_at else \(now) end + \(token)
      where l.full_at <= \(latest) or l.full_at > \(farthest)
      """) > 0
  }

  private func key(_ name: LimitName, _ subject: LimitSubject) -> String {
    name.rawValue + "/" + secret.hash("limit", name.rawValue, subject.text)
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
