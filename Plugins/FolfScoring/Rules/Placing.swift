/// What somebody has thrown in the rounds of a tournament.
public struct TournamentScore: Sendable, Equatable {
  /// The entrant's id.
  public let id: String
  /// Throws with penalty throws of each round that was played to its end, the first one first.
  public let rounds: [Int]
  /// Whether the player did not finish a round, or was taken out.
  public let isOut: Bool
  /// The number of a member of the PDGA; nil without.
  public let memberNumber: Int?
  public let lastName: String
  /// Whether a playoff about the first place was won.
  public let hasWonPlayoff: Bool

  public init(
    id: String, rounds: [Int], isOut: Bool, memberNumber: Int? = nil, lastName: String = "", hasWonPlayoff: Bool = false
  ) {
    (self.id, self.rounds, self.isOut) = (id, rounds, isOut)
    (self.memberNumber, self.lastName, self.hasWonPlayoff) = (memberNumber, lastName, hasWonPlayoff)
  }

  /// The same as if no playoff had been played.
  var withoutPlayoff: TournamentScore {
    TournamentScore(id: id, rounds: rounds, isOut: isOut, memberNumber: memberNumber, lastName: lastName)
  }

  /// Throws of all rounds.
  public var total: Int { rounds.reduce(0, +) }
}

/// Places and groups. Source: PDGA, Competition Manual, 1.09.
public enum Placing {
  /// The place of each player of a division who has finished as many rounds as anybody has: the lowest total is first,
  /// equal totals share a place, and as many places behind it are left out. A tie for the first place is for a playoff
  /// (``ties(_:)``): its winner is first alone, and the others share the second place. Who is out has no place.
  public static func places(_ scores: [TournamentScore]) -> [String: Int] {
    let most = scores.filter { !$0.isOut }.map(\.rounds.count).max() ?? 0
    let ranked = scores.filter { !$0.isOut && $0.rounds.count == most && most > 0 }
    let least = ranked.map(\.total).min()
    let winner = ranked.first { $0.hasWonPlayoff && $0.total == least }
    let places = ranked.map { score in
      let isBehindWinner = score.total == least && winner != nil && score.id != winner?.id
      return (score.id, 1 + ranked.count { $0.total < score.total } + (isBehindWinner ? 1 : 0))
    }
    return Dictionary(places) { one, _ in one }
  }

  /// Those who share the first place, when there are several.
  public static func ties(_ scores: [TournamentScore]) -> [String] {
    let first = places(scores).filter { $0.value == 1 }.map(\.key).sorted()
    return first.count > 1 ? first : []
  }

  /// The order for the groups of the next round, the leaders last: whoever has finished fewer rounds plays before the
  /// others; equal totals go by the lower score in the more recent round, then by the lower number of the member, then by
  /// the last name.
  public static func order(_ scores: [TournamentScore]) -> [String] {
    scores.filter { !$0.isOut }.sorted { one, other in
      if one.rounds.count != other.rounds.count { return one.rounds.count < other.rounds.count }
      if one.total != other.total { return one.total > other.total }
      for (mine, theirs) in zip(one.rounds.reversed(), other.rounds.reversed()) where mine != theirs {
        return mine > theirs
      }
      let (a, b) = (one.memberNumber ?? .max, other.memberNumber ?? .max)
      return (b, other.lastName, other.id) < (a, one.lastName, one.id)
    }.map(\.id)
  }
}

/// Cards of a round, and when they begin.
enum TeeSheet {
  struct Card: Sendable, Equatable {
    let entrants: [String]
    /// Minutes after the beginning of the round.
    let minutes: Int
    /// The position of the hole where the card begins, from 1.
    let hole: Int
  }

  /// How many play on a card. Source: PDGA, Competition Manual, 1.06: three at least, five at most, unless the director
  /// says otherwise.
  static let sizes = 3...5

  /// Cards of nearly equal size, in the order given.
  /// - Parameters:
  ///   - interval: minutes between two cards from the first hole on; nil for a shotgun start, where all begin at once,
  /// each on a
  ///     hole of its own as long as there are holes, and two on one then.
  static func cards(_ entrants: [String], size: Int, interval: Int?, holes: Int) -> [Card] {
    guard !entrants.isEmpty else { return [] }
    let count = (entrants.count + size - 1) / size
    let (least, more) = entrants.count.quotientAndRemainder(dividingBy: count)
    var (cards, rest): ([Card], [String]) = ([], entrants)
    for index in 0..<count {
      let length = least + (index < more ? 1 : 0)
      cards.append(
        Card(
          entrants: Array(rest.prefix(length)), minutes: interval.map { $0 * index } ?? 0,
          hole: interval == nil ? index % holes + 1 : 1))
      rest.removeFirst(length)
    }
    return cards
  }
}

/// Points of a league by the places of its events.
enum LeaguePoints {
  /// The points of each player: those of the places that equal ones share are added and divided. Source: PDGA,
  /// Competition Manual, 1.09, on prizes.
  /// - Parameters:
  ///   - places: of the players of a division.
  ///   - points: of the first place, the second one and so on; none behind the last.
  static func points(_ places: [String: Int], _ points: [Int]) -> [String: Double] {
    let counts = Dictionary(places.values.map { ($0, 1) }, uniquingKeysWith: +)
    return places.mapValues { place in
      let shared = counts[place] ?? 1
      let sum = (place..<place + shared).map { points.indices.contains($0 - 1) ? points[$0 - 1] : 0 }.reduce(0, +)
      return Double(sum) / Double(shared)
    }
  }

  /// The points of several events together, to the millionth: thirds add up to the same in whatever order they came.
  static func sum(_ earned: [Double]) -> Double { (earned.reduce(0, +) * 1_000_000).rounded() / 1_000_000 }
}
