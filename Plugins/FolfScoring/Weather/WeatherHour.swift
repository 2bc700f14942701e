import FieldhouseKit
import Foundation

/// The weather of an hour, as a forecast says it.
struct WeatherHour: RouteOutput, Decodable, Hashable {
  /// What the sky looks like.
  enum Sky: String, Codable, Sendable, CaseIterable {
    case clear, fair, cloudy, fog, rain, sleet, snow, thunder
  }

  /// When the hour begins.
  var at: Date
  /// Degrees Celsius, two metres above the ground.
  var temperature: Double
  /// The mean wind in metres a second, ten metres above the ground.
  var wind: Double
  /// Degrees from north from which the wind comes, clockwise; nil where nobody says.
  var windFrom: Double?
  /// Millimetres within the hour.
  var rain: Double
  /// Nil where nobody says.
  var sky: Sky?

  static var schema: Schema {
    .object(
      [
        ("at", .string(format: .dateTime)), ("temperature", .number()), ("wind", .number()), ("windFrom", .number()),
        ("rain", .number()), ("sky", .enumeration(Sky.allCases.map { .string($0.rawValue) })),
      ], required: ["at", "temperature", "wind", "rain"])
  }
}

/// Forecasts in the form of the Norwegian Meteorological Institute. Source: api.met.no, Locationforecast 2.0, JSON format.
enum WeatherForecast {
  /// The hours of a forecast in the order of time; what lacks temperature or wind is left out.
  static func hours(_ document: JSON) -> [WeatherHour] {
    (document["properties"]?["timeseries"]?.array ?? []).compactMap(hour).sorted { $0.at < $1.at }
  }

  /// The hour in which an instant lies; nil when the forecast says nothing of it.
  static func hour(of instant: Date, in hours: [WeatherHour]) -> WeatherHour? {
    hours.last { $0.at <= instant }.flatMap { instant.timeIntervalSince($0.at) < 3_600 ? $0 : nil }
  }

  private static func hour(_ item: JSON) -> WeatherHour? {
    let (data, details) = (item["data"], item["data"]?["instant"]?["details"])
    guard let at = item["time"]?.string.flatMap({ RFC3339.date(from: $0) }),
      let temperature = details?["air_temperature"]?.double, let wind = details?["wind_speed"]?.double
    else { return nil }
    let next = data?["next_1_hours"]
    // Further away the forecast speaks of six hours together.
    let later = data?["next_6_hours"]
    let rain =
      next?["details"]?["precipitation_amount"]?.double
      ?? (later?["details"]?["precipitation_amount"]?.double).map { $0 / 6 } ?? 0
    let symbol = (next ?? later)?["summary"]?["symbol_code"]?.string
    return WeatherHour(
      at: at, temperature: temperature, wind: wind, windFrom: details?["wind_from_direction"]?.double, rain: rain,
      sky: symbol.flatMap(sky))
  }

  /// What a symbol such as `lightrainshowers_day` looks like.
  private static func sky(_ symbol: String) -> WeatherHour.Sky? {
    if symbol.contains("thunder") { return .thunder }
    if symbol.contains("sleet") { return .sleet }
    if symbol.contains("snow") { return .snow }
    if symbol.contains("rain") { return .rain }
    let name = symbol.prefix { $0 != "_" }
    return ["clearsky": .clear, "fair": .fair, "partlycloudy": .fair, "cloudy": .cloudy, "fog": .fog][String(name)]
  }
}
