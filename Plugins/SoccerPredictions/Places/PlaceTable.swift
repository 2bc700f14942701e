import Foundation

/// Where teams play at home and where grounds are, as `places.table` tells.
struct PlaceTable: Sendable {
  private var teams: [String: Place] = [:]
  private var grounds: [String: Place] = [:]

  /// Reads the table's text; FORMAT.md describes it.
  ///
  /// - Throws: a problem with the line number for the first line that is not understood.
  init(text: String) throws(FeedProblem) {
    var lines = SourceLines(text)
    try lines.expectHeader("fieldhouse places 1")
    while let line = lines.next() {
      let fields = line.fields(separatedBy: "|")
      switch (fields.first, fields.count) {
      case ("source", _): break
      case ("team", 6): teams[Self.key(fields[2], fields[1])] = try Self.place(fields.suffix(3), line)
      case ("ground", 5): grounds[Slug.make(fields[1])] = try Self.place(fields.suffix(3), line)
      default:
        throw FeedProblem(
          place: "line \(line.number)", code: "unknown-line",
          detail: "write \"team | CODE | Name | latitude | longitude | town\" or \"ground | Name | …\"")
      }
    }
  }

  /// Reads the file at `url`.
  ///
  /// - Throws: `unreadable` or the problem of a line.
  init(contentsOf url: URL) throws(FeedProblem) {
    guard let data = try? Data(contentsOf: url), let text = String(validating: data, as: UTF8.self) else {
      throw FeedProblem(
        file: url.lastPathComponent, code: "unreadable", detail: "the file is missing or is not UTF-8 text")
    }
    do { try self.init(text: text) } catch { throw error.at(error.place, in: url.lastPathComponent) }
  }

  private static func place(_ fields: ArraySlice<String>, _ line: SourceLine) throws(FeedProblem) -> Place {
    let fields = Array(fields)
    guard let latitude = Double(fields[0]), let longitude = Double(fields[1]), !fields[2].isEmpty,
      let coordinates = Coordinates(latitude: latitude, longitude: longitude)
    else {
      throw FeedProblem(
        place: "line \(line.number)", code: "invalid-place", detail: "write degrees north and east, and a town")
    }
    return Place(town: fields[2], coordinates: coordinates)
  }

  private static func key(_ name: String, _ country: String) -> String {
    "\(country.lowercased()) \(ClubName(name).core)"
  }

  /// Where a team plays at home.
  func place(of team: Team) -> Place? { teams[Self.key(team.name, String(team.id.prefix { $0 != "-" }))] }

  /// Where a ground is, by its name in the feed.
  func place(ofGround name: String) -> Place? { grounds[Slug.make(name)] }
}

/// Where every match is played, as far as anybody has told.
struct Places: Sendable {
  let table: PlaceTable
  /// What operators say of teams, by the lasting ids.
  let own: [String: Place]

  /// Nil where nobody has told. National teams have no home: of their matches only the ground tells.
  func place(of match: Match) -> Place? {
    if let ground = match.stadium.flatMap(table.place(ofGround:)) { return ground }
    return match.home.id.hasPrefix("nat-") ? nil : place(of: match.home)
  }

  func place(of team: Team) -> Place? { own[team.id] ?? table.place(of: team) }
}
