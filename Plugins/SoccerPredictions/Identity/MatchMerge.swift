import FieldhouseKit
import Foundation

/// Makes one match of two: what people have entered of either stays, and of whoever has predicted both the later prediction counts.
enum MatchMerge {
  /// What making one of two does to people.
  struct Preview: Sendable, Hashable {
    /// How many have predicted the match that was known.
    var predictions = 0
    /// How many have predicted the match that the feed has now.
    var newPredictions = 0
    /// How many have predicted both.
    var both = 0
    /// How many have points of the match that was known, and how many points these are together.
    var settled = 0
    var points = 0
  }

  static func preview(_ one: String, _ other: String, in transaction: any ReadTransaction) async throws -> Preview {
    let row = try await transaction.first(
      """
      select count(*) as n, coalesce(sum(case when points > 0 then 1 else 0 end), 0) as settled,
        coalesce(sum(points), 0) as points,
        coalesce(sum(case when exists (
          select 1 from predictions o where o.match = \(other) and o.account = predictions.account) then 1 else 0 end), 0)
          as shared
      from predictions where match = \(one)
      """)
    let new = try await transaction.first("select count(*) as n from predictions where match = \(other)")
    return Preview(
      predictions: try row?["n"] ?? 0, newPredictions: try new?["n"] ?? 0, both: try row?["shared"] ?? 0,
      settled: try row?["settled"] ?? 0, points: try row?["points"] ?? 0)
  }

  /// Gives the match that was known what the feed says of the new one, and everything that people have entered of that.
  /// - Parameters:
  ///   - old: the record of the match that was known.
  ///   - new: that of the match that the feed has now; it goes.
  ///   - isTurned: whether home and away have changed places, so that what was predicted is turned as well.
  static func merge(
    _ new: MatchRecord, into old: MatchRecord, isTurned: Bool, in transaction: any Transaction
  ) async throws {
    if isTurned {
      try await transaction.execute("update predictions set home = away, away = home where match = \(old.id)")
    }
    try await movePredictions(from: new.id, to: old.id, in: transaction)
    try await IdentityStore.removeMatch(new.id, in: transaction)
    var match = new.match
    match.id = old.id
    let record = MatchRecord(match: match, state: .present, source: new.source)
    try await IdentityStore.save([record], in: transaction)
    try await transaction.execute("update match_aliases set match = \(old.id) where match = \(new.id)")
    try await IdentityStore.save(matchAliases: [new.id: old.id], in: transaction)
    try await transaction.execute("delete from settlements where match = \(new.id)")
    try await transaction.execute("delete from closings where match = \(new.id)")
    try await transaction.execute(
      """
      delete from broadcasts where match = \(old.id) and exists (
        select 1 from broadcasts o where o.match = \(new.id))
      """)
    try await transaction.execute("update broadcasts set match = \(old.id) where match = \(new.id)")
    // What was settled of it is settled anew.
    try await transaction.execute("update settlements set settled_as = '' where match = \(old.id)")
    try await transaction.reminders.cancel(ClosingReminders.thing(new.id))
  }

  private static func movePredictions(
    from new: String, to old: String, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      delete from predictions where match = \(old) and exists (
        select 1 from predictions o where o.match = \(new) and o.account = predictions.account
          and o.updated_at >= predictions.updated_at)
      """)
    try await transaction.execute(
      """
      delete from predictions where match = \(new) and exists (
        select 1 from predictions o where o.match = \(old) and o.account = predictions.account)
      """)
    try await transaction.execute("update predictions set match = \(old) where match = \(new)")
  }
}
