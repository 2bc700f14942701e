internal import FieldhouseKit
internal import Foundation

/// Accounts that end: those that their owners erase, after a grace time, and guests that nobody uses any more.
struct Leaving: Sendable {
  /// How many accounts one transaction erases: others do not wait long behind it.
  static let portion = 20

  let context: AccountsContext
  let ownership: Ownership
  let pictures: Pictures?
  /// Where it is noted who left; nil where nobody asks.
  let journal: ErasureJournal?

  /// Erases the caller's account: a guest's at once, everybody else's after the grace time, in which the account is
  /// shut, nobody sees it, and its owner can take it back.
  /// - Throws: ``Problem`` 403 `step-up-needed`, 409 for the last super-admin.
  func leave(_ call: Call) async throws {
    let account = try call.account
    let grace = context.settings.erasureGraceSeconds
    if account.kind == .guest { return try await erase(account.id) }
    guard grace > 0 else { return try await leaveAtOnce(call, account.id) }
    try await context.storage.write { transaction in
      let before = try await ownership.begin(call, in: transaction)
      let due = context.clock.now.addingTimeInterval(grace)
      try await SuperAdmins.keepingOne(account.id, in: transaction) {
        _ = try await transaction.execute("update people set leaving_at = \(due) where id = \(account.id)")
      }
      try await SessionStore.endAll(of: account.id, in: transaction)
      try await ownership.tell(.leaving(due), before, in: transaction)
    }
  }

  private func leaveAtOnce(_ call: Call, _ account: AccountID) async throws {
    let picture = try await context.storage.write { [context, ownership] transaction in
      let before = try await ownership.begin(call, in: transaction)
      let picture = try await SuperAdmins.keepingOne(account, in: transaction) {
        try await Self.remove(account, context, in: transaction)
      }
      try await ownership.tellErased(before, in: transaction)
      return picture
    }
    try await finish([account], pictures: [picture].compactMap { $0 })
  }

  /// Erases an account for good: from every table, its picture, and from every backup that is restored later.
  /// - Throws: ``Problem`` 409 for the last super-admin; ``StorageError``.
  func erase(_ account: AccountID) async throws {
    let picture = try await context.storage.write { [context] transaction in
      try await SuperAdmins.keepingOne(account, in: transaction) {
        try await Self.remove(account, context, in: transaction)
      }
    }
    try await finish([account], pictures: [picture].compactMap { $0 })
  }

  /// Erases those whose grace time is over, and guests that were not there for long.
  /// - Returns: how many were erased.
  @discardableResult
  func eraseDue() async throws -> Int {
    let now = context.clock.now
    var count = 0
    count += try await eraseInPortions { try await LeavingStore.due(now: now, limit: Self.portion, in: $0) }
    if let idle = context.settings.guestSeconds {
      let before = now.addingTimeInterval(-idle)
      count += try await eraseInPortions {
        try await LeavingStore.idleGuests(unusedSince: before, limit: Self.portion, in: $0)
      }
    }
    return count
  }

  private func eraseInPortions(_ find: @escaping Finding) async throws -> Int {
    var count = 0
    while true {
      let erased = try await eraseAll(find)
      count += erased
      if erased < Self.portion { return count }
    }
  }

  typealias Finding = @Sendable (any Transaction) async throws -> [AccountID]

  /// Erases a portion in one transaction.
  func eraseAll(isNoted: Bool = false, _ find: @escaping Finding) async throws -> Int {
    let (accounts, shown) = try await context.storage.write { [context] transaction -> ([AccountID], [String]) in
      let accounts = try await find(transaction)
      var pictures: [String] = []
      for account in accounts {
        if let picture = try await Self.remove(account, context, in: transaction) { pictures.append(picture) }
      }
      return (accounts, pictures)
    }
    try await finish(isNoted ? [] : accounts, pictures: shown)
    return accounts.count
  }

  /// - Returns: the picture that was shown.
  private static func remove(
    _ account: AccountID, _ context: AccountsContext, in transaction: any Transaction
  ) async throws -> String? {
    let picture = try await PersonStore.find(account, in: transaction)?.picture
    try await Erasure.erase(account, in: transaction)
    try await AuditLog(context: context).append("account.erased", by: account, on: account.text, in: transaction)
    try await PersonLog(context: context).append(.erased, account, in: transaction)
    return picture
  }

  private func finish(_ accounts: [AccountID], pictures shown: [String]) async throws {
    try journal?.add(accounts.map(\.text))
    for picture in shown { try await pictures?.removeUnlessShown(picture, storage: context.storage) }
  }

  static func portions<Element>(of all: [Element]) -> [[Element]] {
    stride(from: 0, to: all.count, by: portion).map { Array(all[$0..<min($0 + portion, all.count)]) }
  }
}
