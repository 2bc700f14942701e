import Foundation
import Testing

@testable import SoccerPredictions

@Suite("Checking a folder of match data")
struct CorpusTests {
  @Test func `what is there is counted and what is wrong is reported`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "corpus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = [
      "worldcup.json": """
      {"name": "World Cup 2014", "matches": [
        {"date": "2014-06-12", "team1": "Brazil", "team2": "Croatia", "score": {"ft": [1, 0]},
         "goals1": [{"name": "Neymar", "minute": 29}], "goals2": []},
        {"date": "2014-06-13", "time": "13:00 UTC-3", "team1": "Mexico", "team2": "Cameroon", "status": "postponed"},
        {"date": "2014-06-14", "team1": "Chile", "team2": "Australia", "score": {"ft": [2, 0]},
         "goals1": [{"name": "Alexis", "minute": 12}]},
        {"date": "someday", "team1": "Chile", "team2": "Spain"}]}
      """,
      "worldcup.stadiums.json": "{\"name\": \"World Cup 2014\", \"stadiums\": []}", "broken.json": "{",
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let corpus = try Corpus.check(folder, reader: OpenFootballReader(table: competitions()))
    #expect(corpus.figures.seasons == 1 && corpus.figures.otherFiles == 1 && corpus.figures.matches == 3)
    #expect(
      corpus.figures.withScore == 2 && corpus.figures.withoutTime == 2 && corpus.figures.statuses[.postponed] == 1)
    #expect(corpus.figures.withGoals == 2 && corpus.figures.withGoalsMakingTheScore == 1 && corpus.figures.goals == 2)
    #expect(corpus.problems.map(\.code).sorted() == ["goals-contradiction", "invalid-value", "invalid-value"])
    #expect(corpus.report.contains("worldcup.json: /matches/3/date: [invalid-value] found \"someday\""))
  }
}
