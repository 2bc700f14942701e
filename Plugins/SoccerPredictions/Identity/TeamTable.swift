import Foundation

/// Teams that are called by quite different names, as `teams.table` tells.
struct TeamTable: Sendable {
  private var groups: [[String]] = []
  private var places: [String: Int] = [:]

  /// No names.
  init() {}

  /// Reads the table's text; FORMAT.md describes it.
  ///
  /// - Throws: a problem with the line number for the first line that is not understood.
  init(text: String) throws(FeedProblem) {
    var lines = SourceLines(text)
    try lines.expectHeader("fieldhouse teams 1")
    while let line = lines.next() {
      let fields = line.fields(separatedBy: "|")
      if fields.first == "source" { continue }
      guard fields.first == "team", fields.count >= 4, !fields.contains("") else {
        throw FeedProblem(
          place: "line \(line.number)", code: "unknown-line", detail: "write \"team | CODE | Name | Other name\"")
      }
      for name in fields.dropFirst(2) { places[Team(name: name, country: fields[1]).id] = groups.count }
      groups.append(fields.dropFirst(2).map { Team(name: $0, country: fields[1]).id })
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

  /// The other spellings of the same team.
  func spellings(like spelling: String) -> [String] {
    places[spelling].map { groups[$0].filter { $0 != spelling } } ?? []
  }
}
