import FieldhouseKit
import Foundation

extension ScoreFile {
  /// The results of a competition as Disc Golf Metrix gives them. Source: discgolfmetrix.com, "API", content "result": a
  /// hole has its throws as `Result` and the throws above par as `Diff`, and is an empty list where it was not played.
  /// - Throws: ``Fault``.
  static func metrix(_ document: JSON) throws -> PlayedRound {
    let competition = document["Competition"]
    guard let results = competition?["Results"]?.array, let course = competition?["CourseName"]?.string else {
      throw Fault(line: nil, reason: "This is no list of scores: the results of a competition are missing.")
    }
    let date = competition?["Date"]?.string ?? ""
    let time = competition?["Time"]?.string ?? "00:00:00"
    guard let startedAt = RFC3339.date(from: "\(date)T\(time)Z") else {
      throw Fault(line: nil, reason: "The beginning is no date and time.")
    }
    let rows = results.map { $0["PlayerResults"]?.array ?? [] }
    let tracks = competition?["Tracks"]?.array ?? []
    let count = max(tracks.count, rows.map(\.count).max() ?? 0)
    guard Layout.sizes.contains(count) else { throw Fault(line: nil, reason: "The results have no holes.") }
    let holes = try (0..<count).map { hole in
      try Self.hole(hole, tracks.indices.contains(hole) ? tracks[hole] : .null, rows)
    }
    let lines = try zip(results, rows).map { result, row in
      guard let name = result["Name"]?.string, !name.isEmpty else {
        throw Fault(line: nil, reason: "A result has no name.")
      }
      return Line(
        name: name, throwCounts: try (0..<count).map { $0 < row.count ? try Self.throwCount(row[$0]) : nil },
        isOut: Self.number(result["DNF"]) == 1, group: result["Group"]?.string)
    }
    return PlayedRound(
      course: String(course.prefix(80)), layout: Layout(name: "", holes: holes), startedAt: startedAt, lines: lines)
  }

  /// The par as the course says it, or as the scores do.
  private static func hole(_ index: Int, _ track: JSON, _ rows: [[JSON]]) throws -> Hole {
    let said = rows.lazy.filter { index < $0.count }.compactMap { row -> Int? in
      guard let throwCount = try? throwCount(row[index]), let above = number(row[index]["Diff"]) else { return nil }
      return throwCount - above
    }.first
    let par = number(track["Par"]) ?? said ?? 3
    guard (1...10).contains(par) else { throw Fault(line: nil, reason: "The pars are not 1 to 10.") }
    let sign = number(track["NumberAlt"]) ?? number(track["Number"]) ?? index + 1
    return Hole(number: (1...999).contains(sign) ? sign : index + 1, par: par)
  }

  private static func throwCount(_ cell: JSON) throws -> Int? {
    guard let value = number(cell["Result"]) else { return nil }
    guard (0...99).contains(value) else { throw Fault(line: nil, reason: "A score is not 0 to 99.") }
    return value == 0 ? nil : value
  }

  /// Numbers come as text, too.
  private static func number(_ value: JSON?) -> Int? { value?.int ?? value?.string.flatMap { Int($0) } }
}
