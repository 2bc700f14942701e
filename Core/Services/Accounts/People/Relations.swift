internal import FieldhouseKit
internal import Foundation

/// What people do with each other.
struct Relations: Sendable {
  let context: AccountsContext

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

  /// Asks for a friendship, or accepts one that the other asked for.
  func befriend(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    try await checkOther(me, other, in: transaction)
    guard try await !BlockingStore.blocks(other, me, in: transaction) else { return }
    switch try await FriendStore.state(of: me, with: other, in: transaction) {
    case .friends, .requested: break
    case .none:
      try await FriendStore.request(me, other, now: context.clock.now, in: transaction)
      try await notify(other, "friend-request", from: me, in: transaction)
    case .received:
      try await FriendStore.accept(me, from: other, now: context.clock.now, in: transaction)
      try await notify(other, "friend-accepted", from: me, in: transaction)
    }
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
  }

  /// - Throws: ``Problem`` 404 for nobody, 409 for oneself or somebody one has blocked.
  private func checkOther(_ me: AccountID, _ other: AccountID, in transaction: any ReadTransaction) async throws {
    try await checkExists(me, other, in: transaction)
    guard try await !BlockingStore.blocks(me, other, in: transaction) else {
      throw Problem.conflict("person-blocked", "You have blocked this person. Unblock them first.")
    }
  }

  private func checkExists(_ me: AccountID, _ other: AccountID, in transaction: any ReadTransaction) async throws {
    guard me != other else { throw Self.yourself }
    guard let person = try await PersonStore.find(other, in: transaction), person.isOpen else {
      throw Self.unknownPerson
    }
  }

  static let yourself = Problem.conflict("yourself", "You cannot do this with yourself.")
  static let unknownPerson = Problem.notFound("person-unknown", "There is no such person.")

  /// Makes two people friends who both want to be.
  func joinAsFriends(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    let now = context.clock.now
    switch try await FriendStore.state(of: me, with: other, in: transaction) {
    case .friends: return
    case .requested: try await FriendStore.accept(other, from: me, now: now, in: transaction)
    case .received: try await FriendStore.accept(me, from: other, now: now, in: transaction)
    case .none:
      try await FriendStore.request(other, me, now: now, in: transaction)
      try await FriendStore.accept(me, from: other, now: now, in: transaction)
    }
    try await ChangeLog.record(me, other, in: transaction)
  }

  /// Tells somebody what another person did.
  func notify(
    _ recipient: AccountID, _ kind: String, from sender: AccountID, in transaction: any Transaction
  ) async throws {
    let name = try await PersonStore.find(sender, in: transaction)?.shownName(to: .everyone) ?? ""
    try await transaction.notify(
      NotificationRequest(
        recipients: [recipient], about: [sender], kind: kind, text: "accounts.\(kind).text", arguments: ["name": name],
        link: "/people/\(sender.text)", deduplicationKey: "\(sender.text)"))
  }
}
