import Foundation

/// How somebody has played, over several rounds.
struct RoundStatistics: Sendable, Equatable {
  /// A hole over several rounds, by the number on its sign.
  struct OnHole: Sendable, Equatable {
    let number: Int
    let par: Int
    let rounds: Int
    let average: Double
    let best: Int
    /// The mean of the newest five rounds less the mean of all: below 0 is better than before.
    let trend: Double
    /// The discs of the last time, throw after throw; empty where nobody has said.
    let lastDiscs: [Int]
  }

  /// How much a disc was thrown.
  struct DiscUse: Sendable, Equatable {
    /// How often it was noted: on a hole once for each throw.
    var uses = 0
    /// On how many holes.
    var holes = 0
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

    /// Its place among all.
    fileprivate var place: Int {
      switch self {
      case .ace: 0
      case .eagle: 1
      case .birdie: 2
      case .par: 3
      case .bogey: 4
      case .worse: 5
      }
    }
  }

  /// The complete rounds of a month (UTC).
  struct Month: Sendable, Equatable {
    /// Such as `2026-06`.
    let name: String
    let rounds: Int
    /// Mean throws above par of 18 holes: a round of more or fewer counts in proportion.
    let average: Double
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
  /// Penalty throws in all rounds.
  let penalties: Int
  /// Mean putts of the holes where they were noted.
  let putts: Double?
  /// In the order of their numbers.
  let holes: [OnHole]
  /// In the order of time.
  let months: [Month]
  let discs: [Int: DiscUse]

  /// - Parameters:
  ///   - played: the newest first, where holes are told.
  ///   - byHole: whether ``holes`` are told; their numbers mean nothing beyond a course.
  init(_ played: [PlayedRound], byHole: Bool = true) {
    var (sums, byNumber): (Sums, [Int: [PlayedHole]]) = (Sums(), [:])
    for round in played { sums.add(round) }
    if byHole {
      for round in played {
        for hole in round.holes where hole.throwCount != nil { byNumber[hole.number, default: []].append(hole) }
      }
    }
    (rounds, complete, best) = (sums.rounds, sums.complete, sums.best)
    average = sums.complete == 0 ? nil : Double(sums.toPar) / Double(sums.complete)
    let counted = zip(Name.allCases, sums.names).filter { $1 > 0 }
    names = Dictionary(uniqueKeysWithValues: counted.map { ($0, $1) })
    (penalties, discs) = (sums.penalties, sums.discs)
    putts = sums.puttHoles == 0 ? nil : Double(sums.putts) / Double(sums.puttHoles)
    holes = byNumber.map(OnHole.init).sorted { $0.number < $1.number }
    months = sums.months.sorted { $0.key < $1.key }.map { month, of in
      Month(name: Self.name(ofMonth: month), rounds: of.rounds, average: of.scaled / Double(of.rounds))
    }
  }

  fileprivate static func mean(_ values: [Int]) -> Double? {
    values.isEmpty ? nil : Double(values.reduce(0, +)) / Double(values.count)
  }

  /// What rounds add up to.
  private struct Sums {
    var (rounds, complete, toPar): (Int, Int, Int) = (0, 0, 0)
    var best: Int?
    /// How often each score was thrown, in the order of the names.
    var names = [Int](repeating: 0, count: Name.allCases.count)
    var (penalties, putts, puttHoles): (Int, Int, Int) = (0, 0, 0)
    var discs: [Int: DiscUse] = [:]
    /// Of complete rounds, by months since the year 0: throws above par of 18 holes.
    var months: [Int: (rounds: Int, scaled: Double)] = [:]

    mutating func add(_ round: PlayedRound) {
      var hasScore = false
      for hole in round.holes {
        penalties += hole.penalties ?? 0
        if let count = hole.putts { (putts, puttHoles) = (putts + count, puttHoles + 1) }
        if !hole.discs.isEmpty { add(hole.discs) }
        guard let count = hole.throwCount else { continue }
        hasScore = true
        names[Name(count, par: hole.par).place] += 1
      }
      rounds += hasScore ? 1 : 0
      guard round.isComplete else { return }
      (complete, toPar, best) = (complete + 1, toPar + round.toPar, min(best ?? round.toPar, round.toPar))
      guard let instant = round.startedAt else { return }
      let scaled = Double(round.toPar) * 18 / Double(round.holes.count)
      let month = RoundStatistics.month(instant)
      let before = months[month] ?? (0, 0)
      months[month] = (before.rounds + 1, before.scaled + scaled)
    }

    private mutating func add(_ thrown: [Int]) {
      for disc in thrown { discs[disc, default: DiscUse()].uses += 1 }
      for disc in Set(thrown) { discs[disc, default: DiscUse()].holes += 1 }
    }
  }

  /// The months since the year 0 (UTC).
  private static func month(_ instant: Date) -> Int {
    let (year, month, _) = civil(Int((instant.timeIntervalSince1970 / 86_400).rounded(.down)))
    return year * 12 + month - 1
  }

  private static func name(ofMonth months: Int) -> String {
    let (year, month) = months.quotientAndRemainder(dividingBy: 12)
    return "\(year)-\(month < 9 ? "0" : "")\(month + 1)"
  }

  /// The date of a day since 1970 in the Gregorian calendar. Source: Howard Hinnant, "chrono-compatible low-level date
  /// algorithms", civil_from_days.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let part = (5 * ofYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * part + 2) / 5 + 1)
  }
}

extension RoundStatistics.OnHole {
  /// - Parameter played: of one number, the newest first.
  fileprivate init(_ number: Int, _ played: [PlayedHole]) {
    let counts = played.compactMap(\.throwCount)
    let average = RoundStatistics.mean(counts) ?? 0
    self.init(
      number: number, par: played[0].par, rounds: counts.count, average: average, best: counts.min() ?? 0,
      trend: (RoundStatistics.mean(Array(counts.prefix(5))) ?? 0) - average,
      lastDiscs: played.first { !$0.discs.isEmpty }?.discs ?? [])
  }
}
