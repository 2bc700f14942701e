import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("The data that ships with the plugin")
struct ShippedDataTests {
  @Test func `every file is sound and its goals make its scores`() throws {
    let corpus = try Corpus.check(shippedData, reader: FieldhouseReader(table: competitions()))
    #expect(corpus.problems.isEmpty)
    #expect(corpus.figures.seasons == 2 && corpus.figures.matches == 444 && corpus.figures.withScore == 444)
    #expect(
      corpus.figures.withGoals == 57 && corpus.figures.withGoalsMakingTheScore == 57 && corpus.figures.goals == 171)
    #expect(corpus.figures.withoutTime == 0)
  }

  @Test func `every file is small and names its source and licence`() throws {
    for file in ["england-2024-25.season", "worldcup-2014.season"] {
      let text = try String(contentsOf: shippedData.appending(path: file), encoding: .utf8)
      #expect(text.utf8.count < 60_000)
      #expect(text.contains("source openfootball/") && text.contains("CC0-1.0"))
    }
  }

  @Test(.tags(.sp88))
  func `the first match of the season is known in full`() throws {
    let match = try shipped("england-2024-25.season").matches.first.unwrapped
    #expect(match.home.name == "Manchester United FC" && match.away.name == "Fulham FC")
    #expect(try match.kickOff == instant("2024-08-16T19:00:00Z"))
    #expect(match.score == Score(halfTime: .goalless, regularTime: ScoreLine(1, 0)))
  }

  @Test func `every pairing of the season occurs once at each ground`() throws {
    let matches = try shipped("england-2024-25.season").matches
    #expect(Set(matches.map { [$0.home.id, $0.away.id] }).count == 380)
    #expect(Set(matches.map(\.id)).count == 380)
  }

  @Test(.tags(.sp90))
  func `the cup final was decided in extra time`() throws {
    let final = try shipped("worldcup-2014.season").matches.last.unwrapped
    #expect(final.score.regularTime == .goalless && final.score.afterExtraTime == ScoreLine(1, 0))
    #expect(final.goals?.map(\.scorer) == ["Mario Götze"] && final.goals?.map(\.minute) == [113])
    #expect(final.stadium == "Estádio do Maracanã, Rio de Janeiro")
    #expect(try final.kickOff == instant("2014-07-13T19:00:00Z"))
  }

  @Test(
    .tags(.sp2),
    arguments: [
      ("en.1", "Europe", "England"), ("sco.1", "Europe", "Scotland"), ("de.cup", "Europe", "Germany"),
      ("mls", "North America", "United States"),
      ("tr.1", "Asia", "Türkiye"), ("au.1", "Oceania", "Australia"), ("br.2", "South America", "Brazil"),
      ("eg.1", "Africa", "Egypt"),
    ])
  func `a league is found under its continent and country`(code: String, continent: String, country: String) throws {
    let competition = try competitions().competition(SeasonKey(league: code, season: "2024-25"))
    #expect(competition.continent == continent && competition.country?.name == country)
  }

  @Test(.tags(.sp2))
  func `competitions between countries belong to a continent or the world`() throws {
    let table = try competitions()
    #expect(try table.competition(SeasonKey(league: "uefa.cl", season: "2024-25")).continent == "Europe")
    #expect(try table.competition(SeasonKey(league: "copa.l", season: "2025")).country == nil)
    let cup = try table.competition(SeasonKey(league: "worldcup", season: "2010"))
    #expect(cup.continent == "World" && cup.zone.identifier == "Africa/Johannesburg")
  }

  @Test(arguments: ["country | at | AUT", "edition | worldcup | 1930 | Mars/Base", "planet | x"])
  func `a bad line of the table is named`(line: String) {
    #expect { try CompetitionTable(text: "fieldhouse competitions 1\n\n\(line)") } throws: { error in
      (error as? FeedProblem)?.place == "line 3"
    }
  }
}
