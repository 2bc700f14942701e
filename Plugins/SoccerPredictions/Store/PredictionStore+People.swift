import FieldhouseKit
import Foundation

// What happens to people.
extension PredictionStore {
  /// Removes what a person has predicted and favours.
  func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from predictions where account = \(account)")
    try await transaction.execute("delete from favourites where account = \(account)")
  }

  /// What a person has predicted and favours, in the order of its making; nil for nothing.
  func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let predictions = try await transaction.query(
      """
      select match, home, away, scorers, created_at, updated_at, points, joker from predictions where account = \(account)
      order by created_at, match
      """
    ).map(Self.exported)
    let favourites = try await transaction.query(
      "select kind, id, created_at from favourites where account = \(account) order by created_at, kind, id"
    ).map { ["kind": .string(try $0[0]), "id": .string(try $0[1]), "since": time(try $0[2])] as JSON }
    guard !predictions.isEmpty || !favourites.isEmpty else { return nil }
    return ["predictions": .array(predictions), "favourites": .array(favourites)]
  }

  private static func exported(_ row: Row) throws -> JSON {
    let points: Int64? = try row["points"]
    let scorers = (try row["scorers"] as String).split(separator: "\n")
    return [
      "match": .string(try row["match"]), "home": .integer(try row["home"]), "away": .integer(try row["away"]),
      "scorers": .array(scorers.map { .string(String($0)) }), "createdAt": time(try row["created_at"]),
      "updatedAt": time(try row["updated_at"]), "points": points.map { .integer($0) } ?? .null,
      "joker": .bool(try row["joker"] == 1),
    ]
  }

  /// Gives what a person has predicted and favours to another. Of a match that both have predicted the other's counts.
  /// - Returns: the seasons in which the other has more now.
  func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws -> [String] {
    let seasons: [String] = try await transaction.query(
      "select distinct season from predictions where account = \(account) order by season"
    ).map { try $0[0] }
    for season in seasons { try await keepOneJoker(of: account, other, season: season, in: transaction) }
    try await transaction.execute(
      """
      update predictions set account = \(other) where account = \(account) and not exists (
        select 1 from predictions mine where mine.match = predictions.match and mine.account = \(other))
      """)
    try await transaction.execute(
      """
      update favourites set account = \(other) where account = \(account) and not exists (
        select 1 from favourites mine
        where mine.kind = favourites.kind and mine.id = favourites.id and mine.account = \(other))
      """)
    try await erase(account, in: transaction)
    return seasons
  }

  /// Leaves one of two jokers that two people have set in a round: that of a match which is settled, else the other's. Of two that have
  /// brought points both stay.
  private func keepOneJoker(
    of account: AccountID, _ other: AccountID, season: String, in transaction: any Transaction
  ) async throws {
    let mine = try await jokers(of: account, season: season, in: transaction)
    let theirs = try await jokers(of: other, season: season, in: transaction)
    guard !mine.isEmpty, !theirs.isEmpty else { return }
    let matches = try await IdentityStore.records(of: season, in: transaction).map(\.match)
    let rounds = Dictionary(matches.map { ($0.id, $0.round ?? "") }, uniquingKeysWith: { $1 })
    for (one, two) in mine.flatMap({ one in theirs.map { (one, $0) } }) where one != two && rounds[one] == rounds[two] {
      if try await find(one, account, in: transaction)?.points == nil {
        try await setJoker(false, one, account, in: transaction)
      } else if try await find(two, other, in: transaction)?.points == nil {
        try await setJoker(false, two, other, in: transaction)
      }
    }
  }
}

private func time(_ instant: Date) -> JSON { .string(RFC3339.string(from: instant) ?? "") }
