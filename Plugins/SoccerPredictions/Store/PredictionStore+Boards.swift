import FieldhouseKit

// What the people of a group have, beside what stands on the league's board.
extension PredictionStore {
  private static let batch = 500

  /// What some people have earned with some matches that are settled; who has none of them is left out.
  func merits(
    of accounts: [AccountID], matches: [String], in transaction: any ReadTransaction
  ) async throws -> [AccountID: BoardMerit] {
    guard !matches.isEmpty else { return [:] }
    var merits: [AccountID: BoardMerit] = [:]
    for part in Self.batches(accounts) {
      let rows = try await transaction.query(
        """
        select account, cast(sum(points) as bigint) as points, cast(sum(exact) as bigint) as exact,
          cast(sum(correct) as bigint) as correct
        from predictions where match in (\(list: matches)) and account in (\(list: part)) and points is not null
        group by account
        """)
      for row in rows { merits[try row["account"]] = try Self.merit(row) }
    }
    return merits
  }

  /// What each settled prediction of some people in a season has come to.
  func results(
    of accounts: [AccountID], season: String, in transaction: any ReadTransaction
  ) async throws -> [(person: AccountID, match: String, merit: BoardMerit)] {
    var results: [(person: AccountID, match: String, merit: BoardMerit)] = []
    for part in Self.batches(accounts) {
      let rows = try await transaction.query(
        """
        select account, match, points, exact, correct from predictions
        where account in (\(list: part)) and season = \(season) and points is not null
        """)
      results += try rows.map { (try $0["account"], try $0["match"], try Self.merit($0)) }
    }
    return results
  }

  private static func merit(_ row: Row) throws -> BoardMerit {
    BoardMerit(points: try row["points"], exactScores: try row["exact"], correctWins: try row["correct"])
  }

  private static func batches(_ accounts: [AccountID]) -> [[AccountID]] {
    stride(from: 0, to: accounts.count, by: batch).map { Array(accounts[$0..<min($0 + batch, accounts.count)]) }
  }
}
