import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `The weather` {
  /// An hour of a forecast as api.met.no writes it (Locationforecast 2.0).
  private static func hour(
    _ time: String, _ temperature: Double, _ wind: Double, rain: Double? = nil, six: Double? = nil,
    symbol: String = "cloudy"
  ) -> JSON {
    var data: JSONObject = [
      "instant": [
        "details": [
          "air_temperature": .number(temperature), "wind_speed": .number(wind), "wind_from_direction": 220.5,
        ]
      ]
    ]
    func part(_ amount: Double) -> JSON {
      ["summary": ["symbol_code": .string(symbol)], "details": ["precipitation_amount": .number(amount)]]
    }
    if let rain { data["next_1_hours"] = part(rain) }
    if let six { data["next_6_hours"] = part(six) }
    return ["time": .string(time), "data": .object(data)]
  }

  private static func forecast(_ hours: JSON...) -> JSON {
    ["type": "Feature", "properties": ["meta": [:], "timeseries": .array(hours)]]
  }

  @Test(.tags(.fs156)) func `is read hour by hour, and what lacks a figure is left out`() throws {
    let hours = WeatherForecast.hours(
      Self.forecast(
        Self.hour("2025-08-15T13:00:00Z", 16, 4, six: 3, symbol: "lightrainshowers_day"),
        Self.hour("2025-08-15T12:00:00Z", 15.5, 3.5, rain: 0.2, symbol: "partlycloudy_night"),
        ["time": "2025-08-15T14:00:00Z", "data": ["instant": ["details": ["air_temperature": 3]]]]))
    #expect(hours.map(\.temperature) == [15.5, 16] && hours.map(\.wind) == [3.5, 4])
    #expect(hours.map(\.rain) == [0.2, 0.5], "six hours together are divided")
    #expect(hours.map(\.sky) == [.fair, .rain] && hours[0].windFrom == 220.5)
    #expect(WeatherForecast.hour(of: hours[0].at.addingTimeInterval(3_599), in: hours) == hours[0])
    #expect(WeatherForecast.hour(of: hours[0].at.addingTimeInterval(-1), in: hours) == nil)
    #expect(WeatherForecast.hour(of: hours[1].at.addingTimeInterval(3_600), in: hours) == nil)
    for symbol in ["clearsky_day", "fog", "heavysleet", "snowshowers_night", "rainandthunder"] {
      #expect(
        WeatherForecast.hours(Self.forecast(Self.hour("2025-08-15T12:00:00Z", 1, 1, rain: 0, symbol: symbol)))[0].sky
          != nil)
    }
    #expect(WeatherForecast.hours(["properties": []]).isEmpty && WeatherForecast.hours(.null).isEmpty)
  }

  /// Beaufort: 3.4 m/s is a gentle breeze (3), 8 m/s a fresh one (5).
  @Test(.tags(.fs157)) func `goes with scores by wind, rain and warmth`() {
    func round(_ toPar: Int, holes: Int = 18) -> PlayedRound {
      PlayedRound(
        holes: (1...holes).map { PlayedHole(number: $0, par: 3, throwCount: 3) }, toPar: toPar, isComplete: true)
    }
    typealias Weather = WeatherInfluence.Weather
    #expect(Weather(temperature: 9.9, wind: 3.3, rain: 0).kinds == [.calm, .dry, .cold])
    #expect(Weather(temperature: 10, wind: 3.4, rain: 0.1).kinds == [.breezy, .wet, .mild])
    #expect(Weather(temperature: 20, wind: 8, rain: 0.09).kinds == [.windy, .dry, .warm])
    #expect(Weather(temperature: 19.9, wind: 7.9, rain: 0).kinds == [.breezy, .dry, .mild])
    let found = WeatherInfluence([
      (Weather(temperature: 15, wind: 1, rain: 0), round(0)),
      (Weather(temperature: 15, wind: 9, rain: 0), round(3, holes: 9)),
    ])
    #expect(found.rounds == 2 && found.groups.map(\.kind) == [.calm, .windy, .dry, .mild])
    #expect(found.groups.map(\.average) == [0, 6, 3, 3] && found.groups.map(\.difference) == [-3, 3, 0, 0])
    #expect(WeatherInfluence([]).groups.isEmpty)
  }

  @Test(.tags(.fs156, .fs157), arguments: TestHost.Engine.available)
  func `of a course is what the operator's source says, and what rounds were played in is noted`(
    on engine: TestHost.Engine
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "weather-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let hours = Self.forecast(
      Self.hour("2025-08-15T09:00:00Z", 12, 1, rain: 0), Self.hour("2025-08-15T11:00:00Z", 14, 9, rain: 0),
      Self.hour("2025-08-15T12:00:00Z", 15, 9.5, rain: 1.2, symbol: "rain"),
      Self.hour("2025-08-17T12:00:00Z", 15, 9.5, rain: 0), Self.hour("2025-08-17T13:00:00Z", 20, 1, rain: 0))
    try Data(hours.serialized().utf8).write(to: folder.appending(path: "harbour-park.json"))
    try Data("no forecast".utf8).write(to: folder.appending(path: "old-quarry.json"))
    let settings: JSONObject = ["weather": ["directory": .string(folder.path), "source": "A station"]]
    try await FolfWorld.run(on: engine, settings: settings) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      func weather(_ course: String) async throws -> TestReply {
        try await host.get("\(FolfWorld.area)/courses/\(course)/weather", as: ada)
      }
      let shown = try await weather("harbour-park")
      #expect(shown["source"] == "A station")
      #expect(
        shown["hours"]?.array?.map { $0["at"] } == [
          "2025-08-15T12:00:00Z", "2025-08-17T12:00:00Z",
        ], "neither what has been nor what is more than two days ahead")
      #expect(shown["hours"]?[0]?["rain"] == 1.2 && shown["hours"]?[0]?["sky"] == "rain")
      for course in ["old-quarry", "ridge-loop"] { #expect(try await weather(course).json == ["hours": []]) }
      #expect(try await weather("nowhere").problem == "404 course-unknown")
      #expect(try await host.get("\(FolfWorld.area)/me/weather", as: ada).json == ["rounds": 0, "groups": []])
      let round = try await world.started(ada)
      let row = try await world.card(round, as: ada)["me"]?.string ?? ""
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 4], row, round, as: ada)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      try await host.clock.advance(by: .seconds(1_800))
      try await host.settled()
      let found = try await host.get("\(FolfWorld.area)/me/weather", as: ada)
      #expect(found["rounds"] == 1)
      #expect(found["groups"]?.array?.map { $0["kind"] } == ["windy", "wet", "mild"])
      #expect(found["groups"]?[0]?["average"] == 2 && found["groups"]?[0]?["difference"] == 0)
      try await host.leave(ada)
      // Where the server broke the plugin's part off, it is tried again a second later.
      try await eventually {
        let left: Int = try await host.services.storage.read { transaction in
          try await transaction.query("select count(*) as n from round_weather")[0]["n"]
        }
        return left == 0
      }
    }
  }
}
