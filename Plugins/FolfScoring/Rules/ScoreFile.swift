import FieldhouseKit
import Foundation

/// Rounds of a score file as UDisc exports it: CSV (RFC 4180) with one line for each player of each round. The first line of a round has
/// its pars; the columns are the player, the course, the layout, the beginning, others, and one for each hole, whose title ends with
/// its number from 1 on. Titles may be in any language.
struct ScoreFile: Sendable, Equatable {
  struct Line: Sendable, Equatable {
    let name: String
    /// By hole; nil without a score.
    let throwCounts: [Int?]
    /// Whether the player did not finish.
    var isOut = false
    /// With whom the player was on a card, where several cards are in one file.
    var group: String?
  }

  struct PlayedRound: Sendable, Equatable {
    let course: String
    /// The holes with their pars.
    let layout: Layout
    /// The file names no time zone: read as UTC.
    let startedAt: Date
    let lines: [Line]
  }

  /// What is wrong with a line of a file.
  struct Fault: Error, Equatable {
    /// From 1; nil for the file as a whole.
    let line: Int?
    let reason: String
  }

  /// In the order of the file.
  let rounds: [PlayedRound]

  /// - Parameter text: CSV, or the results of a competition as Disc Golf Metrix gives them (JSON).
  /// - Throws: ``Fault``.
  init(_ text: String) throws {
    if text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" {
      guard let document = try? JSON(parsing: Array(text.drop { $0 != "{" }.utf8)) else {
        throw Fault(line: nil, reason: "This is no list of scores: the JSON cannot be read.")
      }
      rounds = [try Self.metrix(document)]
      return
    }
    let rows = Self.rows(text)
    guard let head = rows.first, let holes = Self.holes(head), holes.lowerBound > 3 else {
      throw Fault(line: nil, reason: "This is no list of scores: the columns of the holes are missing.")
    }
    var groups: [[(number: Int, row: [String])]] = []
    for (index, row) in rows.enumerated().dropFirst() where row.contains(where: { !$0.isEmpty }) {
      guard row.count > 3 else { throw Fault(line: index + 1, reason: "Columns are missing.") }
      if let last = groups.last?.first?.row, last[1...3] == row[1...3] {
        groups[groups.count - 1].append((index + 1, row))
      } else {
        groups.append([(index + 1, row)])
      }
    }
    rounds = try groups.map { try Self.round($0, holes) }
  }

  /// The names of everybody who has played, who played most first.
  var names: [String] {
    let counts = Dictionary(rounds.flatMap(\.lines).map { ($0.name, 1) }, uniquingKeysWith: +)
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Names of courses and layouts are cut behind so many letters.
  private static let longestName = 120

  private static func round(_ group: [(number: Int, row: [String])], _ holes: Range<Int>) throws -> PlayedRound {
    let (number, head) = group[0]
    guard let startedAt = date(head[3]) else { throw Fault(line: number, reason: "The beginning is no date and time.") }
    let pars = try scores(head, holes, number).prefix { $0 != nil }.compactMap(\.self)
    guard Layout.sizes.contains(pars.count), pars.allSatisfy({ (1...10).contains($0) }) else {
      throw Fault(line: number, reason: "The pars are not 1 to 10.")
    }
    let layout = Layout(
      name: String(head[2].prefix(longestName)), holes: pars.enumerated().map { Hole(number: $0 + 1, par: $1) })
    let lines = try group.dropFirst().map { number, row in
      let all = try scores(row, holes, number)
      return Line(name: row[0], throwCounts: pars.indices.map { $0 < all.count ? all[$0] : nil })
    }
    return PlayedRound(course: String(head[1].prefix(longestName)), layout: layout, startedAt: startedAt, lines: lines)
  }

  /// An empty cell and 0 are no score.
  private static func scores(_ row: [String], _ holes: Range<Int>, _ number: Int) throws -> [Int?] {
    try row[min(holes.lowerBound, row.count)..<min(holes.upperBound, row.count)].map { text in
      if text.isEmpty { return nil }
      guard let value = Int(text), (0...99).contains(value) else {
        throw Fault(line: number, reason: "A score is not 0 to 99.")
      }
      return value == 0 ? nil : value
    }
  }

  /// Where the columns of the holes are: the first title that ends with 1, followed by 2 and so on.
  private static func holes(_ head: [String]) -> Range<Int>? {
    let numbers = head.map { title in Int(String(title.reversed().prefix { $0.isNumber }.reversed())) }
    guard let first = numbers.firstIndex(of: 1) else { return nil }
    let count = zip(numbers[first...], 1...).prefix { $0 == $1 }.count
    return first..<first + count
  }

  /// `2026-06-01 0900` or `2026-06-01 09:00`.
  private static func date(_ text: String) -> Date? {
    let digits = text.filter(\.isNumber)
    guard text.count >= 10, digits.count == 12 || digits.count == 8 else { return nil }
    let parts = Array(digits).map(String.init)
    func part(_ range: Range<Int>) -> String { range.upperBound <= parts.count ? parts[range].joined() : "00" }
    return RFC3339.date(from: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):00Z")
  }

  /// The fields line by line, quoted ones without their quotes.
  private static func rows(_ text: String) -> [[String]] {
    var (rows, row, field, isQuoted): ([[String]], [String], String, Bool) = ([], [], "", false)
    var rest = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
    func end() { row.append(field.trimmingCharacters(in: .whitespaces)); field = "" }
    while let next = rest.popFirst() {
      switch next {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        field.unicodeScalars.append("\"")
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: end()
      case "\r" where !isQuoted: break
      case "\n" where !isQuoted:
        end()
        rows.append(row)
        row = []
      default: field.unicodeScalars.append(next)
      }
    }
    end()
    return rows + (row == [""] ? [] : [row])
  }
}
