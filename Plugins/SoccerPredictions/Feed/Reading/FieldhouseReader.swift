public import Foundation

/// Reads the `.season` files that ship with the plugin; FORMAT.md beside them describes the format.
public struct FieldhouseReader: SeasonReader {
  private let table: CompetitionTable

  /// Makes a reader that finds countries in `table`.
  public init(table: CompetitionTable) {
    self.table = table
  }

  public var fileExtension: String { "season" }

  public func read(_ data: Data, path: String) throws(FeedProblem) -> SeasonFile? {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw FeedProblem(file: path, code: "unreadable", detail: "the file is not UTF-8 text")
    }
    do { return try season(text, path: path) } catch { throw error.at(error.place, in: path) }
  }

  private func season(_ text: String, path: String) throws(FeedProblem) -> SeasonFile {
    var parser = SeasonParser()
    try parser.parse(text)
    let header = try parser.header.complete()
    let key = SeasonKey(league: table.league(called: header.key.league), season: header.key.season)
    let competition = try table.competition(key)
    let league = League(
      key: key, name: header.name, continent: competition.continent, country: competition.country)
    var assembly = SeasonAssembly(league: league, zone: header.zone, teamCode: competition.teamCode)
    return assembly.assemble(parser.rows, file: path)
  }
}
