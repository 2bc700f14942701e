internal import FieldhouseKit
internal import Foundation

/// Makes one account of two, of which the caller has shown that both are theirs: a guest's or a second account becomes
/// part of another one, with everything it has and is to others. Where there is one of something, the other's stays.
struct Merging: Sendable {
  let context: AccountsContext

  /// Makes `account` part of `other`. Both are there.
  /// - Returns: the picture that nobody shows any more.
  /// - Throws: ``StorageError``.
  @discardableResult
  func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws -> String? {
    let merged = try await PersonStore.find(account, in: transaction)
    let kinds = Set(try await IdentifierStore.list(of: account, in: transaction).map(\.kind))
    let neighbours =
      try await FollowStore.neighbours(of: account, in: transaction)
      + FriendStore.neighbours(of: account, in: transaction)
      + BlockingStore.neighbours(of: account, in: transaction)
    let newcomers = NewcomerStore.merging(account, into: other, isGuest: merged?.kind == .guest)
    for statement in Self.ways(account, other) + Self.ties(account, other) + Self.traces(account, other) + newcomers {
      try await transaction.execute(statement)
    }
    let picture = try await fill(other, from: merged, kinds, in: transaction)
    try await AuditLog(context: context).append("account.merged", by: other, on: account.text, in: transaction)
    try await PersonLog(context: context).append(.merged, account, other, in: transaction)
    for person in [account, other] + neighbours { try await ChangeLog.record(person, in: transaction) }
    return picture
  }

  /// Adds what the profile lacks, and removes the person who is merged. What is added is shown to nobody whom either account
  /// did not show it to.
  /// - Parameter kinds: of the identifiers that came along.
  private func fill(
    _ other: AccountID, from merged: Person?, _ kinds: Set<IdentifierStore.Kind>, in transaction: any Transaction
  ) async throws -> String? {
    guard let merged, var person = try await PersonStore.find(other, in: transaction) else { return nil }
    try await transaction.execute(
      """
      update people set password_hash = (select password_hash from people where id = \(merged.id))
      where id = \(other) and password_hash is null
      """)
    try await transaction.execute("delete from people_words where account = \(merged.id)")
    try await transaction.execute("delete from people where id = \(merged.id)")
    let isSpare = person.picture != nil
    for field in Self.added(by: merged, kinds, to: person) {
      person.visibility[field] = max(person.visibility[field], merged.visibility[field])
    }
    if person.name == nil {
      (person.name, person.givenName, person.familyName) = (merged.name, merged.givenName, merged.familyName)
    }
    person.username = person.username ?? merged.username
    person.dateOfBirth = person.dateOfBirth ?? merged.dateOfBirth
    person.gender = person.gender ?? merged.gender
    person.country = person.country ?? merged.country
    person.bio = person.bio ?? merged.bio
    person.picture = person.picture ?? merged.picture
    person.language = person.language ?? merged.language
    try await PersonStore.update(person, in: transaction)
    return isSpare ? merged.picture : nil
  }

  /// The fields in which something of another person's is shown from now on.
  private static func added(
    by merged: Person, _ kinds: Set<IdentifierStore.Kind>, to person: Person
  ) -> [Visibility.Field] {
    let added: [(Visibility.Field, Bool)] = [
      (.name, person.name == nil && merged.name != nil),
      (.username, person.username == nil && merged.username != nil),
      (.picture, person.picture == nil && merged.picture != nil),
      (.country, person.country == nil && merged.country != nil), (.bio, person.bio == nil && merged.bio != nil),
      (.gender, person.gender == nil && merged.gender != nil),
      (.dateOfBirth, person.dateOfBirth == nil && merged.dateOfBirth != nil),
      (.email, kinds.contains(.email)), (.phone, kinds.contains(.phone)),
    ]
    return added.filter(\.1).map(\.0)
  }
}
