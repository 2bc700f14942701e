/// How somebody has played, over several rounds.
struct RoundStatistics: Sendable, Equatable {
  /// A hole over several rounds, by the number on its sign.
  struct OnHole: Sendable, Equatable {
    let number: Int
    let par: Int
    let rounds: Int
    let average: Double
    let best: Int
  }

  /// Names of scores against par, from the best on.
  enum Name: String, Sendable, CaseIterable {
    case ace, eagle, birdie, par, bogey, worse

    /// One throw is an ace whatever the par; two below par and better is an eagle here, two above and more is worse.
    init(_ throwCount: Int, par: Int) {
      switch throwCount - par {
      case _ where throwCount == 1: self = .ace
      case ...(-2): self = .eagle
      case -1: self = .birdie
      case 0: self = .par
      case 1: self = .bogey
      default: self = .worse
      }
    }
  }

  /// Rounds with a score on at least one hole.
  let rounds: Int
  /// Rounds with a score on every hole; only these have a best and an average.
  let complete: Int
  /// Throws above par of the best complete round.
  let best: Int?
  /// Mean throws above par of the complete rounds.
  let average: Double?
  /// How often each score was thrown.
  let names: [Name: Int]
  /// In the order of their numbers.
  let holes: [OnHole]

  init(_ played: [PlayedRound]) {
    let complete = played.filter(\.isComplete).map(\.toPar)
    let scores = played.flatMap { round in
      zip(round.holes, round.throwCounts).compactMap { hole, score in score.map { (hole, $0) } }
    }
    rounds = played.count { $0.throwCounts.contains { $0 != nil } }
    self.complete = complete.count
    best = complete.min()
    average = complete.isEmpty ? nil : Double(complete.reduce(0, +)) / Double(complete.count)
    names = Dictionary(scores.map { (Name($0.1, par: $0.0.par), 1) }, uniquingKeysWith: +)
    holes = Dictionary(grouping: scores) { $0.0.number }.map { number, scores in
      let throwCounts = scores.map(\.1)
      return OnHole(
        number: number, par: scores[0].0.par, rounds: scores.count,
        average: Double(throwCounts.reduce(0, +)) / Double(scores.count), best: throwCounts.min() ?? 0)
    }.sorted { $0.number < $1.number }
  }
}
