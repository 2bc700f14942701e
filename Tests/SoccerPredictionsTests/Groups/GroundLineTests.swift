import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

@Suite struct `Lines that say where teams play` {
  @Test(
    arguments: [
      ("Albion,Town,51.5,-0.12", "Albion|Town|51.5|-0.12"),
      (" Albion , Town , 51.5 , -0.12 ", "Albion|Town|51.5|-0.12"),
      ("\"Albion, Old\",\"Town, New\",0,0", "Albion, Old|Town, New|0.0|0.0"),
      ("الأهلي,القاهرة,30,31", "الأهلي|القاهرة|30.0|31.0"),
      ("Albion,Town,90,180", "Albion|Town|90.0|180.0"), ("Albion,Town,-90,-180", "Albion|Town|-90.0|-180.0"),
      ("Albion,Town,90.01,0", nil), ("Albion,Town,0,180.01", nil), ("Albion,Town,nan,0", nil),
      ("Albion,Town,0,inf", nil),
      ("Albion,Town,51,5,0", nil), ("Albion,Town,51.5", nil), (",Town,1,2", nil), ("Albion,,1,2", nil),
      ("Albion,\"Town,1,2", nil), ("Albion;Town;1;2", nil), ("Albion,Town,north,2", nil), ("", nil),
      ("Albion,\(String(repeating: "n", count: 80)),1,2", "Albion|\(String(repeating: "n", count: 80))|1.0|2.0"),
      ("Albion,\(String(repeating: "n", count: 81)),1,2", nil),
    ] as [(String, String?)])
  func `have a team, a town and a point on the earth`(text: String, expected: String?) {
    let line = GroundLine(text)
    let read = line.map {
      "\($0.team)|\($0.place.town)|\($0.place.coordinates.latitude)|\($0.place.coordinates.longitude)"
    }
    #expect(read == expected)
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `name one team each, and count those teams once`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(
        SampleSeason.brazil.replacing("FLA Flamengo", with: "FLA Albion").replacing(
          "SAN Santos", with: "SAN Santos FC"),
        as: "brazil.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      let wrong: JSON = ["csv": "Albion,Town,51.5,-0.12\nBorough,B,1,2"]
      let reply = try await world.host.call(.put, "/v1/soccer-predictions/grounds", wrong, as: world.host.operator)
      #expect(reply.problem == "422 invalid-input")
      #expect(
        reply.json["errors"]?.array?.map { $0["detail"] } == [
          "Line 1: several teams are called 'Albion'; write the id of the one."
        ])
      let right: JSON = [
        "csv":
          "bra-albion,Rio,-22.9,-43.2\neng-albion,Town,51.5,-0.12\nBorough,B,51.6,-0.1\nBorough AFC,Bay,51.7,-0.2\nSantos,S,-23,-46"
      ]
      #expect(try await world.call(.put, "/grounds", right, asOperator: true)["imported"] == 4)
      let grounds = try await world.call(.get, "/grounds", asOperator: true)["items"]?.array ?? []
      let towns = grounds.map { "\($0["team"]?["id"]?.string ?? "") \($0["place"]?["town"]?.string ?? "-")" }
      #expect(
        towns == [
          "eng-city -", "eng-dynamo -", "bra-albion Rio", "eng-albion Town", "eng-borough Bay", "bra-santos-fc S",
        ], "those first of which nobody has told, then by their names")
    }
  }
}
