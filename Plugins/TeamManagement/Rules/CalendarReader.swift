import FieldhouseKit
import Foundation

/// Reads events out of a calendar of another program (RFC 5545). What it does not know it leaves out; what it cannot take over as
/// it is, it names.
struct CalendarReader {
  /// Zone of times that name none.
  let zone: TimeZone

  /// A line with its name, parameters and value.
  struct Property: Equatable {
    let name: String
    let parameters: [String: String]
    let value: String

    /// - Returns: nil for what is no such line.
    init?(_ line: String) {
      var (head, isQuoted): ([String], Bool) = ([""], false)
      var rest = Substring(line)
      while let character = rest.popFirst() {
        if character == "\"" {
          isQuoted.toggle()
        } else if character == ":", !isQuoted {
          break
        } else if character == ";", !isQuoted {
          head.append("")
        } else {
          head[head.count - 1].append(character)
        }
      }
      guard !head[0].isEmpty, head[0].count < line.count else { return nil }
      name = head[0].uppercased()
      parameters = Dictionary(
        head.dropFirst().map { part -> (String, String) in
          let pair = part.split(separator: "=", maxSplits: 1).map { String($0) }
          return (pair.first?.uppercased() ?? "", pair.count > 1 ? pair[1] : "")
        }, uniquingKeysWith: { one, _ in one })
      value = String(rest)
    }
  }

  /// The events, in the order of the file; nil for what is no calendar.
  /// - Parameter most: how many at most.
  func events(in text: String, most: Int) -> [ImportedEvent]? {
    let lines = Self.unfolded(text)
    guard lines.contains(where: { $0.text.uppercased() == "BEGIN:VCALENDAR" }) else { return nil }
    var (found, open, depth): ([Draft], Draft?, Int) = ([], nil, 0)
    for (number, line) in lines {
      guard let property = Property(line) else { continue }
      switch (property.name, property.value.uppercased()) {
      case ("BEGIN", "VEVENT") where open == nil: open = Draft(event: ImportedEvent(line: number))
      case ("BEGIN", _) where open != nil: depth += 1
      case ("END", _) where depth > 0: depth -= 1
      case ("END", "VEVENT"):
        if let draft = open, found.count < most { found.append(draft) }
        open = nil
      default: if depth == 0 { open?.take(property, zone) }
      }
    }
    return Self.joined(found.map { $0.finished() })
  }

  /// Dates of a series that stand by themselves are left out of the series.
  private static func joined(_ drafts: [Draft]) -> [ImportedEvent] {
    var moved: [String: Set<Date>] = [:]
    for draft in drafts { if let date = draft.replaces { moved[draft.id, default: []].insert(date) } }
    return drafts.map { draft in
      var event = draft.event
      if draft.replaces == nil { event.except.formUnion(moved[draft.id] ?? []) }
      return event
    }
  }

  /// Lines that are continued become one, each with its number. The mark of the byte order that some programs begin with is left out.
  static func unfolded(_ text: String) -> [(number: Int, text: String)] {
    var lines: [(number: Int, text: String)] = []
    let plain = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingPrefix("\u{FEFF}")
    for (index, line) in plain.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      // Lines are broken between any two code points: what goes on may begin with a mark that stands on the one before.
      if let first = line.unicodeScalars.first, first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1].text += String(line.unicodeScalars.dropFirst())
      } else {
        lines.append((index + 1, String(line)))
      }
    }
    return lines
  }

  /// The text that stands for an escaped one.
  static func plain(_ text: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The parts of a list whose commas are not escaped.
  static func parts(_ text: String) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for character in text {
      if character == ",", !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts.map(plain).filter { !$0.isEmpty }
  }
}
