import FieldhouseKit
import Foundation

/// The ratings of people and layouts. A round counts once, a day after its end, so that corrections come in time; what
/// is corrected later changes no rating.
enum RatingStore {
  /// How long after its end a round counts, in seconds.
  static let delay: TimeInterval = 86_400

  struct Known: Sendable, Equatable {
    let estimate: Estimate
    let rounds: Int
    let ratedAt: Date
  }

  static func rating(of account: AccountID, in transaction: any ReadTransaction) async throws -> Known? {
    try await transaction.first("select mean, variance, rounds, rated_at from ratings where account = \(account)").map {
      Known(
        estimate: Estimate(mean: try $0["mean"], variance: try $0["variance"]), rounds: try $0["rounds"],
        ratedAt: try $0["rated_at"])
    }
  }

  /// What is known of a layout from a tee; what is taken for a new one while nobody has played there.
  static func difficulty(
    _ course: String, _ layout: String, _ tee: TeeColour, in transaction: any ReadTransaction
  ) async throws -> Estimate {
    try await transaction.first(
      """
      select mean, variance from difficulties
      where course = \(course) and layout_name = \(layout) and tee = \(tee.rawValue)
      """
    ).map { Estimate(mean: try $0["mean"], variance: try $0["variance"]) } ?? Rating.newLayout
  }

  /// Rates the rounds that are due, the one that ended first before the others; so many at most.
  /// - Returns: how many it has rated.
  static func rateDue(at now: Date, limit: Int, in transaction: any Transaction) async throws -> Int {
    let due = now.addingTimeInterval(-delay)
    let rounds = try await transaction.query(
      """
      select \(Round.columns) from rounds r
      where r.state = 'finished' and r.rated_at is null and r.ended_at < \(due) order by r.ended_at, r.id limit \(limit)
      """
    ).map(Round.init)
    for round in rounds {
      try await rate(round, in: transaction)
      try await transaction.execute("update rounds set rated_at = \(now) where id = \(round.id)")
    }
    return rounds.count
  }

  /// Only complete rows of people with accounts count, each thrown by one alone, on a course that is known.
  private static func rate(_ round: Round, in transaction: any Transaction) async throws {
    guard let course = round.course, !round.format.isShared, let endedAt = round.endedAt else { return }
    let rows = try await RoundStore.players(of: round.id, in: transaction).filter {
      $0.account != nil && $0.result.isComplete && !$0.result.isOut
    }
    for (tee, players) in Dictionary(grouping: rows, by: \.tee).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try await rate(players, of: round, on: (course, tee), at: endedAt, in: transaction)
    }
  }

  private static func rate(
    _ players: [Player], of round: Round, on place: (course: String, tee: TeeColour), at endedAt: Date,
    in transaction: any Transaction
  ) async throws {
    let layout = try await difficulty(place.course, round.layout.name, place.tee, in: transaction)
    let par = round.layout.holes.map { $0.par(from: place.tee) }.reduce(0, +)
    var (results, counts): ([Rating.Result], [Int]) = ([], [])
    for player in players {
      guard let account = player.account else { continue }
      let known = try await rating(of: account, in: transaction)
      let days = known.map { endedAt.timeIntervalSince($0.ratedAt) / 86_400 } ?? 0
      results.append(Rating.Result(player: known?.estimate ?? Rating.newPlayer, days: days, toPar: player.result.toPar))
      counts.append((known?.rounds ?? 0) + 1)
    }
    let rated = Rating.rate(results, on: layout, par: par, holes: round.layout.holes.count)
    for (index, player) in players.enumerated() {
      guard let account = player.account else { continue }
      try await set(rated.players[index], counts[index], of: account, at: endedAt, in: transaction)
      let value = Rating.value(of: player.result.toPar, par: par, on: rated.layout)
      try await transaction.execute("update players set value = \(Int(value.rounded())) where id = \(player.id)")
    }
    try await transaction.execute(
      """
      insert into difficulties (course, layout_name, tee, mean, variance, rounds)
      values (\(place.course), \(round.layout.name), \(place.tee.rawValue), \(rated.layout.mean), \(rated.layout.variance),
        \(players.count))
      on conflict (course, layout_name, tee) do update set mean = excluded.mean, variance = excluded.variance,
        rounds = difficulties.rounds + excluded.rounds
      """)
  }

  private static func set(
    _ estimate: Estimate, _ rounds: Int, of account: AccountID, at instant: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into ratings (account, mean, variance, rounds, rated_at)
      values (\(account), \(estimate.mean), \(estimate.variance), \(rounds), \(instant))
      on conflict (account) do update set mean = excluded.mean, variance = excluded.variance, rounds = excluded.rounds,
        rated_at = excluded.rated_at
      """)
  }
}
