import FieldhouseKit
import Foundation

/// A calendar as other programs read it (RFC 5545, RFC 7986). Each event stands by itself, with its instants in UTC: so every
/// program shows the same times, also of series with exceptions. What has no hours has its days, which are the same everywhere.
struct CalendarText: Sendable {
  struct Entry: Sendable {
    let id: String
    let startsAt: Date
    let endsAt: Date
    /// When it was changed last.
    let changedAt: Date
    /// Rises with every change.
    let sequence: Int
    let isCancelled: Bool
    let summary: String
    let description: String
    let location: String
    let categories: [String]
    /// What other programs see as one text in ``summary``, and a host like this one reads back as it was; nil for nothing.
    var own: Own?
    /// The days of what has no hours, since 1970, up to the day after the last one.
    var days: Range<Int>?
  }

  struct Own: Sendable {
    let title: String
    let opponent: String
    let kind: TeamEvent.Kind
  }

  let name: String
  let entries: [Entry]

  /// The file: lines end with CR and LF and have at most 75 octets.
  var text: String { String(decoding: Self.file(name, entries.map(Self.bytes)), as: UTF8.self) }

  /// The same of entries that are written already.
  static func file(_ name: String, _ entries: [[UInt8]]) -> [UInt8] {
    var file = written([
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fieldhouse//Team management//EN", "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH", "NAME:\(escape(name))", "X-WR-CALNAME:\(escape(name))",
      "REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M",
    ])
    file.reserveCapacity(entries.reduce(file.count + 15) { $0 + $1.count })
    for entry in entries { file.append(contentsOf: entry) }
    return file + written(["END:VCALENDAR"])
  }

  /// One entry as it stands in the file.
  static func bytes(_ entry: Entry) -> [UInt8] { written(lines(entry)) }

  private static func written(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes.append(contentsOf: fold(line).utf8)
      bytes.append(contentsOf: "\r\n".utf8)
    }
    return bytes
  }

  private static func lines(_ entry: Entry) -> [String] {
    let (start, end) =
      if let days = entry.days {
        (";VALUE=DATE:\(day(days.lowerBound))", ";VALUE=DATE:\(day(days.upperBound))")
      } else {
        (":\(time(entry.startsAt))", ":\(time(entry.endsAt))")
      }
    var lines = [
      "BEGIN:VEVENT", "UID:\(entry.id)@fieldhouse", "DTSTAMP:\(time(entry.changedAt))",
      "LAST-MODIFIED:\(time(entry.changedAt))", "DTSTART\(start)", "DTEND\(end)",
      "SEQUENCE:\(entry.sequence)", "STATUS:\(entry.isCancelled ? "CANCELLED" : "CONFIRMED")",
      "SUMMARY:\(escape(entry.summary))",
    ]
    if !entry.description.isEmpty { lines.append("DESCRIPTION:\(escape(entry.description))") }
    if !entry.location.isEmpty { lines.append("LOCATION:\(escape(entry.location))") }
    if !entry.categories.isEmpty { lines.append("CATEGORIES:\(entry.categories.map(escape).joined(separator: ","))") }
    if let own = entry.own {
      lines += ["X-FIELDHOUSE-TITLE:\(escape(own.title))", "X-FIELDHOUSE-KIND:\(own.kind.rawValue)"]
      if !own.opponent.isEmpty { lines.append("X-FIELDHOUSE-OPPONENT:\(escape(own.opponent))") }
    }
    return lines + ["END:VEVENT"]
  }

  /// An instant such as `20250902T160000Z`, to the second.
  static func time(_ instant: Date) -> String {
    let whole = Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
    return (RFC3339.string(from: whole) ?? "").filter { $0 != "-" && $0 != ":" }
  }

  /// A day, such as `20250902`.
  private static func day(_ days: Int) -> String { CivilDay(daysSince1970: days).description.filter { $0 != "-" } }

  static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: special.contains) else { return text }
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return lines.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
      .replacing("\n", with: "\\n")
  }

  /// What is escaped, and the line ends, as bytes.
  private static let special: Set<UInt8> = Set("\\;,\r\n".utf8)

  /// Breaks a line behind at most 75 octets, never within a character.
  static func fold(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line }
    var (result, width) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = String(scalar).utf8.count
      if width + size > 75 {
        result += "\r\n "
        width = 1
      }
      result.unicodeScalars.append(scalar)
      width += size
    }
    return result
  }

  /// What stands for a text in an entity tag: FNV-1a over its bytes.
  static func tag(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\"\(String(hash, radix: 16))\""
  }
}
