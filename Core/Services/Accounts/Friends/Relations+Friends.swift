internal import FieldhouseKit
internal import Foundation

extension Relations {
  /// Asks for a friendship, or accepts one that the other asked for. Whom the other has blocked sees a request like any
  /// other, which reaches nobody.
  /// - Throws: ``Problem`` 404 `person-unknown`; 409 `yourself`, `person-blocked`, `friends-many`,
  ///   `friend-requests-many`, `friend-requests-waiting`; 429 `too-many-attempts`.
  func befriend(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    try await checkOther(me, other, in: transaction)
    let known = try await FriendStore.find(me, other, in: transaction)
    let isUnwanted = try await BlockingStore.blocks(other, me, in: transaction)
    let step = Friendship.asking(me, other, known: known, isUnwanted: isUnwanted, at: context.clock.now)
    guard step.friendship != known else { return }
    if step.isRequest {
      try await limits.take(.friendRequestsPerAccount, .account(me), in: transaction)
      try await checkRequests(of: me, to: other, in: transaction)
    } else {
      try await checkFriends(me, other, in: transaction)
    }
    try await FriendStore.keep(step.friendship, of: me, other, in: transaction)
    try await tell(step.news, from: me, in: transaction)
  }

  /// Withdraws or refuses a request, or ends a friendship. The other is told in no case.
  func unfriend(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    guard let known = try await FriendStore.find(me, other, in: transaction) else { return }
    let step = known.ended(by: me, at: context.clock.now)
    try await FriendStore.keep(step.friendship, of: me, other, in: transaction)
  }

  /// Makes two people friends who both want to be: one has handed out a link or a code, the other has come with it.
  func joinAsFriends(_ me: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    let now = context.clock.now
    let known = try await FriendStore.find(me, other, in: transaction)
    guard known?.acceptedAt == nil else { return }
    var joined = known ?? Friendship(requester: other, addressee: me, createdAt: now)
    (joined.acceptedAt, joined.refusedAt, joined.isWithdrawn) = (now, nil, false)
    try await FriendStore.keep(joined, of: me, other, in: transaction)
    try await ChangeLog.record(me, other, in: transaction)
  }

  /// Lets two people become friends who are not, if each may have one more.
  /// - Throws: ``Problem`` 409 `friends-many`.
  func checkRoom(for one: AccountID, _ other: AccountID, in transaction: any ReadTransaction) async throws {
    guard try await FriendStore.find(one, other, in: transaction)?.acceptedAt == nil else { return }
    try await checkFriends(one, other, in: transaction)
  }

  private func checkRequests(
    of me: AccountID, to other: AccountID, in transaction: any ReadTransaction
  ) async throws {
    let mine = try await FriendStore.counts(of: me, in: transaction)
    guard mine.requested < Friendship.mostRequested else { throw Self.requestsMany }
    guard mine.friends < Friendship.mostFriends else { throw Self.friendsMany }
    guard try await FriendStore.counts(of: other, in: transaction).received < Friendship.mostReceived else {
      throw Self.requestsWaiting
    }
  }

  private func checkFriends(_ people: AccountID..., in transaction: any ReadTransaction) async throws {
    for person in people {
      guard try await FriendStore.counts(of: person, in: transaction).friends < Friendship.mostFriends else {
        throw Self.friendsMany
      }
    }
  }

  private func tell(_ news: Friendship.News?, from me: AccountID, in transaction: any Transaction) async throws {
    switch news {
    case .request(let other): try await notify(other, "friend-request", from: me, in: transaction)
    case .acceptance(let other): try await notify(other, "friend-accepted", from: me, in: transaction)
    case nil: break
    }
  }

  static let requestsMany = Problem.conflict(
    "friend-requests-many",
    "\(Friendship.mostRequested) of your requests wait for an answer. Take some back first.")
  static let requestsWaiting = Problem.conflict(
    "friend-requests-waiting", "Too many requests wait for this person's answer. Try again later.")
  static let friendsMany = Problem.conflict(
    "friends-many", "One of you has \(Friendship.mostFriends) friends, which is the most.")
}
