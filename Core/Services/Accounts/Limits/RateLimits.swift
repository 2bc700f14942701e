internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Limits that survive a restart and hold over several processes, with a memory in front: who is known to have to
/// wait is refused without any work.
final class RateLimits: Sendable {
  private static let capacity = 50_000
  private let clock: any HostClock
  private let secret: InstallationSecret
  private let refused = Mutex<[String: Date]>([:])

  init(clock: any HostClock, secret: InstallationSecret) {
    self.clock = clock
    self.secret = secret
  }

  /// Refuses who is known to have to wait.
  /// - Throws: ``Problem`` 429.
  func check(_ limit: Limit, _ subject: String) throws {
    let name = key(limit, subject)
    let now = clock.now
    guard let until = refused.withLock({ $0[name] }) else { return }
    if until > now { throw Self.problem(until, now) }
    refused.withLock { $0[name] = nil }
  }

  /// Takes one token.
  /// - Throws: ``Problem`` 429 when there is none.
  func take(_ limit: Limit, _ subject: String, in transaction: any Transaction) async throws {
    if let problem = try await refusal(limit, subject, in: transaction) { throw problem }
  }

  /// Takes one token if there is one.
  /// - Returns: nil when there was one, else the answer to somebody who has to wait. What the transaction has done stays.
  func refusal(_ limit: Limit, _ subject: String, in transaction: any Transaction) async throws -> Problem? {
    guard let until = try await attempt(limit, subject, in: transaction) else { return nil }
    return Self.problem(until, clock.now)
  }

  private func attempt(_ limit: Limit, _ subject: String, in transaction: any Transaction) async throws -> Date? {
    let name = key(limit, subject)
    let now = clock.now
    if try await Self.take(limit, name, now, in: transaction) { return nil }
    let row = try await transaction.first("select full_at from rate_limits where name = \(name)")
    let until = Bucket(limit: limit, fullAt: try row?["full_at"] ?? now).allowedFrom
    remember(name, until: max(until, now.addingTimeInterval(0.001)))
    return until
  }

  /// Gives all tokens back.
  func reset(_ limit: Limit, _ subject: String, in transaction: any Transaction) async throws {
    let name = key(limit, subject)
    try await transaction.execute("delete from rate_limits where name = \(name)")
    refused.withLock { $0[name] = nil }
  }

  /// Gives one token back.
  func giveBack(_ limit: Limit, _ subject: String, in transaction: any Transaction) async throws {
    let token = Int64(limit.seconds * 1000)
    try await transaction.execute(
      "update rate_limits set full_at = full_at - \(token) where name = \(key(limit, subject))")
  }

  /// Forgets full buckets.
  func removeFull(in transaction: any Transaction) async throws {
    try await transaction.execute("delete from rate_limits where full_at <= \(clock.now)")
  }

  private static func take(
    _ limit: Limit, _ name: String, _ now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    var bucket = Bucket(limit: limit, fullAt: now)
    let latest = bucket.latestFullAt(at: now)
    _ = bucket.take(at: now)
    let token = Int64(limit.seconds * 1000)
    let changed = try await transaction.execute(
      """
      update rate_limits set full_at = case when full_at > \(now) then full_at else \(now) end + \(token)
      where name = \(name) and full_at <= \(latest)
      """)
    if changed > 0 { return true }
    return try await transaction.execute(
      """
      insert into rate_limits (name, full_at) values (\(name), \(bucket.fullAt)) on conflict (name) do nothing
      """) > 0
  }

  private func key(_ limit: Limit, _ subject: String) -> String {
    limit.name + "/" + secret.hash("limit", limit.name, subject)
  }

  private func remember(_ name: String, until: Date) {
    refused.withLock { refused in
      if refused.count >= Self.capacity { refused = [:] }
      refused[name] = until
    }
  }

  private static func problem(_ until: Date, _ now: Date) -> Problem {
    let seconds = max(1, Int(until.timeIntervalSince(now).rounded(.up)))
    return .tooMany("too-many-attempts", "Too many attempts. Please wait and try again.", retryAfterSeconds: seconds)
  }
}
