import Foundation
import Testing

@testable import SoccerPredictions

@Suite("The identity of matches, teams and players")
struct MatchIdentityTests {
  private func ids(_ rows: [String], path: String = "2024-25/sco.1.json") throws -> [String] {
    let text = "{\"name\":\"League 2024/25\",\"matches\":[\(rows.joined(separator: ","))]}"
    return try OpenFootballReader(table: competitions()).read(Data(text.utf8), path: path).unwrapped.matches.map(\.id)
  }

  private func row(_ round: String, _ date: String, _ more: String = "") -> String {
    "{\"round\":\"\(round)\",\"date\":\"\(date)\",\"team1\":\"Heart of Midlothian\",\"team2\":\"Rangers FC\"\(more)}"
  }

  @Test func `a new date, time or score keeps the id`() throws {
    let first = try ids([row("Matchday 1", "2024-08-03")])
    let moved = try ids([row("Matchday 1", "2024-11-30", ",\"time\":\"19:45\",\"score\":{\"ft\":[2,1]}")])
    #expect(first == ["sco.1_2024-25_matchday-1_heart-of-midlothian_rangers-fc"])
    #expect(moved == first)
  }

  @Test func `the same pairing in another round is another match, whichever is played first`() throws {
    let planned = try ids([row("Matchday 1", "2024-08-03"), row("Matchday 23", "2025-01-26")])
    let swapped = try ids([row("Matchday 23", "2025-01-26"), row("Matchday 1", "2025-02-26")])
    #expect(Set(planned).count == 2 && Set(planned) == Set(swapped))
  }

  @Test func `the same pairing twice in one round is numbered`() throws {
    let ids = try ids([row("Final", "2024-08-03"), row("Final", "2024-08-07")])
    #expect(ids[1] == ids[0] + "_2")
  }

  @Test func `the feed's own number outlives a placeholder`() throws {
    let before = "{\"num\":73,\"round\":\"Round of 32\",\"date\":\"2026-06-28\",\"team1\":\"N.N.\",\"team2\":\"N.N.\"}"
    let after =
      "{\"num\":73,\"round\":\"Round of 32\",\"date\":\"2026-06-28\",\"team1\":\"Brazil\",\"team2\":\"Croatia\"}"
    #expect(try ids([before], path: "2026/worldcup.json") == ids([after], path: "2026/worldcup.json"))
  }

  @Test func `a club is the same team at home and in Europe`() throws {
    let cup =
      "{\"name\":\"UEFA Champions League 2024/25\",\"matches\":[{\"date\":\"2024-09-17\",\"team1\":\"Arsenal FC (ENG)\",\"team2\":\"PSV (NED)\"}]}"
    let match = try OpenFootballReader(table: competitions()).read(Data(cup.utf8), path: "2024-25/uefa.cl.json")
      .unwrapped.matches[0]
    let league = try shipped("england-2024-25.season").matches
    #expect(match.home.name == "Arsenal FC" && match.away.id == "ned-psv")
    #expect(league.contains { $0.home == match.home })
  }

  @Test(arguments: [
    ("1. FC Köln", "1-fc-koln"), ("Atlético Madrid", "atletico-madrid"),
    ("SpVgg Unterhaching (II)", "spvgg-unterhaching-ii"),
    ("Brøndby IF", "brondby-if"), ("Widzew Łódź", "widzew-lodz"), ("Straße", "strasse"), ("Kasımpaşa", "kasimpasa"),
  ])
  func `names become plain identifiers`(name: String, slug: String) {
    #expect(Slug.make(name) == slug)
  }

  @Test func `a name in another script still has an identifier of its own`() {
    #expect(Slug.make("الأهلي") != Slug.make("الهلال"))
    #expect(!Slug.make("الأهلي").isEmpty)
  }

  @Test func `the version changes with every fact and with nothing else`() {
    let versions = [
      Match.sample(), .sample(score: Score(halfTime: .goalless)), .sample(score: Score(regularTime: .goalless)),
      .sample(status: .postponed), .sample(goals: []), .sample(goals: [Goal(minute: 1, scorer: "Ann", side: .home)]),
      .sample(goals: [Goal(minute: 1, scorer: "Ann", side: .away)]), .sample(round: nil),
    ].map(\.version)
    #expect(Set(versions).count == versions.count)
    #expect(Match.sample().version == versions[0])
  }

  @Test func `the fingerprint is FNV-1a`() {
    #expect(Fingerprint(of: "").text == "cbf29ce484222325")
    #expect(Fingerprint(of: "foobar").text == "85944171f73967e8")
  }
}
