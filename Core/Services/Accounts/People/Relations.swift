internal import FieldhouseKit
internal import Foundation

/// What people do with each other.
struct Relations: Sendable {
  let context: AccountsContext
  let limits: RateLimits

  /// Follows somebody. Somebody who blocked the follower is not followed, and the follower is not told.
  func follow(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    try await checkOther(me, other, in: transaction)
    guard try await !BlockingStore.blocks(other, me, in: transaction) else { return }
    guard try await FollowStore.follow(me, other, now: context.clock.now, in: transaction) else { return }
    try await ChangeLog.record(me, other, in: transaction)
    try await notify(other, "followed", from: me, in: transaction)
  }

  func unfollow(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    try await FollowStore.unfollow(me, other, in: transaction)
    try await ChangeLog.record(me, other, in: transaction)
  }

  func block(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    try await checkExists(me, other, in: transaction)
    guard try await BlockingStore.block(me, other, now: context.clock.now, in: transaction) else { return }
    try await PersonLog(context: context).append(.blocked, other, me, in: transaction)
    try await ChangeLog.record(me, other, in: transaction)
  }

  func unblock(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    guard try await BlockingStore.unblock(me, other, in: transaction) else { return }
    try await PersonLog(context: context).append(.unblocked, other, me, in: transaction)
    try await ChangeLog.record(me, other, in: transaction)
  }

  /// - Throws: ``Problem`` 404 for nobody, 409 for oneself or somebody one has blocked.
  func checkOther(_ me: AccountID, _ other: AccountID, in transaction: any ReadTransaction) async throws {
    try await checkExists(me, other, in: transaction)
    guard try await !BlockingStore.blocks(me, other, in: transaction) else {
      throw Self.personBlocked
    }
  }

  private func checkExists(_ me: AccountID, _ other: AccountID, in transaction: any ReadTransaction) async throws {
    guard me != other else { throw Self.yourself }
    guard let person = try await PersonStore.find(other, in: transaction), person.isOpen else {
      throw Self.unknownPerson
    }
  }

  static let personBlocked = Problem.conflict(
    "person-blocked", "You have blocked this person. Unblock them first.")
  static let yourself = Problem.conflict("yourself", "You cannot do this with yourself.")
  static let unknownPerson = Problem.notFound("person-unknown", "There is no such person.")

  /// Tells somebody what another person did, once a day: who does a thing again and again is not heard each time.
  func notify(
    _ recipient: AccountID, _ kind: String, from sender: AccountID, in transaction: any Transaction
  ) async throws {
    let name = try await PersonStore.find(sender, in: transaction)?.shownName(to: .everyone) ?? ""
    try await transaction.notify(
      NotificationRequest(
        recipients: [recipient], about: [sender], kind: kind, text: "accounts.\(kind).text", arguments: ["name": name],
        link: "/people/\(sender.text)", deduplicationKey: "\(sender.text)/\(CalendarDay(context.clock.now))"))
  }
}
