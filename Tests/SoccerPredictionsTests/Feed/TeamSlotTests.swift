import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite("Teams that are not known yet")
struct TeamSlotTests {
  @Test(arguments: [
    "N.N.", "TBD", "?", "W101", "L102", "W9", "1J", "2A", "3A/B/C/D/F", "Winner Group A", "Loser Semifinal 1",
    "Runner-up Group B",
  ])
  func `are told from teams`(name: String) {
    #expect(!Team(name: name, country: "nat").isDetermined)
  }

  @Test(arguments: [
    "Wales", "West Ham", "W Connection", "1. FC Köln", "1860 München", "Lens", "L", "W", "9A", "1Z", "1a",
  ])
  func `are not taken for teams with names like theirs`(name: String) {
    #expect(Team(name: name, country: "ENG").isDetermined)
  }
}
