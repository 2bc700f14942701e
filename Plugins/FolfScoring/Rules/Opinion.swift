/// What somebody thinks of a part of the game.
struct Opinion: Sendable, Hashable {
  /// What people are asked about.
  enum Subject: String, Codable, Sendable, CaseIterable {
    case round, statistics
  }

  /// From 1, not satisfied at all, to 5, very satisfied.
  let stars: Int
  /// How often the person needed help: 0 never, 1 once, 2 more often; nil where that was not answered.
  let help: Int?
}

/// What the opinions of many come to, told only where it does not tell what a single person said.
struct OpinionFigures: Sendable, Equatable {
  /// The mean that is aimed at, in stars.
  static let goal = 4
  /// From how many answers on more is told than their number.
  static let fewest = 5

  let answers: Int
  /// Mean stars, to two digits; nil below ``fewest``.
  let mean: Double?
  /// Whether the mean, before it was rounded, is at least the ``goal``; nil below ``fewest``.
  let isMet: Bool?
  /// How many gave 1, 2, 3, 4 and 5 stars; nil below ``fewest``.
  let distribution: [Int]?
  /// How many have said how often they needed help.
  let helpAnswers: Int
  /// The share of these who needed it at most once, from 0 to 1, to two digits; nil below ``fewest`` of them.
  let helpedAtMostOnce: Double?

  /// - Parameter counts: how many people are of each opinion.
  init(_ counts: [Opinion: Int]) {
    let helped = counts.filter { $0.key.help != nil }
    answers = counts.values.reduce(0, +)
    helpAnswers = helped.values.reduce(0, +)
    let isTold = answers >= Self.fewest
    let stars = counts.map { $0.key.stars * $0.value }.reduce(0, +)
    mean = isTold ? Self.quotient(stars, answers) : nil
    isMet = isTold ? stars >= Self.goal * answers : nil
    distribution =
      isTold
      ? (1...5).map { stars in counts.filter { $0.key.stars == stars }.values.reduce(0, +) } : nil
    let seldom = helped.filter { ($0.key.help ?? 0) <= 1 }.values.reduce(0, +)
    helpedAtMostOnce = helpAnswers >= Self.fewest ? Self.quotient(seldom, helpAnswers) : nil
  }

  /// A quotient to two digits, halves upwards.
  private static func quotient(_ sum: Int, _ count: Int) -> Double { Double((sum * 200 + count) / (count * 2)) / 100 }
}
