import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The names of teams` {
  private func registry(_ spellings: [String: String]) throws -> TeamRegistry {
    TeamRegistry(aliases: spellings, table: try TeamTable(contentsOf: shippedData.appending(path: "teams.table")))
  }

  private func id(_ name: String, _ country: String = "ENG") -> String { Team(name: name, country: country).id }

  @Test(arguments: [
    ("Aston Villa", "Aston Villa FC", "ENG"), ("Huddersfield Town", "Huddersfield Town AFC", "ENG"),
    ("VfL Bochum", "VfL Bochum 1848", "GER"), ("Bayer Leverkusen", "Bayer 04 Leverkusen", "GER"),
    ("Bayern München", "FC Bayern München", "GER"), ("Bor. Mönchengladbach", "Borussia Mönchengladbach", "GER"),
    ("Real Betis", "Real Betis Balompié", "ESP"), ("Atlético Madrid", "Club Atlético de Madrid", "ESP"),
    ("Stade Rennais", "Stade Rennais FC 1901", "FRA"), ("Inter", "FC Internazionale Milano", "ITA"),
    ("South Korea", "Korea Republic", "nat"), ("São Paulo FC", "Sao Paulo", "BRA"),
  ])
  func `are one team over seasons`(first: String, second: String, country: String) throws {
    let known = try registry([id(first, country): id(first, country)])
    #expect(known.team(id(second, country)) == id(first, country))
  }

  @Test(arguments: [
    ("Bayern München", "Bayern München II", "GER"), ("KV Mechelen", "KRC Mechelen", "BEL"),
    ("Wiener SC", "Wiener SK", "AUT"), ("Manchester United", "Manchester City", "ENG"),
    ("Dundee", "Dundee United", "SCO"), ("Real Madrid", "Atlético Madrid", "ESP"), ("Niger", "Nigeria", "nat"),
    ("FC U Craiova 1948", "CS U Craiova", "ROU"),
  ])
  func `that only look alike are two teams`(first: String, second: String, country: String) throws {
    let known = try registry([id(first, country): id(first, country)])
    #expect(known.team(id(second, country)) == nil)
  }

  @Test func `of another country, or beside a team in one league, are another team`() throws {
    let known = try registry([id("Arsenal FC"): id("Arsenal FC")])
    #expect(known.team(id("Arsenal", "ARG")) == nil)
    #expect(known.team(id("Arsenal"), besides: [id("Arsenal FC")]) == nil)
    #expect(known.team(id("Arsenal")) == id("Arsenal FC"))
  }

  @Test func `may be one where one is misspelt, shortened or written out, but never with a second team`() {
    func resembles(_ one: String, _ other: String) -> Bool { ClubName(one).resembles(ClubName(other)) }
    #expect(resembles("Wolverhampton Wanderers", "Wolverhampton Wandrers"))
    #expect(resembles("Celta", "Celta de Vigo"))
    #expect(resembles("Bor. Dortmund", "Borussia Dortmund"))
    #expect(!resembles("Manchester United", "Manchester City"))
    #expect(!resembles("Sturm Graz", "Sturm Graz II"))
    #expect(!resembles("Rapid Wien", "Austria Wien"))
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("same", "same", 0), ("ab", "ba", 1),
    ("brazil", "braizl", 1),
  ])
  func `differ by so many letters`(one: String, other: String, distance: Int) {
    #expect(EditDistance.between(one, other) == distance)
    #expect(EditDistance.between(other, one) == distance)
  }

  @Test func `stand in a table whose wrong lines are told with their number`() throws {
    #expect(throws: FeedProblem.self) { try TeamTable(text: "fieldhouse teams 1\nteam | ENG | Alone") }
    let problem = #expect(throws: FeedProblem.self) { try TeamTable(text: "fieldhouse teams 1\n\nclub | ENG | A | B") }
    #expect(problem?.place == "line 3" && problem?.code == "unknown-line")
  }
}

@Suite struct `The names of players` {
  @Test func `are one player of a team where nobody else is called so`() {
    var players = PlayerRegistry()
    let first = players.player("Erling Haaland", of: "eng-city").id
    #expect(players.player("E. Haaland", of: "eng-city").id == first)
    #expect(players.player("Haaland", of: "eng-city").id == first)
    #expect(players.player("Haaland", of: "eng-united").id != first)
    #expect(players.squad(of: "eng-city").map(\.name) == ["Erling Haaland"])
  }

  @Test func `are two players where they contradict each other, and nobody's where both might be meant`() {
    var players = PlayerRegistry()
    let (thomas, gerd) = (
      players.player("Thomas Müller", of: "ger-b").id, players.player("Gerd Müller", of: "ger-b").id
    )
    #expect(thomas != gerd)
    let third = players.player("Müller", of: "ger-b").id
    #expect(third != thomas && third != gerd)
    #expect(players.player("G. Müller", of: "ger-b").id == gerd)
  }
}
