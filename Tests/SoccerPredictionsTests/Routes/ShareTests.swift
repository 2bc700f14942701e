import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What a link to a match or a league shows` {
  private static let settings: JSONObject = [
    "web": .string(
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Core/Web").standardized.path),
    "publicUrl": "https://play.example",
  ]
  private static let match = "/soccer-predictions/matches/\(SampleSeason.first)"

  /// The content of a tag in the head of a page.
  private func tag(_ name: String, _ path: String, _ world: SoccerWorld, language: String = "en") async throws
    -> String?
  {
    let page = try await world.host.get("\(path)?language=\(language)")
    #expect(page.status == 200)
    guard let start = page.text.range(of: "\"\(name)\" content=\"")?.upperBound else { return nil }
    return page.text[start...].firstIndex(of: "\"").map { String(page.text[start..<$0]) }
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `is the match as it stands, in the language of who shared it, and a picture that goes with it`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine, host: Self.settings) { world async throws in
      #expect(try await tag("og:title", Self.match, world) == "Albion – Borough")
      let label = "English Premier League · Matchday 1"
      let upcoming = try #require(try await tag("og:description", Self.match, world))
      #expect(upcoming.hasPrefix("\(label) · Aug 17, 2024"))
      #expect(upcoming.hasSuffix(" 11:30 AM UTC · Arena, Albion Town"))
      let before = try #require(try await tag("og:image", Self.match, world)?.replacing("&amp;", with: "&"))
      let first = try await world.host.get(String(before.dropFirst("https://play.example".count)))
      #expect(first.status == 200 && first.headers["content-type"] == "image/png")
      try await world.play(until: "2024-08-17T11:45:00Z")
      #expect(try await tag("og:title", Self.match, world) == "Albion – Borough · 1 – 0")
      let minute = try #require(try await world.call(.get, "/matches/\(SampleSeason.first)")["minute"]?.string)
      #expect(try await tag("og:description", Self.match, world) == "\(label) · Now · \(minute) · Arena, Albion Town")
      try await world.play(until: SampleSeason.evening)
      #expect(try await tag("og:title", Self.match, world) == "Albion – Borough · 2 – 1")
      #expect(try await tag("og:description", Self.match, world)?.contains("Full time · Aug 17, 2024") == true)
      #expect(try await tag("og:description", Self.match, world, language: "ar")?.contains("انتهت") == true)
      #expect(try await tag("og:url", Self.match, world) == "https://play.example\(Self.match)?language=en")
      let after = try #require(try await tag("og:image", Self.match, world)?.replacing("&amp;", with: "&"))
      #expect(after != before)
      #expect(try await world.host.get(String(after.dropFirst("https://play.example".count))).body != first.body)
      #expect(try await tag("og:title", "/soccer-predictions/matches/none", world) == "Fieldhouse")
      #expect(
        try await world.host.get("/v1/soccer-predictions/matches/none/card").problem == "404 match-unknown")
    }
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `is a league and how many play in it, and nobody's name`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine, host: Self.settings) { world async throws in
      try await world.predict(2, 1, as: "Ada Lovelace")
      try await world.play(until: SampleSeason.evening)
      try await world.host.settled()
      let league = "/soccer-predictions/leagues/en.1"
      #expect(try await tag("og:title", league, world) == "English Premier League 2024/25")
      #expect(try await tag("og:description", league, world) == "Soccer predictions")
      #expect(try await tag("og:description", "\(league)/board", world) == "Leaderboard · Players: 1")
      #expect(try await tag("og:description", "\(league)/board", world, language: "ar") == "لوحة الصدارة · اللاعبون: 1")
      for page in [league, "\(league)/board", Self.match] {
        #expect(try await !world.host.get(page, as: world.person("Ada Lovelace")).text.contains("Lovelace"))
      }
      #expect(try await tag("og:title", "/soccer-predictions/leagues/xx.9", world) == "Fieldhouse")
      let other = try await world.host.get("\(league)/standings", headers: ["accept": "text/html"])
      #expect(!other.text.contains("og:title"))
    }
  }
}
