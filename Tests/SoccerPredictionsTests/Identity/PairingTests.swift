import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Which match is which` {
  private let league = DoubleRound()
  private let start = Date(timeIntervalSince1970: 1_725_000_000)

  private func match(
    _ home: String, _ away: String, day: Double, round: String? = "Round 1", score: Score = Score(), id: String? = nil
  ) -> Match {
    var match = Match.sample(home, away, score: score, round: round)
    match.kickOff = start + day * 86_400
    match.id = id ?? "en.1_2024-25_\(Slug.make(round ?? "-"))_\(Slug.make(home))_\(Slug.make(away))_\(day)"
    return match
  }

  private let drawn = Score(regularTime: ScoreLine(1, 1))

  /// The ids after some readings, of the last one.
  private func read(_ files: [Match]...) -> SeasonIdentity {
    var readings = Readings()
    for file in files.dropLast() { readings.read(league.file(file)) }
    return readings.read(league.file(files.last ?? []))
  }

  /// So many other matches that nobody touches, so that a season is not said to have shrunk.
  private var others: [Match] {
    let homes = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel"]
    let aways = ["Ironwood", "Juniper", "Katsura", "Larch", "Maple", "Nutmeg", "Oak", "Pine"]
    return zip(homes, aways).enumerated().map { match($1.0, $1.1, day: Double($0), round: "Round 9") }
  }

  @Test func `a replay is another match, which takes nothing over of the one that was drawn`() {
    let cup = match("Albion", "Borough", day: 0, score: drawn)
    let replay = match("Albion", "Borough", day: 10)
    let found = read([cup] + others, [cup, replay] + others)
    #expect(found.matches.prefix(2).map(\.id) == [cup.id, replay.id] && found.doubts.isEmpty)
    let instead = read([cup] + others, [replay] + others)
    #expect(instead.matches[0].id == replay.id, "one that is still to be played is not surely the one that was")
    #expect(instead.doubts.map { [$0.one, $0.other] } == [[cup.id, replay.id]])
  }

  @Test func `a match that was not played may move by weeks, and by three where the teams meet again`() {
    let (early, late) = (match("Albion", "Borough", day: 0), match("Albion", "Borough", day: 60))
    #expect(read([early] + others, [late] + others).matches[0].id == early.id)
    let elsewhere = match("Albion", "Borough", day: 20, round: "Round 5")
    #expect(read([early] + others, [elsewhere] + others).matches[0].id == early.id)
    let again = match("Albion", "Borough", day: 120, round: "Round 11")
    for (day, isKept) in [(21.0, true), (21.1, false)] {
      let moved = match("Albion", "Borough", day: day, round: "Round 5")
      let found = read([early, again] + others, [moved, again] + others)
      #expect(found.matches.prefix(2).map(\.id) == [isKept ? early.id : moved.id, again.id], "\(day) days")
      #expect(found.doubts.map(\.one) == (isKept ? [] : [early.id]))
    }
  }

  @Test func `home and away that change places within three days or their round are a doubt, and else two matches`() {
    for (day, round, isDoubt) in [
      (3.0, "Round 2", true), (3.1, "Round 2", false), (30, "Round 1", true), (30, "Round 2", false),
    ] {
      let (known, turned) = (match("Albion", "Borough", day: 0), match("Borough", "Albion", day: day, round: round))
      let found = read([known] + others, [turned] + others)
      #expect(found.matches[0].id == turned.id)
      #expect(found.doubts.map { [$0.one, $0.other] } == (isDoubt ? [[known.id, turned.id]] : []), "\(day) \(round)")
      #expect(found.doubts.allSatisfy { $0.isTurned })
      #expect(found.absent.map(\.state) == [isDoubt ? .missing : .removed])
    }
  }

  @Test func `another team in a match's place is a doubt within a week of it, and another match is none`() {
    for (days, isDoubt) in [(7.0, true), (7.1, false)] {
      let found = read(
        [match("Albion", "Borough", day: 0)] + others, [match("Albion", "Quite Another", day: days)] + others)
      #expect(found.doubts.count == (isDoubt ? 1 : 0), "\(days)")
    }
    let (one, two) = (match("Albion", "Borough", day: 0), match("Castle", "Dynamo", day: 0))
    #expect(read([one] + others, [two] + others).doubts.count == 1, "at one instant of one round")
    #expect(read([one] + others, [match("Castle", "Dynamo", day: 0.01)] + others).doubts.isEmpty)
    #expect(read([one] + others, [match("Castle", "Dynamo", day: 0, round: "Round 2")] + others).doubts.isEmpty)
  }

  @Test func `the nearest of two that it may be is asked about`() {
    let (near, far) = (match("Albion", "Borough", day: 2), match("Albion", "Castle", day: 6))
    let found = read([near, far] + others, [match("Albion", "Newcomers", day: 3)] + others)
    #expect(found.doubts.map(\.one) == [near.id])
    #expect(found.absent.map(\.state.rawValue).sorted() == ["missing", "removed"])
  }

  @Test func `a place in a cup keeps its number while its teams come and go`() {
    let place = match("W1", "W2", day: 0, id: "m1")
    let half = match("Albion", "W2", day: 0, id: "m1")
    let full = match("Albion", "Borough", day: 0, id: "m1")
    for course in [[place, half, full], [place, full, half], [full, place, full]] {
      var readings = Readings()
      for match in course { #expect(readings.read(league.file([match] + others)).matches[0].id == "m1") }
    }
    let other = match("Castle", "Borough", day: 0, id: "m1")
    #expect(read([half] + others, [other] + others).matches[0].id == "m1_2", "another team is another match")
  }

  @Test func `an id that was another match's is not given again, and the old one still leads to its match`() {
    let (first, second) = (match("Albion", "Borough", day: 0, id: "x"), match("Castle", "Dynamo", day: 1, id: "y"))
    var readings = Readings()
    readings.read(league.file([first, second] + others))
    // The file calls each by the other's id now.
    var (one, two) = (first, second)
    (one.id, two.id) = ("y", "x")
    let swapped = readings.read(league.file([one, two] + others))
    #expect(swapped.matches.prefix(2).map(\.id) == ["x", "y"] && swapped.aliases.isEmpty)
    let new = match("Eastham", "Forest", day: 2, id: "x")
    let third = readings.read(league.file([one, two, new] + others))
    #expect(third.matches[2].id == "x_2")
  }

  @Test func `what the file has and cannot be read is not gone`() {
    var readings = Readings()
    let all = others
    readings.read(league.file(all))
    var file = league.file(Array(all.dropFirst(2)))
    file.unread = 1
    let found = readings.read(file)
    #expect(found.problem?.code == "season-unread" && found.problem?.detail.contains("1 matches") == true)
    #expect(Set(found.matches.map(\.id)) == Set(all.map(\.id)) && found.absent.isEmpty && found.doubts.isEmpty)
    file.unread = 0
    #expect(readings.read(file).absent.map(\.state) == [.removed, .removed])
  }

  @Test func `half of a season may go, and no more`() {
    for (gone, isKept) in [(4, false), (5, true)] {
      let found = read(others, Array(others.dropFirst(gone)))
      #expect((found.problem?.code == "season-shrunk") == isKept, "\(gone)")
      #expect(found.matches.count == (isKept ? 8 : 8 - gone))
    }
  }

  /// Whatever is done to a file, no two matches come to have one id, and each of its rows has a match.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `no two matches are ever one, however a file is changed`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var readings = Readings()
    var league = DoubleRound()
    league.names = Array(league.names.prefix(6))
    var matches = league.matches()
    for step in 0..<10 {
      let found = readings.read(league.file(matches))
      #expect(Set(found.matches.map(\.id)).count == found.matches.count, "step \(step)")
      #expect(found.matches.count >= matches.count)
      #expect(found.absent.allSatisfy { absent in !found.matches.contains { $0.id == absent.id } })
      for _ in 0..<4 {
        let place = random.next(below: matches.count)
        switch random.next(below: 6) {
        case 0: matches[place].kickOff += Double(random.next(below: 40) - 20) * 86_400
        case 1: matches[place].round = "Round \(random.next(below: 12))"
        case 2: (matches[place].home, matches[place].away) = (matches[place].away, matches[place].home)
        case 3: matches[place].away = Team(name: "New \(random.next(below: 4))", country: "ENG")
        case 4: matches[place].home = Team(name: "W\(1 + random.next(below: 9))", country: "ENG")
        default: matches.remove(at: place)
        }
      }
    }
  }
}
