import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `What is set for a season` {
  private static let root = "/v1/groups/soccer-predictions"
  private static let tiers: JSON = ["format": 1, "whole": true, "tiers": ["exact": 4, "difference": 3, "outcome": 2]]
  private static let bold: JSON = ["format": 1, "whole": true, "tiers": ["exact": 9, "outcome": 1]]
  private static let match = "en.1_2025-26_matchday-1_albion_city"

  /// The season after the sample, a week after whose last day it begins; City has been put in Borough's place on its first day.
  private static let next = """
    fieldhouse season 1
    league en.1
    name English Premier League
    season 2025-26
    zone Europe/London
    source made for the tests
    team ALB Albion
    team CIT City
    team EAS Eastham
    team FOR Forest
    round Matchday 1
    2024-08-31 12:30 ALB CIT 2-1 (1-0)
    2024-08-31 15:00 EAS FOR
    round Matchday 2
    2024-09-07 12:30 CIT ALB

    """

  private func group(_ name: String, _ world: SoccerWorld) async throws -> String {
    let (ada, bob) = (try await world.person("Ada"), try await world.person("Bob"))
    let reply = try await world.host.post(
      "\(Self.root)/", ["kind": "prediction-group", "name": .string(name)], as: ada)
    let group = try #require(reply["id"]?.string)
    #expect(try await world.host.put("\(Self.root)/\(group)/members/\(bob.id)", as: ada).status == 204)
    try await world.call(.put, "/groups/\(group)/leagues/en.1", as: "Ada")
    return group
  }

  /// The rules of the season that is shown: season, first rounds, and the seasons they were taken over from.
  private func rules(_ place: String, _ world: SoccerWorld) async throws -> String {
    let found = try await world.call(.get, "\(place)/rules\(place.hasPrefix("/groups") ? "/en.1" : "")", as: "Bob")
    let items = (found["items"]?.array ?? []).map { item in
      let points = item["rule"]?["tiers"]?["exact"]?.int ?? 0
      return "\(points) from \(item["round"]?.string ?? ""), of \(item["carriedFrom"]?.string ?? "-")"
    }
    return ([found["season"]?.string ?? ""] + items).joined(separator: "; ")
  }

  private func asked(_ group: String, _ world: SoccerWorld) async throws -> [JSON] {
    try await world.call(.get, "/groups/\(group)/questions/en.1", as: "Bob")["items"]?.array ?? []
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `by a group holds in the next one too, which its members are told before it begins, and can be changed`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (kept, left, plain) = (
        try await group("Kept", world), try await group("Left", world), try await group("Plain", world)
      )
      for group in [kept, left] {
        try await world.call(.put, "/groups/\(group)/rules/en.1", ["rule": Self.tiers], as: "Ada")
      }
      let questions = "/groups/\(kept)/questions/en.1"
      let champion: JSON = ["kind": "champion", "text": "Who wins it?", "points": 7.5]
      try await world.call(.post, questions, champion, as: "Ada")
      try await world.call(
        .post, questions, ["kind": "free", "text": "Snow?", "options": ["Yes", "No"], "points": 1], as: "Ada")
      try world.publish(Self.next, as: "next.season")
      try await world.play(until: SampleSeason.evening)
      try await world.call(.put, "/groups/\(kept)/rules/en.1", ["rule": Self.bold], as: "Ada")
      // The season is not over when the next one is a week away.
      try await world.play(until: "2024-08-24T11:29:00Z")
      #expect(try await rules("/groups/\(left)", world) == "2024-25; 4 from Matchday 1, of -")
      #expect(try await world.inbox("Bob").filter { $0.contains("2025-26") }.isEmpty)
      try await world.play(until: SampleSeason.later)
      #expect(try await rules("/groups/\(kept)", world) == "2025-26; 9 from Matchday 1, of 2024-25", "the last one")
      #expect(try await rules("/groups/\(left)", world) == "2025-26; 4 from Matchday 1, of 2024-25")
      #expect(try await rules("/groups/\(plain)", world) == "2025-26")
      let told = try await world.inbox("Bob").filter { $0.contains("2025-26") }
      let text = "points in English Premier League 2025-26 are given as in the last season."
      #expect(told.sorted() == ["Kept", "Left"].map { "\($0): \(text) Until it begins another rule can be set." })
      let open = try await asked(kept, world)
      #expect(open.map { $0["text"] } == ["Who wins it?"] && open[0]["points"] == 7.5 && open[0]["mine"] == nil)
      #expect(open[0]["closesAt"] == "2024-08-31T11:15:00Z" && open[0]["right"] == nil)
      #expect(open[0]["options"]?.array?.map { $0["name"] } == ["Albion", "City", "Eastham", "Forest"])
      #expect(try await world.inbox("Bob").contains("Kept: a bonus question: Who wins it?"))
      // What is taken back stays so, over a restart too; another rule takes its place.
      try await world.call(.delete, "/groups/\(left)/rules/en.1", as: "Ada")
      let restarted = try SoccerPredictions(host: world.host.services)
      try await restarted.tracker.begin()
      _ = try await restarted.tracker.step(world.now)
      #expect(try await rules("/groups/\(left)", world) == "2025-26")
      try await world.predict(3, 2, of: Self.match, as: "Bob")
      try await world.predict(2, 1, of: Self.match, as: "Ada")
      try await world.play(until: "2024-08-31T20:00:00Z")
      func board(_ group: String) async throws -> [JSON?] {
        let page = try await world.call(.get, "/groups/\(group)/board?league=en.1", as: "Bob")
        return page["items"]?.array?.map { $0["points"] } ?? []
      }
      #expect(try await board(kept) == [9, 1])
      #expect(try await board(left) == [5, 3])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `by an operator holds in the next one too, for everybody and on other hosts, and not for what has begun`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.call(.put, "/leagues/en.1/rules", ["rule": Self.bold], asOperator: true)
      try world.publish(Self.next, as: "next.season")
      try await world.play(until: SampleSeason.evening)
      let other = try SoccerPredictions(host: world.host.services)
      try await other.tracker.begin()
      try await world.play(until: SampleSeason.later)
      #expect(try await rules("/leagues/en.1", world) == "2025-26; 9 from Matchday 1, of 2024-25")
      try await other.tracker.hear()
      let match = try world.plugin.catalogue.reading.match(Self.match)
      #expect(other.settler.rules.rules(of: [match], try world.plugin.catalogue.reading)[match.id]?.number == 1)
      try await world.predict(2, 1, of: Self.match, as: "ann")
      try await world.play(until: "2024-08-31T20:00:00Z")
      #expect(try await world.points(of: "ann", match: Self.match) == 9)
      // As if the rules of that season had never been taken over: somebody has predicted it, so they are not now.
      try await world.storage.write { transaction in
        try await transaction.execute("delete from carried_seasons")
        try await transaction.execute("delete from scoring_rules where season = 'en.1_2025-26'")
      }
      let late = try SoccerPredictions(host: world.host.services)
      try await late.tracker.begin()
      _ = try await late.tracker.step(world.now)
      #expect(try await rules("/leagues/en.1", world) == "2025-26")
      let carried = try await world.storage.read { try await $0.query("select season from carried_seasons").count }
      #expect(carried == 1)
    }
  }
}
