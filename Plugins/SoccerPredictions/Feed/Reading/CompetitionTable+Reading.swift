public import Foundation

extension CompetitionTable {
  /// Reads the table's text; FORMAT.md describes it.
  ///
  /// - Throws: a problem with the line number for the first line that is not understood.
  public init(text: String) throws(FeedProblem) {
    self.init()
    var lines = SourceLines(text)
    try lines.expectHeader("fieldhouse competitions 1")
    while let line = lines.next() {
      do { try read(line.fields(separatedBy: "|")) } catch { throw error.at("line \(line.number)") }
    }
  }

  /// Reads the file at `url`.
  ///
  /// - Throws: `unreadable` or the problem of a line.
  public init(contentsOf url: URL) throws(FeedProblem) {
    guard let data = try? Data(contentsOf: url), let text = String(validating: data, as: UTF8.self) else {
      throw FeedProblem(
        file: url.lastPathComponent, code: "unreadable", detail: "the file is missing or is not UTF-8 text")
    }
    do { try self.init(text: text) } catch { throw error.at(error.place, in: url.lastPathComponent) }
  }

  private mutating func read(_ fields: [String]) throws(FeedProblem) {
    switch (fields.first, fields.count) {
    case ("source", _): break
    case ("country", 7):
      let country = Country(code: fields[2], isoCode: fields[3], name: fields[6])
      countries[fields[1]] = CountryRow(country: country, continent: fields[4], zone: try zone(fields[5]))
    case ("national", 4): national[fields[1]] = (fields[2], try zone(fields[3]))
    case ("international", 5):
      international[fields[1]] = InternationalRow(
        continent: fields[2], zone: try zone(fields[3]), isBetweenNations: fields[4] == "nations")
    case ("alias", 3): aliases[fields[1]] = fields[2]
    case ("edition", 4): editions[SeasonKey(league: fields[1], season: fields[2])] = try zone(fields[3])
    default:
      throw FeedProblem(
        code: "unknown-line",
        detail:
          "expected \"country\" with 7 fields, \"national\" with 4, \"international\" with 5, \"alias\" with 3 or \"edition\" with 4"
      )
    }
  }

  private func zone(_ name: String) throws(FeedProblem) -> TimeZone {
    guard let zone = TimeZone(identifier: name) else {
      throw FeedProblem(code: "unknown-zone", detail: "\"\(name)\" is not a time zone of the IANA database")
    }
    return zone
  }
}
