import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The prediction routes` {
  private let path = "/matches/\(SampleSeason.first)/prediction"

  @Test(arguments: TestHost.Engine.allCases)
  func `save a prediction, change it and take it back`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let saved = try await world.predict(2, 1, scorers: [SampleSeason.ann, SampleSeason.bob], as: "ann")
      #expect(
        saved == [
          "home": 2, "away": 1, "scorers": [.string(SampleSeason.ann), .string(SampleSeason.bob)],
          "createdAt": "2024-08-17T09:00:00Z", "updatedAt": "2024-08-17T09:00:00Z", "isOpen": true,
          "hasJoker": false,
        ])
      #expect(try await world.call(.get, path, as: "ann") == saved)
      try await world.host.clock.advance(by: .seconds(1.5))
      let changed = try await world.predict(0, 0, as: "ann")
      #expect(changed["createdAt"] == saved["createdAt"])
      #expect(changed["updatedAt"] == "2024-08-17T09:00:01.500Z")
      #expect(changed["scorers"] == [])
      try await world.call(.delete, path, as: "ann")
      #expect(await world.problem { try await world.call(.get, path, as: "ann") } == "404 prediction-unknown")
      #expect(await world.problem { try await world.call(.delete, path, as: "ann") } == "404 prediction-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `put a person on the board with the first prediction and off it with the last`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(0, 0, of: SampleSeason.second, as: "ann")
      #expect(try await world.board() == ["1 ann 0"])
      try await world.call(.delete, path, as: "ann")
      #expect(try await world.board() == ["1 ann 0"])
      try await world.call(.delete, "/matches/\(SampleSeason.second)/prediction", as: "ann")
      #expect(try await world.board() == [])
    }
  }

  @Test(
    .tags(.sp94), arguments: TestHost.Engine.allCases,
    [
      ("2024-08-17T11:14:59.999Z", nil), ("2024-08-17T11:15:00Z", "409 predictions-closed"),
      ("2024-08-17T11:30:00Z", "409 predictions-closed"), ("2024-08-18T00:00:00Z", "409 predictions-closed"),
    ] as [(String, String?)])
  func `close 15 minutes before kick-off for saving and taking back`(
    engine: TestHost.Engine, moment: (now: String, code: String?)
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.host.clock.advance(to: moment.now)
      #expect(await world.problem { try await world.predict(3, 0, as: "ann") } == moment.code)
      #expect(await world.problem { try await world.call(.delete, path, as: "ann") } == moment.code)
      if moment.code != nil {
        let kept = try await world.call(.get, path, as: "ann")
        #expect(kept["home"] == 2)
        #expect(kept["isOpen"] == false)
      }
      // Whoever has not predicted can while it is open, and is told so afterwards.
      let none = await world.problem { try await world.call(.get, path, as: "bob") }
      #expect(none == moment.code ?? "404 prediction-unknown")
    }
  }

  @Test(
    arguments: [
      (["home": 1], ["/away"]), (["home": -1, "away": 100], ["/home", "/away"]),
      (["home": 1.5, "away": 0], ["/home"]), (["home": "1", "away": 0], ["/home"]),
      (["home": 1, "away": 0, "extra": 1], ["/extra"]), (["home": 1, "away": 0, "match": "x"], ["/match"]),
      (["home": 1, "away": 0, "scorers": ["x"]], ["/scorers/0"]),
      (["home": 1, "away": 0, "scorers": ["nobody"]], ["/scorers/0"]),
      (["home": 1, "away": 0, "scorers": ["eng-city:cy"]], ["/scorers/0"]),
      (["home": 2, "away": 0, "scorers": [.string(SampleSeason.ann), .string(SampleSeason.ann)]], ["/scorers/1"]),
      (["home": 1, "away": 0, "scorers": [.string(SampleSeason.ann), .string(SampleSeason.abe)]], ["/scorers"]),
      (["home": 0, "away": 0, "scorers": [.string(SampleSeason.bob), "nobody"]], ["/scorers/1", "/scorers"]),
    ] as [(JSON, [String])])
  func `refuse what breaks a rule, with the place of every mistake`(body: JSON, pointers: [String]) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let refusal = await #expect(throws: SoccerWorld.Refusal.self) {
        try await world.call(.put, path, body, as: "ann")
      }
      #expect(refusal?.reply.status == 422)
      #expect(refusal?.reply.pointers == pointers)
      #expect(await world.problem { try await world.call(.get, path, as: "ann") } == "404 prediction-unknown")
    }
  }

  @Test(
    arguments: [
      (.get, ""), (.put, ""), (.delete, ""), (.get, "/receipt"), (.get, "s/friends"),
    ] as [(FieldhouseKit.Method, String)])
  func `know no match that is not there, and nobody who is not signed in`(
    method: FieldhouseKit.Method, part: String
  ) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let body: JSON? = method == .put ? ["home": 1, "away": 0] : nil
      let unknown = await world.problem {
        try await world.call(method, "/matches/nothing/prediction" + part, body, as: "a")
      }
      #expect(unknown == "404 match-unknown")
      if part == "s/friends" { try await world.play(until: SampleSeason.evening) }
      #expect(await world.problem { try await world.call(method, path + part, body) } == "401 unauthenticated")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `show the predictions of those I follow once they are closed`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for name in ["bob", "cat", "leaver", "dan"] {
        let followed = try await world.person(name)
        let reply = try await world.host.put("/v1/me/following/\(followed.id)", as: try await world.person("ann"))
        try #require(reply.status == 204, "\(reply.text)")
      }
      try await world.predict(2, 1, scorers: [SampleSeason.ann], as: "bob")
      try await world.predict(0, 0, as: "cat")
      try await world.predict(1, 1, as: "leaver")
      try await world.host.leave(try await world.person("leaver"))
      try await world.host.settled()
      try await world.predict(9, 9, as: "stranger")
      let friends = "/matches/\(SampleSeason.first)/predictions/friends"
      #expect(await world.problem { try await world.call(.get, friends, as: "ann") } == "409 predictions-open")
      try await world.play(until: "2024-08-17T11:15:00Z")
      let items = try await world.call(.get, friends, as: "ann")["items"]?.array ?? []
      #expect(Set(items.map { world.name($0["account"]?["id"]?.string) }) == ["bob", "cat", "dan"])
      let dans = items.first { world.name($0["account"]?["id"]?.string) == "dan" }
      #expect(dans != nil && dans?["home"] == nil && dans?["away"] == nil, "who has predicted nothing is there, too")
      let bobs = items.first { world.name($0["account"]?["id"]?.string) == "bob" }
      #expect(bobs?["scorers"] == [.string(SampleSeason.ann)])
      #expect(bobs?["points"] == nil)
      try await world.play(until: SampleSeason.evening)
      let settled = try await world.call(.get, friends, as: "ann")["items"]?.array ?? []
      #expect(settled.compactMap { $0["points"]?.int }.sorted() == [0, 6])
      #expect(try await world.call(.get, friends, as: "bob")["items"] == [])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `account for every point in a receipt`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, scorers: [SampleSeason.ann, SampleSeason.bob, "eng-albion:none"], as: "ann")
      let receipt = path + "/receipt"
      #expect(await world.problem { try await world.call(.get, receipt, as: "ann") } == "409 match-pending")
      #expect(await world.problem { try await world.call(.get, receipt, as: "bob") } == "404 prediction-unknown")
      try await world.play(until: SampleSeason.evening)
      let found = try await world.call(.get, receipt, as: "ann")
      let parts = (found["components"]?.array ?? []).map { part in
        ["kind", "predicted", "actual"].compactMap { part[$0]?.string }.joined(separator: " ")
          + " \(part["isCorrect"]?.bool ?? false) \(part["points"]?.int ?? -1)"
      }
      #expect(
        parts == [
          "win home home true 3", "score 2–1 2–1 true 2", "scorer \(SampleSeason.ann) scored true 1",
          "scorer \(SampleSeason.bob) scored true 1", "scorer eng-albion:none did not score false 0",
        ])
      #expect(found["total"] == 7)
      #expect(found["ruleVersion"] == "win-3.score-2.scorer-1")
      #expect(found["void"] == nil)
      #expect(try await world.points(of: "ann") == 7)
    }
  }
}
