import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `Rounds that somebody brings along` {
  private static let imports = "\(FolfWorld.area)/me/imports"

  private func file(_ lines: [String]) -> String {
    (["PlayerName,CourseName,LayoutName,StartDate,Hole1,Hole2"] + lines).joined(separator: "\n")
  }

  @Test(.tags(.fs147), arguments: TestHost.Engine.available)
  func `are taken twenty at a time, each once for each person`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let days = (1...22).map { day in "2024-06-\(day < 10 ? "0" : "")\(day) 0900" }
      let text = file(
        days.flatMap { day in
          ["Par,Shore,Short,\(day),3,3", "A,Shore,Short,\(day),3,2", "B,Shore,Short,\(day),4,4"]
        } + ["Par,Shore,Short,\(days[0]),3,3", "A,Shore,Short,\(days[0]),5,5"])
      func take(_ name: String, as person: TestPerson) async throws -> JSON {
        try await host.post(Self.imports, ["text": .string(text), "name": .string(name)], as: person).json
      }
      #expect(try await take("A", as: ada) == ["taken": 20, "known": 1, "left": 2], "what is there twice is one round")
      #expect(try await take("A", as: ada) == ["taken": 2, "known": 21, "left": 0])
      #expect(try await take("A", as: ada) == ["taken": 0, "known": 23, "left": 0])
      #expect(try await take("B", as: bob) == ["taken": 20, "known": 0, "left": 2], "they are Bob's, too")
      let rounds = try await host.get("\(FolfWorld.area)/me/rounds?limit=100", as: ada).items
      #expect(rounds.count == 22 && rounds.allSatisfy { $0["toPar"] == -1 && $0["state"] == "finished" })
      #expect(rounds.first?["startedAt"] == "2024-06-22T09:00:00Z")
      let statistics = try await host.get("\(FolfWorld.area)/me/statistics", as: ada)
      #expect(statistics["months"] == [["month": "2024-06", "rounds": 22, "average": -9]])
      #expect(statistics["company"] == [], "names of elsewhere are nobody here")
    }
  }

  @Test(.tags(.fs147), arguments: TestHost.Engine.available)
  func `have one row of one's own, names as long as names are here, and count for no course`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let long = String(repeating: "Þ", count: 60)
      let text = file([
        "Par,Harbour Park,Main,2024-06-01 0900,3,3", "\(long),Harbour Park,Main,2024-06-01 0900,2,2",
        "A,Harbour Park,Main,2024-06-01 0900,4,3", "A,Harbour Park,Main,2024-06-01 0900,1,1",
      ])
      let taken = try await host.post(Self.imports, ["text": .string(text), "name": "A"], as: ada)
      #expect(taken["taken"] == 1, "\(taken.text)")
      let round = try await host.get("\(FolfWorld.area)/me/rounds", as: ada).items[0]
      #expect(round["throwCount"] == 7 && round["courseName"] == "Harbour Park")
      let card = try await world.card(round["id"]?.string ?? "", as: ada)
      let players = card["players"]?.array ?? []
      #expect(players.map { $0["name"] } == [.string(String(repeating: "Þ", count: 40)), "Ada", "A"])
      #expect(players.map { $0["throwCount"] } == [4, 7, 2])
      #expect(players.map { $0["account"] != nil } == [false, true, false])
      #expect(players.map { $0["place"] } == [2, 3, 1] && players.map { $0["mayHandOn"] } == [true, false, true])
      #expect(card["isHost"] == true && card["code"] == nil && card["endedAt"] == "2024-06-01T09:00:00Z")
      let course = try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: ada)
      #expect(course["record"] == nil && course["rounds"] == 0, "a course of that name elsewhere may be another one")
      let row = players[1]["id"]?.string ?? ""
      let three = FolfWorld.entry("three", row, 1, 3, base: ["\(row)-1"])
      try await world.enter([three], card["id"]?.string ?? "", as: ada)
      #expect(try await host.get("\(FolfWorld.area)/me/statistics", as: ada)["best"] == 0, "it can be corrected")
    }
  }
}
