import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A reminder before a match closes` {
  private static let text = "Albion – Borough closes soon, and you have not predicted it."
  private let first = "\(SampleSeason.first)"

  @Test(.tags(.pl52), arguments: TestHost.Engine.allCases)
  func `comes an hour ahead, as the operator says, to who favours the league or a team and has not predicted`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine, settings: ["reminderMinutes": 60]) { world async throws in
      try await world.play(until: "2024-08-17T09:01:00Z")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      try await world.call(.put, "/me/favourites/teams/eng-borough", as: "bob")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "cat")
      try await world.predict(2, 1, as: "cat")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "dan")
      try await world.call(.delete, "/me/favourites/leagues/en.1", as: "dan")
      try await world.play(until: "2024-08-17T10:14:59Z")
      for name in ["ann", "bob", "cat", "dan"] { #expect(try await world.inbox(name).isEmpty, "\(name)") }
      try await world.play(until: "2024-08-17T10:15:00Z")
      #expect(try await world.inbox("ann") == [Self.text])
      #expect(try await world.inbox("bob") == [Self.text])
      #expect(try await world.inbox("cat").isEmpty)
      #expect(try await world.inbox("dan").isEmpty)
      #expect(try await world.inbox("stranger").isEmpty)
      let notice = try await world.host.inbox(of: try await world.person("ann")).first
      #expect(notice?["link"]?.string == "/soccer-predictions/matches/\(first)")
    }
  }

  @Test(.tags(.pl52), arguments: TestHost.Engine.allCases)
  func `is of the next match once one is predicted, and of that one again when it is taken back`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine, settings: ["reminderMinutes": 60]) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(2, 1, of: SampleSeason.second, as: "bob")
      try await world.call(.delete, "/matches/\(SampleSeason.second)/prediction", as: "bob")
      try await world.play(until: "2024-08-17T13:00:00Z")
      let second = "City – Dynamo closes soon, and you have not predicted it."
      #expect(try await world.inbox("ann") == [second])
      #expect(try await world.inbox("bob") == [second, Self.text])
    }
  }

  @Test(.tags(.pl52), arguments: TestHost.Engine.allCases)
  func `moves with the match, goes when it is put off or cancelled, and comes again with its new date`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine, settings: ["reminderMinutes": 60], announces: "at-once") {
      world async throws in
      let season = SampleSeason.text(first: "", goals: "")
      try world.publish(season)
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await world.call(.put, "/me/favourites/teams/eng-albion", as: "ann")
      try await world.call(.put, "/me/favourites/teams/eng-city", as: "bob")
      try world.publish(
        season.replacing("2024-08-17 12:30", with: "2024-08-17 18:30")
          .replacing("CIT DYN 0-0 (0-0)", with: "CIT DYN cancelled"))
      try await world.play(until: "2024-08-17T16:14:59Z")
      #expect(try await world.inbox("ann").isEmpty)
      try await world.play(until: "2024-08-17T16:15:00Z")
      #expect(try await world.inbox("ann") == [Self.text])
      #expect(try await world.inbox("bob") == [Self.text], "the league has come along with the team")
      try world.publish(season.replacing("2024-08-17 15:00 CIT DYN 0-0 (0-0)", with: "2024-08-20 15:00 CIT DYN"))
      try await world.play(until: "2024-08-20T13:00:00Z")
      #expect(try await world.inbox("bob").first == "City – Dynamo closes soon, and you have not predicted it.")
    }
  }

  @Test(.tags(.pl52))
  func `is one for the matches of a league that begin together, and of the next when that is predicted`()
    async throws
  {
    let season = SampleSeason.text().replacing("2024-08-17 15:00", with: "2024-08-17 12:30")
    try await SoccerWorld.run(on: .sqlite, season: season, settings: ["reminderMinutes": 60]) { world async throws in
      for name in ["ann", "bob"] { try await world.call(.put, "/me/favourites/leagues/en.1", as: name) }
      try await world.predict(2, 1, as: "bob")
      try await world.play(until: "2024-08-17T10:15:00Z")
      #expect(try await world.inbox("ann") == [Self.text])
      #expect(try await world.inbox("bob") == ["City – Dynamo closes soon, and you have not predicted it."])
    }
  }

  @Test(.tags(.pl52)) func `can be switched off by its kind`() async throws {
    try await SoccerWorld.run(on: .sqlite, settings: ["reminderMinutes": 60]) { world async throws in
      let ann = try await world.person("ann")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      func shown() async throws -> [Bool] {
        try await world.host.settled()
        return try await world.host.get("/v1/me/reminders", as: ann).items.map { $0["showAt"]?.string != nil }
      }
      let before = try await shown()
      #expect(!before.isEmpty && before.allSatisfy { $0 })
      let off: JSON = ["enabled": true, "kindsOff": ["soccer-predictions/closing"]]
      #expect(try await world.host.put("/v1/me/notification-settings", off, as: ann).status == 200)
      #expect(try await shown().allSatisfy { !$0 })
    }
  }
}

@Suite struct `A match that has closed` {
  private let path = "/matches/\(SampleSeason.third)/prediction"
  private let moved = SampleSeason.text(third: "").replacing("2024-08-24 12:30", with: "2024-08-31 12:30")

  @Test(.tags(.sp71), arguments: TestHost.Engine.allCases)
  func `does not open again when its date moves, but by an operator, who tells everybody`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine, season: SampleSeason.text(third: "")) { world async throws in
      try await world.play(until: "2024-08-24T11:00:00Z")
      try await world.predict(3, 0, of: SampleSeason.third, as: "ann")
      try await world.play(until: "2024-08-24T11:20:00Z")
      try world.publish(moved)
      try await world.play(until: "2024-08-24T11:30:00Z")
      #expect(
        await world.problem { try await world.predict(1, 1, of: SampleSeason.third, as: "ann") }
          == "409 predictions-closed")
      #expect(try await world.call(.get, "/matches/\(SampleSeason.third)")["predictionsOpen"] == false)
      let host = world.host
      let opening = "/v1/soccer-predictions/matches/\(SampleSeason.third)/opening"
      let ann = try await world.person("ann")
      #expect(try await host.put(opening, as: ann).problem == "403 forbidden")
      #expect(try await host.put(opening, as: host.operator).status == 204)
      #expect(try await world.inbox("ann") == ["Borough – Albion has another date: you can change your prediction."])
      try await world.predict(1, 1, of: SampleSeason.third, as: "ann")
      #expect(try await host.put(opening, as: host.operator).problem == "409 match-not-shut")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `and is opened by an operator is open on another host, too, which is not started anew`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine, season: SampleSeason.text(third: "")) { world async throws in
      let asked = try SoccerPredictions(host: world.host.services)
      let waiting = try SoccerPredictions(host: world.host.services)
      try await world.play(until: "2024-08-24T11:20:00Z")
      for other in [asked, waiting] { try await other.tracker.begin() }
      try world.publish(moved)
      try await world.play(until: "2024-08-24T11:30:00Z")
      for other in [asked, waiting] {
        _ = try await other.tracker.step(world.now)
        #expect(try other.catalogue.reading.match(SampleSeason.third).isShut)
      }
      let opening = "/v1/soccer-predictions/matches/\(SampleSeason.third)/opening"
      #expect(try await world.host.put(opening, as: world.host.operator).status == 204)
      let known = try asked.catalogue.reading.match(SampleSeason.third)
      let isOpen = try await world.storage.read {
        try await asked.tracker.current(known, in: $0).isOpen(at: known.kickOff - 3600)
      }
      #expect(isOpen, "whoever predicts there is let in at once")
      #expect(try waiting.catalogue.reading.match(SampleSeason.third).isShut)
      try await waiting.tracker.hear()
      for other in [asked, waiting] {
        #expect(try !other.catalogue.reading.match(SampleSeason.third).isShut)
        #expect(other.catalogue.reading.seasons.values.flatMap(\.matches).allSatisfy { !$0.isShut })
      }
    }
  }

  @Test(.tags(.sp70, .sp71), arguments: TestHost.Engine.allCases)
  func `that was put off before it closed opens with its new date`(engine: TestHost.Engine) async throws {
    let season = SampleSeason.text(third: "")
    try await SoccerWorld.run(on: engine, season: season, announces: "at-once") { world async throws in
      try await world.play(until: "2024-08-24T10:00:00Z")
      try await world.predict(3, 0, of: SampleSeason.third, as: "ann")
      try world.publish(SampleSeason.text(third: "postponed"))
      try await world.play(until: "2024-08-24T10:10:00Z")
      #expect(try await world.call(.get, "/matches/\(SampleSeason.third)")["state"] == "postponed")
      let upcoming = try await world.call(.get, "/leagues/en.1/matches?state=upcoming")["items"]?.array ?? []
      let listed = upcoming.first { $0["id"]?.string == SampleSeason.third }
      #expect(listed?["state"] == "postponed" && listed?["predictionsOpen"] == false)
      #expect(
        await world.problem { try await world.predict(1, 1, of: SampleSeason.third, as: "bob") }
          == "409 predictions-closed")
      try await world.play(until: "2024-08-24T20:00:00Z")
      try world.publish(moved)
      try await world.play(until: "2024-08-24T20:10:00Z")
      #expect(try await world.call(.get, path, as: "ann")["home"] == 3)
      try await world.predict(1, 1, of: SampleSeason.third, as: "bob")
    }
  }

  @Test(.tags(.sp71), arguments: TestHost.Engine.allCases)
  func `is, while only its day is known, one whose day has begun where it is played`(engine: TestHost.Engine)
    async throws
  {
    let timed = SampleSeason.text(third: "")
    let untimed = timed.replacing("2024-08-24 15:00", with: "2024-08-24 --:--")
    try await SoccerWorld.run(on: engine, season: untimed) { world async throws in
      func closing() async throws -> [JSON?] {
        let match = try await world.call(.get, "/matches/\(SampleSeason.fourth)")
        return [match["predictionsCloseAt"], match["predictionsOpen"], match["kickOffConfirmed"]]
      }
      let day: JSON = "2024-08-23T23:00:00Z"
      #expect(try await closing() == [day, true, false], "midnight in London")
      // It is known as long as it is told, and then it is 15 minutes before.
      try world.publish(timed)
      try await world.play(until: "2024-08-20T09:00:00Z")
      #expect(try await closing() == ["2024-08-24T13:45:00Z", true, true])
      try world.publish(untimed)
      try await world.play(until: "2024-08-23T22:59:59.999Z")
      #expect(try await closing() == [day, true, false])
      try await world.predict(1, 1, of: SampleSeason.fourth, as: "ann")
      try await world.play(until: "2024-08-23T23:00:00Z")
      #expect(try await closing() == [day, false, false])
      let refusal = await world.problem { try await world.predict(2, 1, of: SampleSeason.fourth, as: "ann") }
      #expect(refusal == "409 predictions-closed")
      // What has closed does not open again by itself.
      try world.publish(timed)
      try await world.play(until: "2024-08-24T08:00:00Z")
      #expect(try await closing() == ["2024-08-24T13:45:00Z", false, true])
    }
  }

  @Test func `whose teams are not known cannot be predicted, and can once they are`() async throws {
    let season = SampleSeason.text(third: "").replacing("team DYN Dynamo", with: "team DYN W101")
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      let open = "/leagues/en.1/matches?state=upcoming"
      let matches = try await world.call(.get, open)["items"]?.array ?? []
      let unknown = try #require(matches.first { $0["home"]?["name"] == "City" }?["id"]?.string)
      #expect(await world.problem { try await world.predict(1, 1, of: unknown, as: "ann") } == "409 teams-unknown")
      #expect(matches.first { $0["id"]?.string == unknown }?["predictionsOpen"] == false)
      let teams = try await world.call(.get, "/leagues/en.1/teams")["items"]?.array?.compactMap { $0["name"]?.string }
      #expect(teams == ["Albion", "Borough", "City"])
    }
  }
}
