public import FieldhouseKit
internal import Foundation

/// What happens to people, in a transaction of the namespace.
extension Content {
  /// Removes what a person wrote to operators, and that the person has seen the tour; pages that the person published stay, without saying who published them.
  /// - Throws: ``StorageError``.
  public static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from content_messages where account = \(account)")
    try await transaction.execute("update content_versions set author = \("") where author = \(account)")
    try await TourStore.forget(account, in: transaction)
    try await UsageStore.forget(account, in: transaction)
  }

  /// Gives what one person wrote to another, who has seen the tour then if either has.
  /// - Throws: ``StorageError``.
  public static func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute("update content_messages set account = \(other) where account = \(account)")
    try await transaction.execute("update content_versions set author = \(other) where author = \(account)")
    try await UsageStore.merge(account, into: other, in: transaction)
    if let seen = try await TourStore.seenAt(account, in: transaction) {
      try await TourStore.note(other, at: seen, in: transaction)
      try await TourStore.forget(account, in: transaction)
    }
  }

  /// What is kept of a person: the messages, which pages the person published, and when the person has seen the tour.
  /// - Throws: ``StorageError``.
  public func export(_ account: AccountID) async throws -> JSON {
    try await storage.read { transaction in
      let messages = try await transaction.query(
        "select * from content_messages where account = \(account) order by sent_at, id"
      ).map(ContactMessage.init)
      let published = try await transaction.query(
        "select page, version from content_versions where author = \(account) order by page, version"
      ).map { row -> JSON in
        ["page": .string(try row["page"]), "version": .integer(try row["version"])]
      }
      var kept: JSONObject = ["messages": try JSON(encoding: messages), "published": .array(published)]
      if let seen = try await TourStore.seenAt(account, in: transaction) {
        kept["tour"] = try JSON(encoding: TourOutput(seenAt: seen))
      }
      if let agreedAt = try await UsageStore.consent(of: account, in: transaction) {
        kept["usage"] = ["agreedAt": .string(RFC3339.string(from: agreedAt) ?? "")]
      }
      return .object(kept)
    }
  }
}
