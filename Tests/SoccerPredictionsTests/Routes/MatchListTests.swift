import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The lists of a league's matches` {
  @Test(.tags(.sp70)) func `go on behind a match that has left the list, however long ago`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      #expect(try await world.matches("?state=upcoming&limit=1") == ["AB"])
      // It began at 11:30 and ended at 13:21.
      for time in ["11:31", "13:30", "16:31", "20:00"] {
        try await world.play(until: "2024-08-17T\(time):00Z")
        let rest = try await world.matches("?state=upcoming&after=\(SampleSeason.first)")
        #expect(rest.suffix(2) == ["BA", "DC"], "\(time)")
      }
      #expect(try await world.matches("?state=played&limit=1&after=\(SampleSeason.fourth)") == ["CD"])
    }
  }

  @Test func `go on behind a match that has left the feed, or that goes by another id by now`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      let left = SampleSeason.text().replacing("2024-08-17 15:00 CIT DYN 0-0 (0-0)\n", with: "")
      try world.publish(left.replacing("ALB Albion", with: "ALB Albion FC"))
      try await world.play(until: "2024-08-17T09:06:00Z")
      #expect(try await world.matches() == ["AB", "BA", "DC"])
      #expect(try await world.matches("?after=\(SampleSeason.second)") == ["BA", "DC"])
      let other = SampleSeason.first.replacing("albion", with: "albion-fc")
      #expect(try await world.matches("?limit=1&after=\(other)") == ["BA"])
      for wrong in ["nothing", "br.1_2024_matchday-20_flamengo_santos"] {
        let refusal = await world.problem { try await world.call(.get, "/leagues/en.1/matches?after=\(wrong)") }
        #expect(refusal == "422 invalid-input", "of this league")
      }
    }
  }

  @Test(.tags(.sp70)) func `have those last that have had no result for five hours`() async throws {
    let season = SampleSeason.text() + "round Matchday 3\n2024-08-31 15:00 CIT BOR\n"
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      // Dynamo against City began at 14:00, and nobody has heard of it since.
      try await world.play(until: "2024-08-24T19:00:00Z")
      #expect(try await world.matches("?state=upcoming") == ["DC", "CB"])
      try await world.play(until: "2024-08-24T19:00:01Z")
      #expect(try await world.matches("?state=upcoming") == ["CB", "DC"])
      let page = try await world.call(.get, "/leagues/en.1/matches?state=upcoming&limit=1")
      let next = try #require(page["next"]?.string)
      #expect(try await world.matches("?state=upcoming&limit=1&after=\(next)") == ["DC"])
      #expect(try await world.matches("?state=upcoming&after=\(SampleSeason.fourth)") == [])
      #expect(try await world.matches() == ["AB", "CD", "BA", "DC", "CB"], "the list of all is by kick-off")
    }
  }

  @Test(.tags(.sp68, .sp79)) func `have each match in the one that it belongs to by how it stands`() async throws {
    let season = SampleSeason.with(
      """
      round Matchday 1
      2024-08-17 12:30 ALB BOR postponed
      2024-08-17 12:31 BOR ALB cancelled
      2024-08-17 12:32 CIT DYN 1-0 abandoned
      2024-08-17 12:33 DYN CIT 0-3 awarded
      2024-08-17 12:34 ALB CIT 2-2 (1-1)
      2024-08-17 15:00 BOR DYN 1-0 (0-0)
      2024-08-17 20:00 DYN BOR
      """)
    try await SoccerWorld.run(on: .sqlite, season: season, announces: "at-once") { world async throws in
      try await world.play(until: "2024-08-17T14:30:00Z")
      #expect(try await world.matches("?state=upcoming") == ["AB", "DB"])
      #expect(try await world.matches("?state=live") == ["BD"])
      #expect(try await world.matches("?state=played") == ["AC", "DC", "CD", "BA"], "the last one first")
      #expect(try await world.matches() == ["AB", "BA", "CD", "DC", "AC", "BD", "DB"])
      let all = try await world.call(.get, "/leagues/en.1/matches")["items"]?.array ?? []
      #expect(
        all.map { $0["state"] } == ["postponed", "cancelled", "abandoned", "awarded", "played", "live", "upcoming"])
      let scores = all.map { match in match["score"]?["home"]?.int.map { "\($0)–\(match["score"]?["away"]?.int ?? -1)" }
      }
      #expect(scores == [nil, nil, "1–0", "0–3", "2–2", "0–0", nil])
    }
  }

  @Test func `are in one order where matches begin together, page by page, forwards and back`() async throws {
    let season = SampleSeason.with(
      """
      round Matchday 1
      2024-08-17 12:30 CIT DYN 0-0 (0-0)
      2024-08-17 12:30 ALB BOR 1-0 (1-0)
      2024-08-17 12:30 BOR CIT 2-0 (1-0)
      """)
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      func pages(_ list: String) async throws -> [String] {
        var (seen, next): ([String], String?) = ([], "")
        while let after = next, seen.count < 9 {
          let query = "?season=2024-25&limit=1\(list)" + (after.isEmpty ? "" : "&after=\(after)")
          seen += try await world.matches(query)
          next = try await world.call(.get, "/leagues/en.1/matches" + query)["next"]?.string
        }
        return seen
      }
      #expect(try await pages("") == ["AB", "BC", "CD"])
      try await world.play(until: SampleSeason.evening)
      #expect(try await pages("&state=played") == ["CD", "BC", "AB"])
    }
  }

  @Test func `have a match no more that has left the feed, which can be read and not predicted`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.predict(2, 1, of: SampleSeason.second, as: "ann")
      try world.publish(SampleSeason.text().replacing("2024-08-17 15:00 CIT DYN 0-0 (0-0)\n", with: ""))
      try await world.play(until: "2024-08-17T09:06:00Z")
      for list in ["", "?state=upcoming", "?state=live", "?state=played"] {
        #expect(try await !world.matches(list).contains("CD"))
      }
      let path = "/matches/\(SampleSeason.second)"
      let match = try await world.call(.get, path, as: "ann")
      #expect(match["state"] == "removed" && match["predictionsOpen"] == false && match["prediction"]?["home"] == 2)
      let saved = await world.problem { try await world.predict(0, 0, of: SampleSeason.second, as: "bob") }
      #expect(saved == "409 predictions-closed")
      #expect(await world.problem { try await world.call(.delete, path + "/prediction", as: "ann") } == saved)
    }
  }
}
