import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The lines of a season's file` {
  private let header = [
    "fieldhouse season 1", "league en.1", "name Premier League", "season 2024-25", "zone Europe/London",
    "source somewhere, CC0-1.0", "team ARS Arsenal FC", "team CHE Chelsea FC", "ground EMI Emirates Stadium, London",
  ]

  private func read(_ lines: [String], separator: String = "\n", _ edit: (String) -> String = { $0 }) throws
    -> SeasonFile
  {
    let text = (header.map(edit) + lines).joined(separator: separator)
    return try FieldhouseReader(table: competitions()).read(Data(text.utf8), path: "test.season").unwrapped
  }

  private func problem(_ lines: [String], _ edit: (String) -> String = { $0 }) -> String? {
    do {
      _ = try read(lines, edit)
      return nil
    } catch {
      return (error as? FeedProblem).map { "\($0.place) \($0.code)".trimmed }
    }
  }

  @Test(
    arguments: [
      ("2024-08-17 15:00 ARS CHE 1-0 @", "line 10 unknown-ground"),
      ("2024-08-17 15:00 ARS CHE @ ", "line 10 unknown-ground"),
      ("2024-08-17 15:00 ARS CHE @ EMI @ EMI", "line 10 unknown-ground"),
      ("2024-08-17 15:00 ARS", "line 10 unknown-team"),
      ("2024-08-17", "line 10 invalid-time"), ("2024-08-17 15:00+15 ARS CHE", "line 10 invalid-time"),
      ("2024-08-17 15:00+5:60 ARS CHE", "line 10 invalid-time"),
      ("2024-08-17 15:00 ARS CHE 100-0", "line 10 unexpected-word"),
      ("2024-08-17 15:00 ARS CHE 1-0-0", "line 10 unexpected-word"),
      ("2024-08-17 15:00 ARS CHE scheduled", "line 10 unexpected-word"),
      ("2024-08-17 15:00 ARS CHE pen 4-3", "line 10 score-contradiction"),
      ("2024-08-17 15:00 ARS CHE 1-0 removed", "line 10 unexpected-word"),
      ("٢٠٢٤-٠٨-١٧ 15:00 ARS CHE", "line 10 invalid-date"), ("+", "line 10 goal-without-match"), ("round", nil),
    ] as [(String, String?)])
  func `are refused with their number where they say what cannot be`(line: String, problem: String?) {
    #expect(self.problem([line]) == problem)
  }

  @Test(
    arguments: [
      ("ARS 90+ Ann", "invalid-minute"), ("ARS +90 Ann", "invalid-minute"), ("ARS 90+1+2 Ann", "invalid-minute"),
      ("ARS 45+31 Ann", "invalid-minute"), ("ARS 136 Ann", "invalid-minute"), ("ARS 9' Ann", "invalid-minute"),
      ("ARS 10 own", "missing-name"), ("Arsenal 10 Ann", "unknown-team"), ("ARS 135 Ann", nil), ("ARS 45+30 Ann", nil),
      ("ARS 1 pen own Ann", nil),
    ] as [(String, String?)])
  func `of goals have a minute, with stoppage time or without, and a name`(goal: String, code: String?) throws {
    let found = problem(["2024-08-17 15:00 ARS CHE 1-0 aet 1-0", "+ \(goal)"])
    #expect(found == code.map { "line 11 \($0)" })
  }

  @Test func `hold the round until the next one, and the group until the next round`() throws {
    let file = try read([
      "2024-08-10 15:00 ARS CHE", "round Matchday 1", "2024-08-17 15:00 ARS CHE", "group Group A",
      "2024-08-18 15:00 CHE ARS", "group", "2024-08-19 15:00 CHE ARS", "round Matchday 2", "2024-08-24 15:00 CHE ARS",
    ])
    let days = [nil, "Matchday 1", "Matchday 1", "Matchday 1", "Matchday 2"]
    #expect(file.matches.map(\.round) == days)
    #expect(file.matches.map(\.group) == [nil, nil, "Group A", nil, nil])
  }

  @Test func `give their goals to the match above them, and a match without any has none that are known`() throws {
    let file = try read([
      "2024-08-17 15:00 ARS CHE 1-1", "+ CHE 4 Bea", "", "# a remark", "+ ARS 90+2 Ann  Lee",
      "2024-08-18 15:00 CHE ARS 1-0",
      "2024-08-19 15:00 ARS CHE 0-0",
    ])
    #expect(file.matches[0].goals?.map(\.scorer) == ["Bea", "Ann Lee"])
    #expect(file.matches[1].goals == nil && file.matches[2].reliableGoals == [])
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: ["\n", "\r\n", "\n\n", "  \n\t"])
  func `end as on any system, with blanks around them`(separator: String) throws {
    let file = try read(
      ["round Matchday 1", "2024-08-17 15:00 ARS CHE 2-1 @ EMI", "+ ARS 3 Ann"], separator: separator)
    #expect(file.league.name == "Premier League" && file.matches.map(\.stadium) == ["Emirates Stadium, London"])
    #expect(file.matches.map(\.round) == ["Matchday 1"] && file.problems.map(\.code) == ["goals-contradiction"])
  }

  @Test(arguments: ["2024/25", "2024-2025", "24-25", "2024-25b", "2024_25", "season", "٢٠٢٤"])
  func `call the season as it is asked for, or are refused`(season: String) throws {
    #expect(problem([]) { $0.replacing("season 2024-25", with: "season \(season)") } == "invalid-season")
    for right in ["2024-25", "2014", "1999-00"] {
      let file = try read([]) { $0.replacing("season 2024-25", with: "season \(right)") }
      #expect(file.league.key.season == right)
    }
  }

  @Test func `of the header stand before whatever needs them, and each once`() {
    #expect(problem(["zone Europe/Paris"]) == "line 10 defined-twice")
    #expect(problem(["team CHE Chelsea Ladies"]) == "line 10 defined-twice")
    #expect(problem(["2024-08-17 15:00 ARS LIV", "team LIV Liverpool FC"]) == "line 10 unknown-team")
    #expect(problem(["team LIV Liverpool FC", "2024-08-17 15:00 ARS LIV"]) == nil)
    #expect(problem([]) { $0.replacing("Europe/London", with: "Europe/Camelot") } == "unknown-zone")
    #expect(problem([]) { $0.replacing("league en.1", with: "league zz.1") } == "unknown-league")
    #expect(problem([]) { $0.replacing("team ARS Arsenal FC", with: "team ARS") } == "line 7 missing-name")
    #expect(problem([]) { $0.replacing("fieldhouse season 1", with: "fieldhouse season 10") } == "line 1 wrong-format")
  }

  @Test func `may call a league as another source does`() throws {
    let file = try read([]) { $0.replacing("league en.1", with: "league PL") }
    #expect(file.league.id == "en.1" && file.league.country?.code == "ENG")
  }
}
