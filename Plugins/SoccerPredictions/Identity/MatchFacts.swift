import FieldhouseKit
import Foundation

/// A match as the text that is stored of it: JSON with short names.
extension Match {
  /// Everything that a feed has said of the match, but for its id.
  var storedFacts: String {
    var facts: JSONObject = [
      "home": Self.json(home), "away": Self.json(away), "at": .integer(Int64(kickOff.timeIntervalSince1970)),
      "confirmed": .bool(kickOffConfirmed), "status": .string(status.rawValue),
    ]
    facts["round"] = round.map { .string($0) }
    facts["group"] = group.map { .string($0) }
    facts["stadium"] = stadium.map { .string($0) }
    facts["half"] = score.halfTime.map(Self.json)
    facts["full"] = score.regularTime.map(Self.json)
    facts["extra"] = score.afterExtraTime.map(Self.json)
    facts["kicks"] = score.penalties.map(Self.json)
    facts["goals"] = goals.map { .array($0.map(\.stored)) }
    facts["progress"] = progress?.stored
    return JSON.object(facts).serialized()
  }

  /// Reads what ``storedFacts`` has written; nil for anything else.
  init?(id: String, season: SeasonKey, storedFacts text: String) {
    guard let facts = try? JSON(parsing: text), let home = Self.team(facts["home"]),
      let away = Self.team(facts["away"]),
      let seconds = facts["at"]?.int, let status = facts["status"]?.string.flatMap({ ReportedStatus(rawValue: $0) })
    else { return nil }
    let score = Score(
      halfTime: Self.line(facts["half"]), regularTime: Self.line(facts["full"]),
      afterExtraTime: Self.line(facts["extra"]), penalties: Self.line(facts["kicks"]))
    self.init(
      id: id, league: season, round: facts["round"]?.string, group: facts["group"]?.string, home: home, away: away,
      kickOff: Date(timeIntervalSince1970: Double(seconds)), kickOffConfirmed: facts["confirmed"]?.bool ?? false,
      stadium: facts["stadium"]?.string, status: status, score: score,
      goals: facts["goals"]?.array?.compactMap(Goal.init(stored:)),
      progress: facts["progress"].flatMap(MatchProgress.init(stored:)))
  }

  private static func json(_ team: Team) -> JSON { [.string(team.id), .string(team.name)] }
  private static func json(_ line: ScoreLine) -> JSON { [.integer(Int64(line.home)), .integer(Int64(line.away))] }

  private static func team(_ json: JSON?) -> Team? {
    guard let id = json?[0]?.string, let name = json?[1]?.string else { return nil }
    return Team(id: id, name: name)
  }

  private static func line(_ json: JSON?) -> ScoreLine? {
    guard let home = json?[0]?.int, let away = json?[1]?.int else { return nil }
    return ScoreLine(home, away)
  }
}

extension Goal {
  fileprivate var stored: JSON {
    let facts: [JSON] = [
      .integer(Int64(minute)), .integer(Int64(stoppage)), .string(scorer), .string(side.rawValue),
      .string(kind.rawValue), player.map { .string($0.text) } ?? .null,
    ]
    return .array(facts + (assist.map { [.string($0)] } ?? []))
  }

  fileprivate init?(stored json: JSON) {
    guard let minute = json[0]?.int, let stoppage = json[1]?.int, let scorer = json[2]?.string,
      let side = json[3]?.string.flatMap({ Side(rawValue: $0) }),
      let kind = json[4]?.string.flatMap({ Kind(rawValue: $0) })
    else { return nil }
    self.init(minute: minute, stoppage: stoppage, scorer: scorer, side: side, kind: kind)
    player = json[5]?.string.flatMap { PlayerID($0) }
    assist = json[6]?.string
  }
}

extension MatchProgress {
  /// "over", or the phase, the minute, stoppage time, the goals of both teams and whether play is interrupted.
  var stored: JSON {
    guard case .running(let report) = self else { return "over" }
    let numbers = [report.minute, report.stoppage, report.score?.home, report.score?.away]
    return .array(
      [report.phase.map { .string($0.rawValue) } ?? .null] + numbers.map { $0.map { .integer(Int64($0)) } ?? .null }
        + [.bool(report.isSuspended)])
  }

  fileprivate init?(stored json: JSON) {
    if json.string == "over" {
      self = .over
      return
    }
    guard json.array?.count == 6 else { return nil }
    var score: ScoreLine?
    if let home = json[3]?.int, let away = json[4]?.int { score = ScoreLine(home, away) }
    self = .running(
      LiveReport(
        phase: json[0]?.string.flatMap { MatchPhase(rawValue: $0) }, minute: json[1]?.int, stoppage: json[2]?.int ?? 0,
        score: score, isSuspended: json[5]?.bool ?? false))
  }
}

extension League {
  /// Everything but the key.
  var storedFacts: String {
    var facts: JSONObject = ["name": .string(name), "continent": .string(continent)]
    facts["country"] = country.map { [.string($0.code), .string($0.isoCode), .string($0.name)] }
    return JSON.object(facts).serialized()
  }

  /// Reads what ``storedFacts`` has written; nil for anything else.
  init?(key: SeasonKey, storedFacts text: String) {
    guard let facts = try? JSON(parsing: text), let name = facts["name"]?.string,
      let continent = facts["continent"]?.string
    else { return nil }
    let parts = facts["country"]?.array?.compactMap(\.string) ?? []
    let country = parts.count == 3 ? Country(code: parts[0], isoCode: parts[1], name: parts[2]) : nil
    self.init(key: key, name: name, continent: continent, country: country)
  }
}

extension SeasonKey {
  /// Reads ``description``; nil without a "_".
  init?(_ description: String) {
    guard let place = description.lastIndex(of: "_") else { return nil }
    self.init(league: String(description[..<place]), season: String(description[place...].dropFirst()))
  }
}
