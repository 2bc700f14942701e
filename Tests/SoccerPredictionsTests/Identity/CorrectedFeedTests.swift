import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

/// A season whose file is corrected again and again, as the history of a public collection of results shows it.
struct CorrectedSeason {
  var names = ["Albion", "Borough", "City", "Dynamo", "Eastham", "Forest"]
  /// Text put in the place of other text, after the file was written.
  var changes: [(String, String)] = []
  var rounds: (Int) -> String = { "Matchday \($0)" }
  var isReversed = false

  /// Ten rounds, one a week from 7 September 2024 on; the results of the first two are known.
  func text() -> String {
    var league = DoubleRound()
    league.names = names
    var rows = league.rows().map { row -> String in
      let day = CivilDay(daysSince1970: 19_973 + 7 * (row.round - 1)).description
      let score = row.round < 3 ? ",\"score\":{\"ft\":[\(row.home),\(row.away)]}" : ""
      let fields = [
        "\"round\":\"\(rounds(row.round))\"", "\"date\":\"\(day)\"", "\"time\":\"15:00\"",
        "\"team1\":\"\(names[row.home])\"", "\"team2\":\"\(names[row.away])\"",
      ]
      return "{\(fields.joined(separator: ","))\(score)}"
    }
    if isReversed { rows.reverse() }
    let text = "{\"name\":\"League 2024/25\",\"matches\":[\n\(rows.joined(separator: ",\n"))\n]}"
    return changes.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}

@Suite struct `Predictions of a season whose file is corrected` {
  private static let start = "2024-09-01T09:00:00Z"
  private let file = "2024-25/en.1.json"

  private func run(
    on engine: TestHost.Engine, _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    let season = CorrectedSeason().text()
    try await SoccerWorld.run(
      on: engine, season: season, settings: ["reminderMinutes": 0], file: file, provider: "openfootball"
    ) { world async throws in
      try await world.play(until: Self.start)
      try await body(world)
    }
  }

  /// The ids of all matches by kick-off, and the number of predictions that belong to one of them.
  private func state(_ world: SoccerWorld) async throws -> (ids: Set<String>, kept: Int) {
    let ids = try world.plugin.catalogue.reading.seasons.values.flatMap(\.matches).map(\.id)
    let kept = try await world.storage.read { transaction in
      try await transaction.query("select match from predictions").count { ids.contains(try $0["match"] as String) }
    }
    return (Set(ids), kept)
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `outlive respelling, renumbering, moving, removal, text for numbers, doubles and names that come late`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let ids = try await state(world).ids
      #expect(ids.count == 30)
      for (place, match) in ids.sorted().enumerated() {
        for person in ["ann", "bob", "cat"].prefix(1 + place % 3) {
          try await world.predict(2, 1, of: match, as: person)
        }
      }
      let first = CorrectedSeason()
      var history: [CorrectedSeason] = []
      func then(_ change: (inout CorrectedSeason) -> Void) {
        var next = history.last ?? first
        change(&next)
        history.append(next)
      }
      then { $0.names[0] = "Albion FC" }
      then { $0.names[3] = "Dynano" }
      then { $0.rounds = { "\($0 + 1). Round" } }
      then { $0.changes.append(("2024-10-05", "2024-10-09")) }
      then { $0.isReversed = true }
      then { $0.changes.append(("\"ft\":[0,5]", "\"ft\":\"0-5\"")) }
      then {
        $0.changes.append(("\"team1\":\"City\",\"team2\":\"Borough\"", "\"team1\":\"TBD\",\"team2\":\"Borough\""))
      }
      then { $0.changes.removeLast() }
      then { $0.names = ["Albion", "Borough AFC", "The City", "Dynamo", "Eastham", "Forest 1907"] }
      then { $0.rounds = { "Matchday \($0)" } }
      history.append(first)
      var day = 1
      for season in history {
        try world.publish(season.text(), as: file)
        day += 1
        try await world.host.clock.advance(by: .seconds(310))
        let now = try await state(world)
        #expect(now.kept == 60, "after correction \(day - 1)")
        #expect(now.ids == ids, "after correction \(day - 1)")
      }
      let doubled = first.text().replacing(
        "\n]}", with: ",\n" + first.text().split(separator: "\n")[1].replacing(/,$/, with: "") + "\n]}")
      try world.publish(doubled, as: file)
      try await world.host.clock.advance(by: .seconds(310))
      #expect(try await state(world).kept == 60)
      #expect(try await world.call(.get, "/doubts", asOperator: true)["items"]?.array == [])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `change for exactly those whom a corrected result concerns, who are told`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let season = CorrectedSeason()
      let first = "en.1_2024-25_matchday-1_albion_forest"
      let others = try await state(world).ids.filter { $0.contains("matchday-1_") && $0 != first }
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.predict(0, 2, of: first, as: "bob")
      try await world.predict(3, 0, of: first, as: "cat")
      for other in others { for person in ["ann", "dan"] { try await world.predict(1, 4, of: other, as: person) } }
      try await world.play(until: "2024-09-08T09:00:00Z")
      let before = try await world.board()
      #expect(before == ["1 ann 13", "2 dan 8", "3 bob 3", "4 cat 0"])
      try world.publish(season.text().replacing("\"ft\":[0,5]", with: "\"ft\":[3,0]"), as: file)
      try await world.host.clock.advance(by: .seconds(310))
      #expect(try await world.board() == ["1 ann 8", "1 dan 8", "3 cat 5", "4 bob 0"])
      for (person, points) in [("ann", 0), ("bob", 0), ("cat", 5)] {
        let told = try await world.inbox(person)
        #expect(
          told == ["The result of Albion – Forest was corrected: your prediction brings \(points) points now."],
          "\(person)")
      }
      #expect(try await world.inbox("dan").isEmpty)
      try await world.host.clock.advance(by: .seconds(3000))
      #expect(try await world.inbox("ann").count == 1)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of a removed match can be read, bring nothing while it is gone, and count again when it returns`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let first = "en.1_2024-25_matchday-1_albion_forest"
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.predict(1, 1, of: "en.1_2024-25_matchday-2_borough_forest", as: "ann")
      try await world.play(until: "2024-09-08T09:00:00Z")
      #expect(try await world.points(of: "ann", match: first) == 5)
      let whole = CorrectedSeason().text()
      let rows = whole.split(separator: "\n")
      let place = try #require(rows.firstIndex { $0.contains("\"Albion\",\"team2\":\"Forest\"") })
      var without = rows
      without.remove(at: place)
      try world.publish(without.joined(separator: "\n"), as: file)
      try await world.host.clock.advance(by: .seconds(310))
      let match = try await world.call(.get, "/matches/\(first)")
      #expect(match["state"] == "removed" && match["home"]?["name"] == "Albion" && match["predictionsOpen"] == false)
      #expect(try await world.points(of: "ann", match: first) == 0)
      let receipt = try await world.call(.get, "/matches/\(first)/prediction/receipt", as: "ann")
      #expect(receipt["void"] == "removed" && receipt["total"] == 0)
      #expect(try await world.board() == ["1 ann 0"])
      let gone =
        "Albion – Forest is not in the fixture list any more, so your prediction brings no points. It counts again should the match return."
      #expect(try await world.inbox("ann") == [gone])
      try world.publish(whole, as: file)
      try await world.host.clock.advance(by: .seconds(310))
      #expect(try await world.points(of: "ann", match: first) == 5)
      #expect(try await world.board() == ["1 ann 5"])
      #expect(
        try await world.inbox("ann") == ["Albion – Forest is back in the fixture list: your prediction counts.", gone])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `outlive another name of the season, also over a restart, and settle under it`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let (ids, first) = (try await state(world).ids, "en.1_2024-25_matchday-1_albion_forest")
      try await world.predict(0, 5, of: first, as: "ann")
      try world.publish(nil, as: file)
      try world.publish(CorrectedSeason().text().replacing("2024/25", with: "2024"), as: "2024/en.1.json")
      try await world.host.clock.advance(by: .seconds(310))
      func check(_ plugin: SoccerPredictions) {
        #expect(plugin.catalogue.reading.seasons.keys.map(\.description) == ["en.1_2024-25"])
        #expect(Set(plugin.catalogue.reading.matches.keys) == ids)
      }
      check(try world.plugin)
      #expect(try await world.health() == "ok")
      let restarted = try SoccerPredictions(host: world.host.services)
      try await restarted.tracker.begin()
      check(restarted)
      try await world.play(until: "2024-09-08T09:00:00Z")
      check(try world.plugin)
      #expect(try await world.points(of: "ann", match: first) == 5)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `stay with an emptied, a broken and a vanished file, and readiness says so`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let first = "en.1_2024-25_matchday-1_albion_forest"
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.play(until: "2024-09-08T09:00:00Z")
      for (text, code) in [
        ("{\"name\":\"League 2024/25\",\"matches\":[]}", "season-emptied"), ("{\"name\":", "invalid-value"),
        (nil, "season-gone"),
      ] as [(String?, String)] {
        try world.publish(text, as: file)
        try await world.host.clock.advance(by: .seconds(310))
        #expect(try await world.health().contains(code), "\(code)")
        #expect(try await world.points(of: "ann", match: first) == 5)
        #expect(try await world.board() == ["1 ann 5"])
        #expect(
          try await world.call(.get, "/leagues/en.1/matches?season=2024-25&limit=400")["items"]?.array?.count == 30)
        try world.publish(CorrectedSeason().text(), as: file)
        try await world.host.clock.advance(by: .seconds(310))
        #expect(try await world.health() == "ok")
      }
    }
  }
}
