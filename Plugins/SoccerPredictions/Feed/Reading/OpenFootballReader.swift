public import Foundation

/// Reads the JSON files of the openfootball project: `<season>/<league>.json`, such as `2024-25/en.1.json`.
public struct OpenFootballReader: SeasonReader {
  private let table: CompetitionTable

  /// Makes a reader that finds countries and time zones in `table`.
  public init(table: CompetitionTable) {
    self.table = table
  }

  public var fileExtension: String { "json" }

  public func read(_ data: Data, path: String) throws(FeedProblem) -> SeasonFile? {
    do {
      guard let file = try decode(data) else { return nil }
      return try season(file, path: path)
    } catch {
      throw error.at(error.place, in: path)
    }
  }

  private func decode(_ data: Data) throws(FeedProblem) -> OpenFootballFile? {
    do {
      return try JSONDecoder().decode(OpenFootballFile.self, from: data)
    } catch DecodingError.keyNotFound(let key, let context)
      where key.stringValue == "matches" && context.codingPath.isEmpty
    {
      return nil
    } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
      return nil
    } catch {
      throw .decoding(error)
    }
  }

  private func season(_ file: OpenFootballFile, path: String) throws(FeedProblem) -> SeasonFile {
    let (name, season) = try split(file.name.cleaned, path: path)
    let code = path.split(separator: "/").last?.replacing(/\.json$/, with: "") ?? ""
    let key = SeasonKey(league: table.league(called: String(code)), season: season)
    let competition = try table.competition(key)
    let league = League(
      key: key, name: name.isEmpty ? key.league : name, continent: competition.continent, country: competition.country)
    var assembly = SeasonAssembly(league: league, zone: competition.zone, teamCode: competition.teamCode)
    let rows = file.matches.enumerated().compactMap { index, match in try? match.get().row(place: "/matches/\(index)") }
    let problems = file.matches.flatMap { match -> [FeedProblem] in
      switch match {
      case .success(let match): match.oddities
      case .failure(let problem): [problem]
      }
    }
    var read = assembly.assemble(rows, file: path, problems: problems)
    read.unread = file.matches.count - rows.count
    return read
  }

  /// "Egypt | Premiership 2024/25" becomes "Premiership" and "2024-25"; the folder's name is the season if it looks
  /// like one.
  private func split(_ title: String, path: String) throws(FeedProblem) -> (name: String, season: String) {
    let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    let name = title.replacing(#/^.* \| /#, with: "")
    let ending = name.firstMatch(of: /\s+(\d{4})(?:\/(\d{2}|\d{4}))?$/)
    let bare = ending.map { String(name[..<$0.range.lowerBound]) } ?? name
    if folder.wholeMatch(of: /\d{4}(-\d{2})?/) != nil { return (bare, folder) }
    guard let ending else {
      throw FeedProblem(
        place: "/name", code: "unknown-season",
        detail: "found \"\(title)\"; end the name with a season such as \"2024/25\" or put the file into a folder "
          + "called \"2024-25\"")
    }
    return (bare, ending.2.map { "\(ending.1)-\($0.suffix(2))" } ?? String(ending.1))
  }
}

extension OpenFootballMatch {
  func row(place: String) -> MatchRow {
    MatchRow(
      place: place, round: label, group: group, number: num, date: date, time: time, home: team1, away: team2,
      stadium: ground, status: status, score: score, goals: goals, unknownState: isStatusUnknown ? "?" : nil)
  }

  private var label: String? {
    let parts = [stage, round].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
