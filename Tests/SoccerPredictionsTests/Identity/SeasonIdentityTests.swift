import Foundation
import Testing

@testable import SoccerPredictions

/// A league of so many teams who meet twice, a round a week, as its file would be read.
struct DoubleRound {
  var names = (0..<8).map { "Town \(["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel"][$0])" }
  let key = SeasonKey(league: "en.1", season: "2024-25")

  /// The matches by the circle method, home and away exchanged in the second half.
  func rows() -> [(round: Int, home: Int, away: Int)] {
    let count = names.count
    var rows: [(round: Int, home: Int, away: Int)] = []
    for round in 0..<count - 1 {
      let ring = (0..<count - 1).map { ($0 + round) % (count - 1) }
      rows.append((round + 1, ring[0], count - 1))
      for place in 1..<count / 2 { rows.append((round + 1, ring[place], ring[count - 1 - place])) }
    }
    return rows + rows.map { ($0.round + count - 1, $0.away, $0.home) }
  }

  func matches(_ change: (inout Match, Int) -> Void = { _, _ in }) -> [Match] {
    rows().enumerated().map { place, row in
      let (home, away) = (Team(name: names[row.home], country: "ENG"), Team(name: names[row.away], country: "ENG"))
      var match = Match(
        id: "", league: key, round: "Matchday \(row.round)", group: nil, home: home, away: away,
        kickOff: Date(timeIntervalSince1970: 1_723_900_000 + Double(row.round) * 7 * 86_400), kickOffConfirmed: true,
        stadium: nil, status: .scheduled, score: Score(), goals: nil)
      change(&match, place)
      match.id = "\(key)_\(Slug.make(match.round ?? "-"))_\(Slug.make(match.home.name))_\(Slug.make(match.away.name))"
      return match
    }
  }

  func file(_ matches: [Match]) -> SeasonFile {
    SeasonFile(
      league: League(key: key, name: "League", continent: "Europe", country: nil), matches: matches, problems: [])
  }
}

/// What is stored of a season, through one reading after another.
struct Readings {
  var known: [MatchRecord] = []
  var registry = TeamRegistry()
  var aliases: [String: String] = [:]
  var apart: Set<String> = []

  @discardableResult
  mutating func read(_ file: SeasonFile) -> SeasonIdentity {
    let identity = SeasonIdentity(of: file, known: known, registry: &registry, aliases: aliases, apart: apart)
    var all = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for record in identity.records { all[record.id] = record }
    known = all.values.sorted { $0.id < $1.id }
    aliases.merge(identity.aliases) { $1 }
    return identity
  }
}

@Suite struct `The ids of a season's matches` {
  private let league = DoubleRound()

  /// The ids before and after a change, each by the place in the file.
  private func ids(after change: ([Match]) -> [Match]) -> (before: [String], after: SeasonIdentity) {
    var readings = Readings()
    let matches = league.matches()
    let before = readings.read(league.file(matches)).matches.map(\.id)
    return (before, readings.read(league.file(change(matches))))
  }

  @Test func `are those of the file when it is first read, and stay when nothing changes`() {
    let (before, after) = ids { $0 }
    #expect(before == league.matches().map(\.id) && Set(before).count == 56)
    #expect(after.matches.map(\.id) == before)
    #expect(after.records.isEmpty && after.aliases.isEmpty && after.doubts.isEmpty && after.absent.isEmpty)
  }

  @Test(arguments: ["Town Aldre", "FC Town Alder", "Town Alder 1899", "T. Alder", "Alder"])
  func `outlive a corrected name`(name: String) {
    var other = league
    other.names[0] = name
    let (before, after) = ids { _ in other.matches() }
    #expect(after.matches.map(\.id) == before)
    #expect(after.matches.first { $0.home.name == name }?.home.id == "eng-town-alder")
    #expect(after.doubts.isEmpty && after.absent.isEmpty)
  }

  @Test func `outlive other numbers of all rounds, and every date moved by up to a month`() {
    let (before, after) = ids { _ in
      league.matches { match, place in
        match.round = "Round \(60 - (match.roundNumber ?? 0))"
        match.kickOff += Double(place % 31) * 86_400
      }
    }
    #expect(after.matches.map(\.id) == before && after.absent.isEmpty && after.doubts.isEmpty)
  }

  @Test func `outlive another order of the file`() {
    let (before, after) = ids { $0.reversed() }
    #expect(after.matches.map(\.id) == before.reversed() && after.records.isEmpty)
  }

  @Test func `outlive all of it at once, with a name in one row only`() {
    var other = league
    other.names = league.names.map { "\($0) FC" }
    let (before, after) = ids { _ in
      var matches = other.matches { match, place in
        match.round = "\((match.roundNumber ?? 0) + 3). Round"
        match.kickOff += Double(place % 5) * 86_400
      }
      matches[7].home = Team(name: matches[7].home.name.replacing("Town", with: "Twon"), country: "ENG")
      return matches
    }
    #expect(after.matches.map(\.id) == before && after.doubts.isEmpty)
  }

  @Test func `of teams that meet four times are told apart by round and date`() {
    let twice =
      league.matches()
      + league.matches { match, _ in
        match.round = "Matchday \((match.roundNumber ?? 0) + 14)"
        match.kickOff += 14 * 7 * 86_400
      }
    var readings = Readings()
    let before = readings.read(league.file(twice)).matches.map(\.id)
    #expect(Set(before).count == 112)
    let moved = twice.map { match in
      var match = match
      match.kickOff += 6 * 86_400
      return match
    }
    #expect(readings.read(league.file(moved.reversed())).matches.map(\.id) == before.reversed())
  }

  @Test func `in one round are told apart by the date, in whichever order they stand`() {
    let two = Array(league.matches { match, place in if place == 1 { match.kickOff += 3 * 86_400 } }.prefix(2))
    var legs = [two[0], two[0]]
    legs[1].kickOff += 7 * 86_400
    legs[1].id += "_2"
    var readings = Readings()
    let before = readings.read(league.file(legs)).matches.map(\.id)
    var swapped = [legs[1], legs[0]]
    (swapped[0].id, swapped[1].id) = (legs[0].id, legs[1].id)
    #expect(readings.read(league.file(swapped)).matches.map(\.id) == before.reversed())
  }
}

@Suite struct `A match that the feed has no longer` {
  private let league = DoubleRound()

  @Test func `is removed, and is the same when it returns`() {
    var readings = Readings()
    let matches = league.matches()
    readings.read(league.file(matches))
    let without = readings.read(league.file(Array(matches.dropFirst())))
    #expect(without.absent.map(\.id) == [matches[0].id] && without.absent[0].state == .removed)
    let back = readings.read(league.file(matches))
    #expect(back.matches.map(\.id) == matches.map(\.id) && back.absent.isEmpty)
  }

  @Test func `stays when most of the season is gone with it, and that is told`() {
    var readings = Readings()
    let matches = league.matches()
    readings.read(league.file(matches))
    for rest in [[], Array(matches.prefix(20))] {
      let read = readings.read(league.file(rest))
      #expect(Set(read.matches.map(\.id)) == Set(matches.map(\.id)) && read.absent.isEmpty)
      #expect(read.problem?.code == (rest.isEmpty ? "season-emptied" : "season-shrunk"))
    }
  }

  @Test func `is a doubt where another one stands in its place: with one other team, or turned`() {
    for isTurned in [false, true] {
      var readings = Readings()
      let matches = Array(league.matches().prefix(28))
      readings.read(league.file(matches))
      var changed = matches
      if isTurned {
        (changed[0].home, changed[0].away) = (matches[0].away, matches[0].home)
      } else {
        changed[0].away = Team(name: "Quite Another", country: "ENG")
      }
      changed[0].id = "en.1_2024-25_other"
      let read = readings.read(league.file(changed))
      #expect(read.doubts.map(\.one) == [matches[0].id] && read.doubts[0].isTurned == isTurned)
      #expect(read.absent.first?.state == .missing && read.absent.first?.shown.isDoubtful == true)
      readings.apart = Set(read.doubts.map(\.id))
      #expect(readings.read(league.file(changed)).doubts.isEmpty, "what an operator has decided is not asked again")
    }
  }

  @Test func `is a doubt of the whole team where an unlike name stands in all its places`() {
    var readings = Readings()
    readings.read(league.file(league.matches()))
    var other = league
    other.names[3] = "Rovers"
    let read = readings.read(other.file(other.matches()))
    #expect(read.doubts == [Doubt(kind: .team, season: "en.1_2024-25", one: "eng-town-dogwood", other: "eng-rovers")])
    #expect(read.absent.count == 14 && read.absent.allSatisfy { $0.state == .missing })
  }

  @Test func `waits for its teams under its own number, and keeps its id when they are named`() {
    var places = Array(league.matches().prefix(2))
    for place in places.indices {
      places[place].home = Team(name: "W\(place + 1)", country: "ENG")
      places[place].away = Team(name: "W\(place + 3)", country: "ENG")
      places[place].id = "en.1_2024-25_m\(place + 70)"
    }
    var readings = Readings()
    let before = readings.read(league.file(places)).matches.map(\.id)
    var named = places
    (named[1].home, named[1].away) = (league.matches()[0].home, league.matches()[0].away)
    #expect(readings.read(league.file(named)).matches.map(\.id) == before)
    var unnumbered = named
    (unnumbered[0].home, unnumbered[0].away) = (league.matches()[1].home, league.matches()[1].away)
    unnumbered[0].id = "en.1_2024-25_final"
    unnumbered[0].kickOff += 3600
    #expect(readings.read(league.file([unnumbered[1], unnumbered[0]])).matches.map(\.id) == before.reversed())
  }
}
