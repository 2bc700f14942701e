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

  /// - Parameter played: the newest first.
  init(_ played: [PlayedRound]) {
    let complete = played.filter(\.isComplete)
    let all = played.lazy.flatMap(\.holes)
    rounds = played.count { $0.holes.contains { $0.throwCount != nil } }
    self.complete = complete.count
    best = complete.map(\.toPar).min()
    average = Self.mean(complete.map(\.toPar))
    var (names, penalties, putts, discs): ([Name: Int], Int, [Int], [Int: DiscUse]) = ([:], 0, [], [:])
    var byNumber: [Int: [PlayedHole]] = [:]
    for hole in all {
      penalties += hole.penalties ?? 0
      if let count = hole.putts { putts.append(count) }
      for disc in hole.discs { discs[disc, default: DiscUse()].uses += 1 }
      for disc in Set(hole.discs) { discs[disc, default: DiscUse()].holes += 1 }
      guard let count = hole.throwCount else { continue }
      names[Name(count, par: hole.par), default: 0] += 1
      byNumber[hole.number, default: []].append(hole)
    }
    (self.names, self.penalties, self.discs, self.putts) = (names, penalties, discs, Self.mean(putts))
    holes = byNumber.map(OnHole.init).sorted { $0.number < $1.number }
    months = Dictionary(grouping: complete.filter { $0.startedAt != nil }) { Self.month($0.startedAt) }.map {
      name, rounds in
      let scaled = rounds.map { Double($0.toPar) * 18 / Double($0.holes.count) }
      return Month(name: name, rounds: rounds.count, average: scaled.reduce(0, +) / Double(rounds.count))
    }.sorted { $0.name < $1.name }
  }

  fileprivate static func mean(_ values: [Int]) -> Double? {
    values.isEmpty ? nil : Double(values.reduce(0, +)) / Double(values.count)
  }

  private static func month(_ instant: Date?) -> String {
    let days = Int(((instant?.timeIntervalSince1970 ?? 0) / 86_400).rounded(.down))
    let (year, month, _) = civil(days)
    return "\(year)-\(month < 10 ? "0" : "")\(month)"
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
