public import FieldhouseKit
public import Foundation

/// Who came through whom, and when that counts.
struct Newcomers: Sendable {
  /// The event that tells plugins, once for each account, that a new person has come through another one's link or code
  /// and is real: somebody who came back a day or more later. Its payload is `{"inviter", "account", "kind", "subject"}`.
  /// A plugin may reward the inviter, and limit how often.
  static let event = "accounts.newcomer-settled"
  /// How many are looked at in one transaction.
  private static let portion = 50

  let context: AccountsContext

  /// Notes that somebody new has come through another one's link.
  func note(
    _ person: Person, through inviter: AccountID, kind: String, subject: String, in transaction: any Transaction
  ) async throws {
    guard person.id != inviter else { return }
    try await NewcomerStore.insert(
      Newcomer(
        account: person.id, inviter: inviter, kind: kind, subject: subject, joinedAt: context.clock.now,
        countedAt: nil), in: transaction)
  }

  /// Looks at those who are due.
  /// - Returns: how many count from now on.
  @discardableResult
  func settle() async throws -> Int {
    var counted = 0
    while true {
      let (looked, more) = try await context.storage.write { transaction in
        let due = try await NewcomerStore.due(now: context.clock.now, limit: Self.portion, in: transaction)
        var counted = 0
        for newcomer in due where try await look(at: newcomer, in: transaction) { counted += 1 }
        return (due.count, counted)
      }
      counted += more
      if looked < Self.portion { return counted }
    }
  }

  /// - Returns: whether it counts now.
  private func look(at newcomer: Newcomer, in transaction: any Transaction) async throws -> Bool {
    let now = context.clock.now
    guard try await mayCount(newcomer, in: transaction) else {
      try await NewcomerStore.postpone(newcomer, to: nil, in: transaction)
      return false
    }
    let isThere = try await PersonStore.find([newcomer.account, newcomer.inviter], in: transaction).allSatisfy(\.isOpen)
    let lastSeen = try await NewcomerStore.lastSeen(newcomer.account, in: transaction)
    guard isThere, newcomer.hasComeBack(lastSeen) else {
      try await NewcomerStore.postpone(newcomer, to: newcomer.nextLook(after: now), in: transaction)
      return false
    }
    guard try await NewcomerStore.count(newcomer, now: now, in: transaction) else { return false }
    try await transaction.emit(
      Event(
        name: Self.event,
        payload: [
          "inviter": .string(newcomer.inviter.text), "account": .string(newcomer.account.text),
          "kind": .string(newcomer.kind), "subject": .string(newcomer.subject),
        ]))
    return true
  }

  /// Who signs in on the inviter's device is taken for the inviter, and who is blocked counts for nobody.
  private func mayCount(_ newcomer: Newcomer, in transaction: any ReadTransaction) async throws -> Bool {
    let (account, inviter) = (newcomer.account, newcomer.inviter)
    guard try await !NewcomerStore.shareDevice(account, inviter, in: transaction) else { return false }
    return try await BlockingStore.blocks(between: inviter, and: [account], in: transaction).isEmpty
  }
}

extension Accounts {
  /// Looks at those who came through others' links and are due now; once a minute that is done by itself.
  /// - Returns: how many count from now on.
  /// - Throws: ``StorageError``.
  @discardableResult
  public func settleNewcomers() async throws -> Int {
    try await flush()
    return try await upkeep.newcomers.settle()
  }

  /// Notes that somebody has joined something through another person's link that is kept elsewhere. It counts as new
  /// when the account was made after the link, at most a day before.
  /// - Parameters:
  ///   - kind: what was joined, e.g. `group`.
  ///   - subject: its id.
  ///   - link: when the link was made.
  ///   - now: when it was joined with.
  /// - Throws: ``StorageError``.
  public func noteArrival(
    of account: AccountID, through inviter: AccountID, kind: String, subject: String, link: Date, at now: Date
  ) async throws {
    let newcomers = Newcomers(context: context)
    try await context.storage.write { transaction in
      guard let person = try await PersonStore.find(account, in: transaction), person.kind == .user,
        Newcomer.isOne(createdAt: person.createdAt, joining: link, at: now),
        try await PersonStore.find(inviter, in: transaction)?.kind == .user
      else { return }
      try await newcomers.note(person, through: inviter, kind: kind, subject: subject, in: transaction)
    }
  }
}
