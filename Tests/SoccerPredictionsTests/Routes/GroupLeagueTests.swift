import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The leagues of a group` {
  private static let root = "/v1/groups/soccer-predictions"

  /// Founds a group of Ada's with Bob and Cleo in it.
  private func found(_ world: SoccerWorld) async throws -> String {
    let ada = try await world.person("Ada")
    let reply = try await world.host.post("\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
    let group = try #require(reply["id"]?.string)
    for name in ["Bob", "Cleo"] {
      let person = try await world.person(name)
      #expect(try await world.host.put("\(Self.root)/\(group)/members/\(person.id)", as: ada).status == 204)
    }
    return group
  }

  @Test(.tags(.pl43, .sp128, .sp129, .sp167), arguments: TestHost.Engine.allCases)
  func `are for its admins to add and to remove, and its members are told`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let group = try await found(world)
      let leagues = "/groups/\(group)/leagues"
      #expect(await world.problem { try await world.call(.put, "\(leagues)/en.1", as: "Bob") } == "403 forbidden")
      #expect(await world.problem { try await world.call(.get, leagues, as: "Eve") } == "404 not-found")
      #expect(await world.problem { try await world.call(.put, "\(leagues)/xx.9", as: "Ada") } == "404 league-unknown")
      try await world.call(.put, "\(leagues)/en.1", as: "Ada")
      try await world.call(.put, "\(leagues)/en.1", as: "Ada")
      #expect(try await world.call(.get, leagues, as: "Bob")["items"]?[0]?["name"] == "English Premier League")
      #expect(try await world.inbox("Bob").filter { $0 == "The group Tippers has been changed." }.count == 1)
      #expect(try await world.inbox("Ada").isEmpty)
      #expect(await world.problem { try await world.call(.delete, "\(leagues)/en.1", as: "Cleo") } == "403 forbidden")
      try await world.call(.delete, "\(leagues)/en.1", as: "Ada")
      for name in ["Bob", "Cleo"] {
        #expect(try await world.inbox(name).filter { $0 == "The group Tippers has been changed." }.count == 2)
      }
      #expect(
        await world.problem { try await world.call(.delete, "\(leagues)/en.1", as: "Ada") } == "404 league-unknown")
      #expect(try await world.call(.get, leagues, as: "Bob")["items"] == [])
      let ada = try await world.person("Ada")
      // Whoever is made an admin may both, and strangers neither.
      let bob = try await world.person("Bob").id
      #expect(try await world.host.put("\(Self.root)/\(group)/members/\(bob)/roles/admin", as: ada).status == 204)
      try await world.call(.put, "\(leagues)/en.1", as: "Bob")
      for method in [.put, .delete] as [FieldhouseKit.Method] {
        #expect(await world.problem { try await world.call(method, "\(leagues)/en.1", as: "Eve") } == "404 not-found")
      }
      try await world.call(.delete, "\(leagues)/en.1", as: "Bob")
      #expect(try await world.host.patch("\(Self.root)/\(group)", ["name": "Prophets"], as: ada).status == 200)
      #expect(try await world.inbox("Cleo").contains("The group Prophets has been changed."))
      #expect(try await !world.inbox("Ada").contains("The group Prophets has been changed."))
      let (picture, cleo) = (SamplePicture.png(width: 60, height: 40, comment: ""), try await world.person("Cleo"))
      let path = "\(Self.root)/\(group)/picture"
      #expect(try await world.host.upload(path, picture, type: "image/png", as: cleo).status == 204)
      for (name, count) in [("Ada", 1), ("Bob", 2), ("Cleo", 1)] {
        let told = try await world.inbox(name).filter { $0 == "The group Prophets has been changed." }
        #expect(told.count == count, "\(name)")
      }
    }
  }

  @Test(.tags(.pl43, .sp114, .sp126, .sp137), arguments: TestHost.Engine.allCases)
  func `rank its members among themselves and among everybody, and in fun games`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let group = try await found(world)
      try await world.predict(2, 1, as: "Eve")
      try await world.predict(1, 0, as: "Bob")
      try await world.predict(0, 2, as: "Ada")
      try await world.play(until: SampleSeason.evening)
      func rows(_ query: String, _ members: [String]) async throws -> [String] {
        let page = try await world.call(.get, "/groups/\(group)/board?league=en.1\(query)", as: "Cleo")
        return (page["items"]?.array ?? []).map { row in
          members.map { row[$0]?.int.map(String.init) ?? "-" }.joined(separator: " ")
            + " \(row["account"]?["name"]?.string ?? "")"
        }
      }
      #expect(try await rows("", ["rank", "leagueRank", "points"]) == ["1 2 3 Bob", "2 3 0 Ada", "- - 0 Cleo"])
      #expect(
        try await rows("&game=fun", ["rank", "leagueRank", "points"]) == ["1 - 1 Bob", "2 - -5 Ada", "- - 0 Cleo"])
      #expect(try await rows("&query=CL%C3%89", ["rank"]) == ["- Cleo"])
      #expect(try await rows("&query=", ["rank"]).count == 3)
      let board = "/groups/\(group)/board"
      #expect(await world.problem { try await world.call(.get, "\(board)?league=en.1", as: "Eve") } == "404 not-found")
      #expect(
        await world.problem { try await world.call(.get, "\(board)?league=xx.9", as: "Bob") } == "404 league-unknown")
    }
  }

  @Test(.tags(.sp126, .sp137), arguments: TestHost.Engine.allCases)
  func `rank its members in each of two leagues by the points of that one`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      let group = try await found(world)
      for league in ["en.1", "br.1"] {
        try await world.call(.put, "/groups/\(group)/leagues/\(league)", as: "Ada")
      }
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(0, 1, as: "Bob")
      try await world.predict(2, 0, of: "br.1_2024_matchday-20_flamengo_santos", as: "Ada")
      try await world.predict(1, 1, of: "br.1_2024_matchday-20_flamengo_santos", as: "Bob")
      try await world.play(until: "2024-08-19T09:00:00Z")
      for (league, game, expected) in [
        ("en.1", "league", ["1 Ada 5", "2 Bob 0", "- Cleo 0"]), ("br.1", "league", ["1 Bob 5", "2 Ada 0", "- Cleo 0"]),
        ("en.1", "fun", ["1 Ada 5", "2 Bob -5", "- Cleo 0"]), ("br.1", "fun", ["1 Bob 5", "2 Ada -5", "- Cleo 0"]),
      ] {
        let page = try await world.call(.get, "/groups/\(group)/board?league=\(league)&game=\(game)", as: "Cleo")
        let rows = (page["items"]?.array ?? []).map { row in
          (row["rank"]?.int.map(String.init) ?? "-")
            + " \(row["account"]?["name"]?.string ?? "") \(row["points"]?.int ?? -1)"
        }
        #expect(rows == expected, "\(league) \(game)")
      }
    }
  }

  @Test(.tags(.sp95), arguments: TestHost.Engine.allCases)
  func `make its members friends, whose predictions one sees once they are closed`(engine: TestHost.Engine) async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      _ = try await found(world)
      let ada = try await world.person("Ada")
      let dan = try await world.person("Dan")
      #expect(try await world.host.put("/v1/me/following/\(dan.id)", as: ada).status == 204)
      for name in ["Bob", "Dan", "Eve"] { try await world.predict(1, 0, as: name) }
      let companions = try await world.call(.get, "/me/companions", as: "Ada")["items"]?.array ?? []
      #expect(companions.map { $0["account"]?["name"] } == ["Bob", "Cleo", "Dan"])
      try await world.play(until: "2024-08-17T11:15:00Z")
      let shown = try await world.call(.get, "/matches/\(SampleSeason.first)/predictions/friends", as: "Ada")["items"]
      let goals = (shown?.array ?? []).map { friend in
        "\(friend["account"]?["name"]?.string ?? "") " + (friend["home"]?.int.map(String.init) ?? "-")
      }
      #expect(goals.sorted() == ["Bob 1", "Cleo -", "Dan 1"], "who has predicted nothing is there, too")
      #expect(goals.last == "Cleo -")
      let bob = try await world.person("Bob")
      #expect(try await world.host.put("/v1/me/blocked/\(ada.id)", as: bob).status == 204)
      let left = try await world.call(.get, "/matches/\(SampleSeason.first)/predictions/friends", as: "Ada")["items"]
      #expect((left?.array ?? []).map { $0["account"]?["name"] } == ["Dan", "Cleo"])
    }
  }
}
