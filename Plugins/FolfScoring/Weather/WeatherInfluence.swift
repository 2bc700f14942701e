/// How weather and scores go together.
struct WeatherInfluence: Sendable, Equatable {
  /// What a round was played in.
  enum Kind: String, Codable, Sendable, CaseIterable {
    /// Wind below 3.4 m/s, from there on, and from 8 m/s on: up to 2, 3 and 4, 5 and more on the Beaufort scale. Source: World
    /// Meteorological Organization, Manual on Codes, table 1100.
    case calm, breezy, windy
    /// Less than 0.1 mm of rain in the hour in which the round began, and more.
    case dry, wet
    /// Below 10 °C, from there on, and from 20 °C on.
    case cold, mild, warm
  }

  struct Weather: Sendable, Equatable {
    /// Degrees Celsius.
    let temperature: Double
    /// Metres a second.
    let wind: Double
    /// Millimetres in an hour.
    let rain: Double

    var kinds: [Kind] {
      [
        wind < 3.4 ? .calm : wind < 8 ? .breezy : .windy, rain < 0.1 ? .dry : .wet,
        temperature < 10 ? .cold : temperature < 20 ? .mild : .warm,
      ]
    }
  }

  struct Group: Sendable, Equatable {
    let kind: Kind
    let rounds: Int
    /// Mean throws above par of 18 holes.
    let average: Double
    /// The mean less that of all of these rounds: above 0 costs throws.
    let difference: Double
  }

  /// Rounds whose weather is known.
  let rounds: Int
  /// Of each kind that there was, in the order of the kinds.
  let groups: [Group]

  /// - Parameter played: complete rounds with their weather.
  init(_ played: [(weather: Weather, round: PlayedRound)]) {
    let scaled = played.map { ($0.weather.kinds, Double($0.round.toPar) * 18 / Double(max(1, $0.round.holes.count))) }
    let all = scaled.map(\.1).reduce(0, +) / Double(max(1, scaled.count))
    rounds = scaled.count
    groups = Kind.allCases.compactMap { kind in
      let found = scaled.filter { $0.0.contains(kind) }.map(\.1)
      guard !found.isEmpty else { return nil }
      let average = found.reduce(0, +) / Double(found.count)
      return Group(kind: kind, rounds: found.count, average: average, difference: average - all)
    }
  }
}
