import FieldhouseKit
import Foundation

/// Reads events out of a spreadsheet that was saved as text (RFC 4180): one event a line, with commas, semicolons or tabs between.
/// The first line names the columns, in any order: `title`, `date` and `from` are needed; `until`, `lastDate`, `kind`, `place`,
/// `opponent`, `description` and `tags` are not. A line with neither `from` nor `until` is of whole days, up to its `lastDate`.
struct TableReader {
  /// Zone of all times.
  let zone: TimeZone

  /// The events, in the order of the lines; nil when the first line does not name what is needed.
  /// - Parameter most: how many at most.
  func events(in text: String, most: Int) -> [ImportedEvent]? {
    let rows = Self.rows(text)
    guard let head = rows.first else { return nil }
    let names = head.cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() }
    guard Set(names).isSuperset(of: ["title", "date", "from"]) else { return nil }
    return rows.dropFirst().filter { !$0.cells.allSatisfy(\.isEmpty) }.prefix(most).map { row in
      let cells = Dictionary(
        zip(names, row.cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }),
        uniquingKeysWith: { one, _ in one })
      return event(cells, line: row.line)
    }
  }

  private func event(_ cells: [String: String], line: Int) -> ImportedEvent {
    let cell = { (name: String) in cells[name] ?? "" }
    var event = ImportedEvent(line: line)
    event.timeZone = zone.identifier
    event.title = ImportedEvent.line(cell("title"), 100)
    event.kind = TeamEvent.Kind(rawValue: cell("kind").lowercased()) ?? .event
    event.place = ImportedEvent.line(cell("place"), 120)
    event.opponent = ImportedEvent.line(cell("opponent"), 100)
    event.description = ImportedEvent.lines(cell("description"), 2_000)
    event.tags = cell("tags").split(separator: ",").map { ImportedEvent.line(String($0), 30) }
      .filter { !$0.isEmpty }.prefix(10).map { $0 }
    guard !event.title.isEmpty else { return wrong(event, .title) }
    guard let day = Self.day(cell("date")) else { return wrong(event, .start) }
    if cell("from").isEmpty, cell("until").isEmpty {
      let last = cell("lastdate").isEmpty ? day : Self.day(cell("lastdate"))
      guard let last else { return wrong(event, .end) }
      (event.isAllDay, event.startsAt, event.endsAt) = (true, beginning(of: day, 0), beginning(of: last, 1))
      return event
    }
    guard let start = instant(day, cell("from")) else { return wrong(event, .start) }
    event.startsAt = start
    event.endsAt = start.addingTimeInterval(3_600)
    if !cell("until").isEmpty {
      let last = cell("lastdate").isEmpty ? day : Self.day(cell("lastdate"))
      guard let last, let end = instant(last, cell("until")) else { return wrong(event, .end) }
      event.endsAt = end
    }
    return event
  }

  private func wrong(_ event: ImportedEvent, _ mistake: ImportedEvent.Mistake) -> ImportedEvent {
    var event = event
    event.mistake = mistake
    return event
  }

  /// When a day begins, or one so many days behind it.
  private func beginning(of day: CivilDay, _ days: Int) -> Date {
    WallTime.instant(of: Date(timeIntervalSince1970: Double(day.daysSince1970 + days) * 86_400), in: zone)
  }

  /// - Parameter time: such as `18:00` or `9:30`.
  private func instant(_ day: CivilDay, _ time: String) -> Date? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 2 ? Self.number($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let wall = Date(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 + numbers[0] * 3_600 + numbers[1] * 60))
    return WallTime.instant(of: wall, in: zone)
  }

  /// A day such as `2025-09-02`, `2.9.2025` or `2025/9/2`.
  static func day(_ text: String) -> CivilDay? {
    guard let separator = text.first(where: { "-./".contains($0) }) else { return nil }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(number)
    guard parts.count == 3, let one = parts[0], let two = parts[1], let three = parts[2] else { return nil }
    return separator == "."
      ? CivilDay(year: three, month: two, day: one) : CivilDay(year: one, month: two, day: three)
  }

  /// A number of four digits at most, and of nothing else.
  private static func number(_ text: Substring) -> Int? {
    let isDigits = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isDigits && text.utf8.count <= 4 ? Int(text) : nil
  }

  /// The cells of each line, with its number. What stands between quotation marks may hold separators and lines.
  static func rows(_ text: String) -> [(line: Int, cells: [String])] {
    let plain = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingPrefix("\u{FEFF}")
    let head = plain.prefix { $0 != "\n" }
    let separator = [";", "\t"].first { head.contains($0) } ?? ","
    var (rows, cells, isQuoted, line, begun): ([(line: Int, cells: [String])], [String], Bool, Int, Int) =
      ([], [""], false, 1, 1)
    for character in plain {
      if character == "\n" { line += 1 }
      if character == "\"" {
        // Two of them within a quotation are one.
        if !isQuoted, cells[cells.count - 1].hasSuffix("\u{1}") {
          cells[cells.count - 1].removeLast()
          cells[cells.count - 1].append("\"")
        }
        isQuoted.toggle()
        if !isQuoted { cells[cells.count - 1].append("\u{1}") }
      } else if isQuoted {
        cells[cells.count - 1].append(character)
      } else if String(character) == separator {
        cells.append("")
      } else if character == "\n" {
        rows.append((begun, cells.map(unmarked)))
        (cells, begun) = ([""], line)
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    if cells != [""] { rows.append((begun, cells.map(unmarked))) }
    return rows
  }

  /// A cell without the mark of a quotation that has ended.
  private static func unmarked(_ cell: String) -> String { cell.replacing("\u{1}", with: "") }
}
