import FieldhouseKit
import Foundation

/// The challenges between people, and what they have earned in fun games.
struct ChallengeStore: Sendable {
  private static let columns: SQL = "one, other, challenger, state, leagues"
  private static let batch = 500

  /// The challenge of two people; nil when there is none.
  func find(_ pair: ChallengePair, in transaction: any ReadTransaction) async throws -> Challenge? {
    try await transaction.first(
      "select \(Self.columns) from challenges where one = \(pair.one) and other = \(pair.other)"
    ).flatMap(Self.challenge)
  }

  /// All challenges of a person, the oldest first.
  func all(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Challenge] {
    let halves: [SQL] = ["one = \(account)", "other = \(account)"]
    var found: [(Date, Challenge)] = []
    for half in halves {
      let rows = try await transaction.query("select \(Self.columns), asked_at from challenges where \(half)")
      found += try rows.compactMap { row in try Self.challenge(row).map { (try row["asked_at"], $0) } }
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Keeps a request; false when there is a challenge of the two already.
  func ask(_ challenge: Challenge, at now: Date, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      """
      insert into challenges (one, other, challenger, state, leagues, asked_at)
      values (\(challenge.pair.one), \(challenge.pair.other), \(challenge.challenger), \(challenge.state.rawValue),
        \(challenge.leagues.joined(separator: "\n")), \(now))
      on conflict (one, other) do nothing
      """) == 1
  }

  /// Keeps another state or other leagues.
  func change(
    _ pair: ChallengePair, state: Challenge.State, leagues: [String], in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      update challenges set state = \(state.rawValue), leagues = \(leagues.joined(separator: "\n"))
      where one = \(pair.one) and other = \(pair.other)
      """)
  }

  /// Ends the challenge of two people.
  func remove(_ pair: ChallengePair, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from challenges where one = \(pair.one) and other = \(pair.other)")
  }

  /// What some people have earned in fun games with the settled predictions of a season; who has none is left out.
  func points(
    of accounts: [AccountID], season: String, in transaction: any ReadTransaction
  ) async throws -> [AccountID: Int] {
    var points: [AccountID: Int] = [:]
    for start in stride(from: 0, to: accounts.count, by: Self.batch) {
      let part = Array(accounts[start..<min(start + Self.batch, accounts.count)])
      let rows = try await transaction.query(
        """
        select account, cast(sum(fun) as bigint) as points from predictions
        where account in (\(list: part)) and season = \(season) and fun is not null group by account
        """)
      for row in rows { points[try row["account"]] = try row["points"] }
    }
    return points
  }

  private static func challenge(_ row: Row) throws -> Challenge? {
    guard let state = Challenge.State(rawValue: try row["state"]) else { return nil }
    let leagues = (try row["leagues"] as String).split(separator: "\n").map(String.init)
    return Challenge(
      pair: ChallengePair(try row["one"], try row["other"]), challenger: try row["challenger"], state: state,
      leagues: leagues)
  }
}

// What happens to people.
extension ChallengeStore {
  func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from challenges where one = \(account)")
    try await transaction.execute("delete from challenges where other = \(account)")
  }

  /// Gives a person's challenges to another, who keeps those with the same people.
  func merge(_ account: AccountID, into other: AccountID, at now: Date, in transaction: any Transaction) async throws {
    for challenge in try await all(of: account, in: transaction) {
      let opponent = challenge.pair.opponent(of: account)
      try await remove(challenge.pair, in: transaction)
      guard opponent != other else { continue }
      let moved = Challenge(
        pair: ChallengePair(other, opponent), challenger: challenge.challenger == account ? other : opponent,
        state: challenge.state, leagues: challenge.leagues)
      _ = try await ask(moved, at: now, in: transaction)
    }
  }

  /// A person's challenges for the person.
  func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> [JSON] {
    try await all(of: account, in: transaction).map { challenge in
      [
        "with": .string(challenge.pair.opponent(of: account).text), "state": .string(challenge.state(for: account)),
        "leagues": .array(challenge.leagues.map { .string($0) }),
      ]
    }
  }
}
