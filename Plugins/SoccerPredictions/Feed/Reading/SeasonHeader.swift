import Foundation

/// The part of a `.season` file before its first match.
struct SeasonHeader {
  private(set) var values: [String: String] = [:]
  private(set) var teams: [String: String] = [:]
  private(set) var grounds: [String: String] = [:]

  struct Complete {
    let key: SeasonKey
    let name: String
    let zone: TimeZone
  }

  /// Takes one header line.
  mutating func read(_ word: String, _ rest: String) throws(FeedProblem) {
    switch word {
    case "league", "name", "season", "zone", "source": try set(word, rest, in: &values)
    case "team": try define(word, rest, in: &teams)
    case "ground": try define(word, rest, in: &grounds)
    default:
      throw FeedProblem(
        code: "unknown-line",
        detail: "\"\(word)\" is not known; expected league, name, season, zone, source, team, ground, round, group, a "
          + "date or a goal that begins with \"+\"")
    }
  }

  /// The header with nothing missing.
  func complete() throws(FeedProblem) -> Complete {
    let key = SeasonKey(league: try value("league"), season: try value("season"))
    guard key.season.wholeMatch(of: /[0-9]{4}(-[0-9]{2})?/) != nil else {
      throw FeedProblem(
        code: "invalid-season",
        detail: "found \"season \(key.season)\", expected a season such as 2024-25 or, within one calendar year, 2014")
    }
    let name = try value("name")
    _ = try value("source")
    guard let zone = TimeZone(identifier: try value("zone")) else {
      throw FeedProblem(code: "unknown-zone", detail: "\"zone\" must be a time zone of the IANA database")
    }
    return Complete(key: key, name: name, zone: zone)
  }

  private func value(_ word: String) throws(FeedProblem) -> String {
    guard let value = values[word] else {
      throw FeedProblem(
        code: "missing-header", detail: "add a line that begins with \"\(word)\" before the first match")
    }
    return value
  }

  private func define(_ word: String, _ rest: String, in names: inout [String: String]) throws(FeedProblem) {
    let parts = rest.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else {
      throw FeedProblem(code: "missing-name", detail: "write \"\(word) KEY Name\"")
    }
    try set(String(parts[0]), parts[1].trimmed, in: &names)
  }

  private func set(_ key: String, _ value: String, in values: inout [String: String]) throws(FeedProblem) {
    guard !value.isEmpty else { throw FeedProblem(code: "missing-value", detail: "\"\(key)\" needs a value") }
    guard values.updateValue(value, forKey: key) == nil else {
      throw FeedProblem(code: "defined-twice", detail: "\"\(key)\" is defined a second time; keep one of the lines")
    }
  }
}
