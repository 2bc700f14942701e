/// How people of a group did round by round.
struct SeasonCourse<Person: Hashable & Sendable>: Sendable {
  /// A round that has brought somebody of the group something to settle.
  struct Round: Sendable {
    let period: SeasonPeriod
    /// What each has in the round; who has predicted none of its settled matches is left out.
    let earned: [Person: BoardMerit]
    /// What each has with this round and all before it.
    let total: [Person: BoardMerit]

    /// The best of the round, who may be several; nobody while nobody has a point.
    var winners: [Person] {
      guard let best = earned.values.max(), best.points > 0 else { return [] }
      return earned.filter { $0.value == best }.map(\.key)
    }
  }

  let rounds: [Round]
  /// How many points of the merits are one.
  private let unit: Int

  /// What a merit's points are worth; nothing where there is none.
  func points(_ merit: BoardMerit?) -> Worth { Worth(hundredths: (merit?.points ?? 0) * 100 / unit) }

  /// By a group's own rules, whose points are hundredths; who has equal points is equal.
  /// - Parameter earned: what each has in the rounds, by their labels.
  init(_ periods: [SeasonPeriod], earned: [String: [Person: Worth]]) {
    unit = 100
    var total: [Person: BoardMerit] = [:]
    rounds = periods.compactMap { period in
      guard let own = earned[period.name]?.mapValues({ BoardMerit(points: $0.hundredths) }) else { return nil }
      total.merge(own) { $0 + $1 }
      return Round(period: period, earned: own, total: total)
    }
  }

  /// - Parameters:
  ///   - periods: the rounds of the season, in order.
  ///   - results: what somebody's prediction of a match has come to, of settled matches.
  init(_ periods: [SeasonPeriod], _ results: some Sequence<(person: Person, match: String, merit: BoardMerit)>) {
    unit = 1
    let places = Dictionary(
      periods.enumerated().flatMap { place, period in period.matches.map { ($0, place) } }, uniquingKeysWith: { $1 })
    var earned: [Int: [Person: BoardMerit]] = [:]
    for result in results {
      guard let place = places[result.match] else { continue }
      let known = earned[place]?[result.person] ?? BoardMerit()
      earned[place, default: [:]][result.person] = known + result.merit
    }
    var total: [Person: BoardMerit] = [:]
    rounds = earned.sorted { $0.key < $1.key }.map { place, merits in
      total.merge(merits) { $0 + $1 }
      return Round(period: periods[place], earned: merits, total: total)
    }
  }
}
