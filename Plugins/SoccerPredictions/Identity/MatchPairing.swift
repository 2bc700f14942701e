import Foundation

/// Finds out which matches of a file are which of those that are known: by the teams, then by round and date.
struct MatchPairing {
  /// A match and a known one that may be the same.
  struct Doubtful {
    let match: Int
    let record: Int
    let isTurned: Bool
  }

  /// The known match by the place of the match, both counted from 0.
  private(set) var places: [Int: Int] = [:]
  private(set) var doubts: [Doubtful] = []

  /// By so much a match of one pairing may move in a season in which they meet again, in seconds: 21 days.
  private static let move = 21.0 * 86_400
  /// A match that takes another's place is not farther from its day, in seconds: 7 days.
  private static let sameSlot = 7.0 * 86_400
  /// Home and away change places for one match within so many seconds: 3 days.
  private static let turn = 3.0 * 86_400

  private let matches: [Match]
  private let sources: [String]
  private let records: [MatchRecord]
  private var taken: Set<Int> = []
  /// Whether each team receives each other one once at most.
  private let isOnce: Bool

  /// - Parameters:
  ///   - matches: with the teams' lasting ids.
  ///   - sources: the id that the file gives each of them.
  init(_ matches: [Match], sources: [String], with records: [MatchRecord]) {
    (self.matches, self.sources, self.records) = (matches, sources, records)
    let groups = Dictionary(grouping: matches.indices) { matches[$0].pair }
    let known = Dictionary(grouping: records.indices) { records[$0].match.pair }
    isOnce = groups.values.allSatisfy { $0.count == 1 } && known.values.allSatisfy { $0.count == 1 }
    for pair in groups.keys.sorted() {
      guard let own = groups[pair], let theirs = known[pair] else { continue }
      // What the feed has had all along comes before what it had once.
      let present = theirs.filter { records[$0].state == .present }
      for some in [present, theirs.filter { records[$0].state != .present }] where !some.isEmpty { pairUp(own, some) }
    }
    pairPlaces()
    pairDoubtfully()
  }

  /// The matches of two teams.
  private mutating func pairUp(_ own: [Int], _ theirs: [Int]) {
    guard matches[own[0]].areTeamsKnown else { return }
    pairUnique(own, theirs) { $0.isNear($1) && $0.round == $1.round }
    pairUnique(own, theirs) { $0.isNear($1) }
    pairUnique(own, theirs) { $0.round != nil && $0.round == $1.round && !$0.comesAfter($1) }
    let (mine, left) = (open(own).filter { !isInDoubt($0) }, free(theirs))
    guard mine.count == left.count else { return pairUnique(own, theirs) { $0.isNear($1, within: Self.move) } }
    for (match, record) in zip(inOrder(mine), inOrder(records: left)) {
      let (here, there) = (matches[match], records[record].match)
      if (isOnce || here.isNear(there, within: Self.move)) && !here.comesAfter(there) {
        take(match, record)
      } else {
        doubts.append(Doubtful(match: match, record: record, isTurned: false))
      }
    }
  }

  /// Pairs those of which each fits exactly one.
  private mutating func pairUnique(_ own: [Int], _ theirs: [Int], _ fits: (Match, Match) -> Bool) {
    let (mine, left) = (open(own), free(theirs))
    for match in mine {
      let found = left.filter { fits(matches[match], records[$0].match) }
      guard found.count == 1, let record = found.first else { continue }
      guard mine.count(where: { fits(matches[$0], records[record].match) }) == 1 else { continue }
      take(match, record)
    }
  }

  /// Matches of which the one or the other team was not known, or is not known any more.
  private mutating func pairPlaces() {
    let waiting = records.indices.filter { !records[$0].match.areTeamsKnown }
    let own = matches.indices.filter { places[$0] == nil }
    for match in own {
      guard let record = free(Array(records.indices)).first(where: { isSamePlace(match, $0) }) else { continue }
      take(match, record)
    }
    pairUnique(own, waiting) { $0.isNear($1) && $0.round == $1.round && $0.mayBe($1) }
    let unknown = own.filter { !matches[$0].areTeamsKnown }
    guard !unknown.isEmpty else { return }
    pairUnique(unknown, Array(records.indices)) { $0.isNear($1) && $0.round == $1.round && $0.mayBe($1) }
  }

  private func isSamePlace(_ match: Int, _ record: Int) -> Bool {
    let (here, there) = (matches[match], records[record].match)
    guard sources[match] == records[record].source, !here.areTeamsKnown || !there.areTeamsKnown else { return false }
    return here.mayBe(there)
  }

  /// What is left on both sides and yet may be the same: in one place of the fixture list, with a team exchanged or both turned, or at one
  /// instant of one round.
  private mutating func pairDoubtfully() {
    let busy = (Set(doubts.map(\.match)), Set(doubts.map(\.record)))
    let mine = matches.indices.filter { places[$0] == nil && !busy.0.contains($0) && matches[$0].areTeamsKnown }
    guard !mine.isEmpty else { return }
    var left = Set(free(Array(records.indices)).filter { !busy.1.contains($0) && records[$0].match.areTeamsKnown })
    for match in mine {
      let found = left.filter { mayReplace(match, $0) }
      guard let best = found.min(by: { nearer(match, $0, $1) }) else { continue }
      let isTurned = matches[match].home.id == records[best].match.away.id
      doubts.append(Doubtful(match: match, record: best, isTurned: isTurned))
      left.remove(best)
    }
  }

  private func mayReplace(_ match: Int, _ record: Int) -> Bool {
    let (here, there) = (matches[match], records[record].match)
    if here.home.id == there.away.id, here.away.id == there.home.id {
      return here.isNear(there, within: Self.turn) || here.round != nil && here.round == there.round
    }
    let shared = [here.home.id == there.home.id, here.away.id == there.away.id].count { $0 }
    if shared == 1 { return here.isNear(there, within: Self.sameSlot) }
    return shared == 0 && here.kickOff == there.kickOff && here.round == there.round
  }

  private func nearer(_ match: Int, _ one: Int, _ other: Int) -> Bool {
    let here = matches[match]
    let (first, second) = (here.distance(to: records[one].match), here.distance(to: records[other].match))
    return first == second ? records[one].id < records[other].id : first < second
  }

  private mutating func take(_ match: Int, _ record: Int) {
    places[match] = record
    taken.insert(record)
  }

  private func isInDoubt(_ match: Int) -> Bool { doubts.contains { $0.match == match } }

  private func open(_ own: [Int]) -> [Int] { own.filter { places[$0] == nil } }
  private func free(_ theirs: [Int]) -> [Int] { theirs.filter { !taken.contains($0) } }

  private func inOrder(_ own: [Int]) -> [Int] {
    own.sorted { (matches[$0].kickOff, sources[$0]) < (matches[$1].kickOff, sources[$1]) }
  }

  private func inOrder(records theirs: [Int]) -> [Int] {
    theirs.sorted { (records[$0].match.kickOff, records[$0].id) < (records[$1].match.kickOff, records[$1].id) }
  }
}

extension Match {
  /// Whether the teams do not say that it is another match: where both are known on a side they are the same.
  fileprivate func mayBe(_ other: Match) -> Bool {
    let sides = [(home, other.home), (away, other.away)]
    return sides.allSatisfy { !$0.isDetermined || !$1.isDetermined || $0.id == $1.id }
  }

  /// Whether it is still to be played while the other one has been, days before: a replay rather than the same match.
  fileprivate func comesAfter(_ other: Match) -> Bool {
    other.score.final != nil && score == Score() && kickOff.timeIntervalSince(other.kickOff) > 3 * 86_400
  }
}
