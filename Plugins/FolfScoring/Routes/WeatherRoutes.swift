import FieldhouseKit
import Foundation

// The weather: what it will be on a course, and how it goes with my scores.
extension FolfScoring {
  /// How far ahead a forecast is shown.
  static let weatherAhead: TimeInterval = 48 * 3_600
  /// How often the weather of rounds is noted.
  static let weatherPause: TimeInterval = 30 * 60

  func weatherRoutes(_ routes: inout Routes) {
    routes.get(
      "/courses/{course}/weather", "What the weather of a course will be in the next 48 hours, as far as anybody knows",
      access: .guest, problems: [.courseUnknown]
    ) { (input: CourseName, call) in
      let me = try call.account.id
      guard try await host.storage.read({ try await courses.find(input.course, for: me, in: $0) }) != nil else {
        throw Problem.courseUnknown
      }
      let (from, to) = (call.now.addingTimeInterval(-3_600), call.now.addingTimeInterval(Self.weatherAhead))
      let hours = weather?.hours(of: input.course).filter { $0.at > from && $0.at <= to } ?? []
      return WeatherOutput(source: hours.isEmpty ? nil : weather?.name, hours: hours)
    }
    routes.get(
      "/me/weather", "How my complete rounds went in which weather, as far as it was noted", access: .guest
    ) { (_: NoInput, call) in
      let me = try call.account.id
      return InfluenceOutput(
        WeatherInfluence(try await host.storage.read { try await WeatherStore.played(by: me, in: $0) }))
    }
  }

  /// Notes the weather of rounds that have begun, now and every half an hour, where there is a source.
  func beginWeather() async throws {
    guard let weather else { return await host.schedules.cancel("weather") }
    try await host.schedules.schedule("weather", due: host.clock.now) { [host] due in
      let begun = try await host.storage.read { try await WeatherStore.due(at: due, in: $0) }
      let known = Dictionary(grouping: begun, by: \.course).flatMap { course, rounds in
        let hours = weather.hours(of: course)
        return rounds.compactMap { round in
          WeatherForecast.hour(of: round.startedAt, in: hours).map { (round.round, $0) }
        }
      }
      try await host.storage.write { transaction in
        for (round, hour) in known { try await WeatherStore.note(hour, of: round, at: due, in: transaction) }
      }
      return due.addingTimeInterval(Self.weatherPause)
    }
  }
}

struct WeatherOutput: RouteOutput {
  /// Who says so; nil when nobody does.
  var source: String?
  /// In the order of time.
  var hours: [WeatherHour]

  static var schema: Schema {
    .object([("source", .string()), ("hours", .array(of: WeatherHour.schema))], required: ["hours"])
  }
}

/// How weather and my scores go together.
struct InfluenceOutput: RouteOutput {
  struct Group: RouteOutput {
    var kind: WeatherInfluence.Kind
    var rounds: Int
    /// Mean throws above par of 18 holes.
    var average: Double
    /// The mean less that of all of these rounds: above 0 costs throws.
    var difference: Double

    static var schema: Schema {
      .object(
        [
          ("kind", .enumeration(WeatherInfluence.Kind.allCases.map { .string($0.rawValue) })), ("rounds", .integer()),
          ("average", .number()), ("difference", .number()),
        ], required: ["kind", "rounds", "average", "difference"])
    }
  }

  /// Complete rounds whose weather is known.
  var rounds: Int
  var groups: [Group]

  init(_ found: WeatherInfluence) {
    rounds = found.rounds
    groups = found.groups.map {
      Group(kind: $0.kind, rounds: $0.rounds, average: $0.average, difference: $0.difference)
    }
  }

  static var schema: Schema {
    .object([("rounds", .integer()), ("groups", .array(of: Group.schema))], required: ["rounds", "groups"])
  }
}
