public import FieldhouseKit

extension Accounts {
  /// What happened to people after a place, in the order of the commits.
  /// - Parameters:
  ///   - sequence: the place of the last change that is known; 0 for all.
  ///   - limit: at most so many.
  /// - Throws: ``StorageError``.
  public func changesOfPeople(after sequence: Int64, limit: Int) async throws -> [PersonChange] {
    try await context.storage.read { try await PersonLog.list(after: sequence, limit: limit, in: $0) }
  }

  /// The place of the last thing that happened to anybody; 0 when nothing has.
  /// - Throws: ``StorageError``.
  public func lastChangeOfPeople() async throws -> Int64 {
    try await context.storage.read { try await PersonLog.head(in: $0) }
  }

  /// Those of some accounts that are no more, each with the account that it is part of now, nil for one that was erased.
  /// - Throws: ``StorageError``.
  public func departed(_ accounts: Set<AccountID>) async throws -> [AccountID: AccountID?] {
    var changes: [AccountID: PersonChange] = [:]
    var (asked, asking) = (accounts, accounts)
    while !asking.isEmpty {
      let found = try await departures(of: asking.sorted { $0.text < $1.text })
      changes.merge(found) { $1 }
      asking = Set(found.values.compactMap(\.other)).subtracting(asked)
      asked.formUnion(asking)
    }
    let gone = accounts.filter { changes[$0] != nil }
    return Dictionary(uniqueKeysWithValues: gone.map { ($0, Self.end(of: $0, changes)) })
  }

  /// What has become of an account in the end.
  private static func end(of account: AccountID, _ changes: [AccountID: PersonChange]) -> AccountID? {
    var account = account
    for _ in changes {
      guard let change = changes[account] else { break }
      guard let other = change.other else { return nil }
      account = other
    }
    return account
  }

  /// How many accounts one query asks for, so that there is one statement whatever the count.
  private static var width: Int { 32 }

  private func departures(of accounts: [AccountID]) async throws -> [AccountID: PersonChange] {
    var found: [AccountID: PersonChange] = [:]
    for start in stride(from: 0, to: accounts.count, by: Self.width) {
      let part = accounts[start..<min(start + Self.width, accounts.count)]
      let padded = part + Array(repeating: part[start], count: Self.width - part.count)
      let changes = try await context.storage.read { try await PersonLog.departures(of: Array(padded), in: $0) }
      found.merge(changes) { $1 }
    }
    return found
  }

  /// Whether a text has the form of an account's id.
  public static func isID(_ text: String) -> Bool { Identifier.isOne(text) }

  /// Notes beside the database who was erased or merged, on whichever host, so that it is done again when an older backup is restored
  /// here.
  /// - Throws: `CocoaError` when it cannot be written.
  public func note(_ changes: [PersonChange]) throws {
    try upkeep.leaving.journal?.add(changes.compactMap(ErasureJournal.line))
  }
}
