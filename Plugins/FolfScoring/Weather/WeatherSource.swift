import FieldhouseKit
import Foundation

/// The plugin's settings as the manifest's schema describes them.
struct FolfSettings: Decodable, Sendable {
  struct Weather: Decodable, Sendable {
    /// The folder in which the operator lays forecasts down.
    var directory: String
    /// Who is named as their source.
    var source: String
  }

  /// Nil for no weather.
  var weather: Weather?
}

/// A folder with a forecast for each course, `<course>.json`, which the operator renews.
struct WeatherSource: Sendable {
  let folder: URL
  /// Who is named as the source.
  let name: String

  /// What is known of a course; empty without a file, and of a file that is none of a forecast.
  func hours(of course: String) -> [WeatherHour] {
    guard course.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
      let data = try? Data(contentsOf: folder.appending(path: "\(course).json")),
      let document = try? JSON(parsing: Array(data))
    else { return [] }
    return WeatherForecast.hours(document)
  }
}
