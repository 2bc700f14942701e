import FieldhouseKit
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Line-ups and figures that providers tell` {
  private func match(_ home: String = "Albion", _ away: String = "Borough") throws -> Match {
    try MatchRow.season([.sample(home, away)]).matches.first.unwrapped
  }

  /// A provider's word of a match with one starter of the home team, or with so many shots.
  private func entry(
    _ home: String = "Albion", _ away: String = "Borough", day: String = "2024-08-17", starter: String? = nil,
    shots: Double? = nil
  ) throws -> ProviderSheets.Entry? {
    var sheet = MatchSheet()
    sheet.home = starter.map { MatchSheet.Lineup(starters: [.init(name: $0)]) }
    sheet.statistics = shots.map { [.init(kind: .shots, home: $0, away: nil)] } ?? []
    let row = try MatchRow.sample(home, away, at: day + "T11:30:00Z")
    return ProviderSheets.Entry(ProviderMatch(number: "1", row: row, sheet: sheet))
  }

  private func sheet(
    of match: Match, among entries: [ProviderSheets.Entry?], called names: [String: String] = [:]
  ) -> MatchSheet {
    let sheets = ProviderSheets()
    sheets.set([match.league: entries.compactMap(\.self)])
    return sheets.sheet(of: match) { country, name in names[name] ?? Team(name: name, country: country).id }
  }

  @Test(
    arguments: [
      ("2024-08-17", true), ("2024-08-14", true), ("2024-08-20", true), ("2024-08-13", false), ("2024-08-21", false),
    ])
  func `are of the match of the two teams that is three days away at most`(day: String, isFound: Bool) throws {
    let found = sheet(of: try match(), among: [try entry(day: day, starter: "Ann")])
    #expect(found.hasLineups == isFound)
  }

  @Test func `are of the same teams by any of their names, and never of a match that is turned`() throws {
    let match = try match("Albion", "Borough")
    #expect(sheet(of: match, among: [try entry("Albion FC", "AFC Borough", starter: "Ann")]).hasLineups)
    #expect(!sheet(of: match, among: [try entry("The Whites", "Borough", starter: "Ann")]).hasLineups)
    let names = ["The Whites": "eng-albion"]
    #expect(sheet(of: match, among: [try entry("The Whites", "Borough", starter: "Ann")], called: names).hasLineups)
    #expect(!sheet(of: match, among: [try entry("Borough", "Albion", starter: "Ann")]).hasLineups)
  }

  @Test func `are the first provider's that tells them, each kind by itself`() throws {
    let entries = [
      try entry(shots: 3), try entry("City", "Dynamo", starter: "Eve", shots: 99), try entry(starter: "Ann"),
      try entry(starter: "Bea", shots: 8),
    ]
    let found = sheet(of: try match(), among: entries)
    #expect(found.home?.starters.map(\.name) == ["Ann"] && found.statistics.map(\.home) == [3])
    #expect(try entry() == nil, "what tells nothing is not kept")
  }

  @Test(
    arguments: [
      ("G", .goalkeeper), ("gkp", .goalkeeper), ("Goalkeeper", .goalkeeper), ("D", .defender), ("DEF", .defender),
      ("Left-Back", .defender), ("Defence", .defender), ("M", .midfielder), ("Defensive Midfield", .midfielder),
      ("F", .forward), ("Centre-Forward", .forward), ("Offence", .forward), ("Left Winger", .forward),
      ("Striker", .forward), ("", nil), ("X", nil), (nil, nil),
    ] as [(String?, MatchSheet.Position?)])
  func `name positions in the words of any provider`(word: String?, position: MatchSheet.Position?) {
    #expect(MatchSheet.Position(told: word) == position)
  }

  @Test func `have players with a name, and numbers that a shirt can have`() {
    func player(_ name: JSON?, _ number: JSON? = nil) -> MatchSheet.Player? {
      MatchSheet.Player(name: name, number: number, position: nil)
    }
    for name in [nil, .null, "", "  ", 7, .string(String(repeating: "x", count: 101))] as [JSON?] {
      #expect(player(name) == nil)
    }
    #expect(player(" Ann ")?.name == "Ann" && player(.string(String(repeating: "x", count: 100))) != nil)
    let numbers: [(JSON, Int?)] = [(1, 1), (99, 99), ("7", 7), (0, nil), (100, nil), (1.5, nil), ("7a", nil)]
    for (told, number) in numbers { #expect(player("Ann", told)?.number == number, "\(told)") }
  }

  @Test func `have forty players at most and a formation that is one, and are none where nobody is named`() {
    let many = (1...41).map { MatchSheet.Player(name: "P\($0)") }
    func lineup(_ formation: JSON?, coach: JSON? = nil) -> MatchSheet.Lineup? {
      MatchSheet.Lineup(formation: formation, coach: coach, starters: many, bench: many)
    }
    let whole = lineup("4-3-3", coach: ["name": " Cora "])
    #expect(whole?.starters.count == 40 && whole?.bench.last?.name == "P40")
    #expect(whole?.formation == "4-3-3" && whole?.coach == "Cora")
    for odd in ["433", "4", "4-", "44-2", "4-3-3 (2)", "1-2-3-4-5-6-7"] {
      #expect(lineup(.string(odd))?.formation == nil, "\(odd)")
    }
    #expect(lineup("3-4-1-2")?.formation == "3-4-1-2")
    #expect(lineup(nil, coach: ["name": ""])?.coach == nil)
    let (shape, cora): (JSON?, JSON?) = ("4-4-2", ["name": "Cora"])
    #expect(MatchSheet.Lineup(formation: shape, coach: cora, starters: [], bench: []) == nil)
    #expect(MatchSheet.Lineup(formation: shape, coach: cora, starters: [], bench: [many[0]]) != nil)
  }

  @Test func `count what can be: shares up to a hundred, and figures that are numbers or written so`() {
    let figures: [(StatisticKind, JSON, Double?)] = [
      (.possession, "61%", 61), (.possession, 100, 100), (.possession, "100.1%", nil), (.passAccuracy, -1, nil),
      (.shots, 7, 7), (.shots, 10_000, 10_000), (.shots, 10_001, nil), (.shots, "many", nil), (.shots, .null, nil),
      (.expectedGoals, "1.27", 1.27), (.expectedGoals, "nan", nil), (.corners, " 4 ", 4),
    ]
    for (kind, told, figure) in figures { #expect(kind.figure(told) == figure, "\(kind) \(told)") }
    let both = MatchSheet.statistics(home: [.redCards: 1, .possession: 40], away: [.possession: 60, .fouls: 9])
    #expect(both.map(\.kind) == [.possession, .fouls, .redCards], "in one order, whoever tells them")
    #expect(both.map(\.home) == [40, nil, 1] && both.map(\.away) == [60, 9, nil])
  }
}
