import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `An event of a file` {
  private func event(
    from start: String, to end: String, zone: String = "Europe/Berlin", allDay: Bool = false, repeats: String? = nil
  ) throws -> ImportedEvent {
    var event = ImportedEvent(line: 1)
    (event.title, event.timeZone, event.isAllDay, event.repeats) = ("Derby", zone, allDay, repeats)
    (event.startsAt, event.endsAt) = (try Instants.at(start), try Instants.at(end))
    return event
  }

  /// What becomes of it: the number of its dates, or what is wrong.
  private func outcome(_ event: ImportedEvent) -> String {
    switch ImportedEvent.dates(of: [event])[0] {
    case .success(let all): "\(all.dates.count)"
    case .failure(let mistake): mistake.rawValue
    }
  }

  @Test(arguments: [
    ("2025-09-02T16:00:00Z", "2025-10-03T16:00:00Z", false, "1"),
    ("2025-09-02T16:00:00Z", "2025-10-03T16:00:01Z", false, "end"),
    ("2025-09-02T16:00:00Z", "2025-09-02T16:00:00Z", false, "end"),
    ("2025-09-02T16:00:00Z", "2025-09-02T15:00:00Z", false, "end"),
    // October has 31 days and an hour in Berlin.
    ("2025-09-30T22:00:00Z", "2025-10-31T23:00:00Z", true, "1"),
    ("2025-09-30T22:00:00Z", "2025-11-01T23:00:00Z", true, "end"),
    ("2025-09-30T22:00:00Z", "2025-10-31T23:00:00Z", false, "end"),
    ("1999-12-31T23:59:59Z", "2000-01-01T01:00:00Z", false, "many"),
    ("2000-01-01T00:00:00Z", "2000-01-01T01:00:00Z", false, "1"),
    ("2099-12-31T23:59:59Z", "2100-01-01T01:00:00Z", false, "1"),
    ("2100-01-01T00:00:00Z", "2100-01-01T01:00:00Z", false, "many"),
  ])
  func `lasts from more than nothing to 31 days, and begins from 2000 to 2099`(
    start: String, end: String, allDay: Bool, expected: String
  ) throws {
    #expect(outcome(try event(from: start, to: end, allDay: allDay)) == expected)
  }

  @Test(arguments: [
    ("FREQ=DAILY;COUNT=520", 0, "520"), ("FREQ=DAILY;COUNT=521", 0, "many"), ("FREQ=DAILY;COUNT=521", 1, "520"),
    ("FREQ=DAILY;COUNT=522", 1, "many"), ("FREQ=DAILY;COUNT=600", 80, "520"), ("FREQ=DAILY;COUNT=601", 80, "many"),
    ("FREQ=DAILY;COUNT=3", 3, "recurrence"), ("FREQ=YEARLY;COUNT=75", 0, "75"), ("FREQ=YEARLY;COUNT=76", 0, "many"),
    ("FREQ=HOURLY", 0, "recurrence"), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2", 0, "recurrence"),
  ])
  func `comes as often as its rule says, but for what does not take place`(rule: String, left: Int, expected: String)
    throws
  {
    var event = try event(from: "2025-09-02T16:00:00Z", to: "2025-09-02T17:00:00Z", zone: "UTC", repeats: rule)
    event.except = Set((0..<left).map { event.startsAt.addingTimeInterval(Double($0) * 86_400) })
    #expect(outcome(event) == expected)
  }

  @Test func `comes for a year where its rule has no end, on the wall of the place`() throws {
    let weekly = try event(from: "2025-10-21T16:00:00Z", to: "2025-10-21T17:00:00Z", repeats: "FREQ=WEEKLY;INTERVAL=4")
    let all = try ImportedEvent.dates(of: [weekly])[0].get()
    #expect(all.rule == "FREQ=WEEKLY;INTERVAL=4;UNTIL=20261022" && all.dates.count == 14)
    #expect(
      Instants.text(all.dates[1]) == "2025-11-18T17:00:00Z" && Instants.text(all.dates[13]) == "2026-10-20T16:00:00Z")
    let leap = try event(from: "2024-02-28T23:00:00Z", to: "2024-02-29T23:00:00Z", allDay: true, repeats: "FREQ=YEARLY")
    #expect(try ImportedEvent.dates(of: [leap])[0].get().rule == "FREQ=YEARLY;UNTIL=20250301")
    #expect(outcome(leap) == "1", "29 February comes after four years only")
  }

  @Test(arguments: [
    ("2003-03-04T17:00:00Z", "FREQ=WEEKLY;INTERVAL=2", "20260816", "2025-08-19T16:00:00Z", 26),
    ("2000-01-31T17:00:00Z", "FREQ=DAILY", "20260816", "2025-08-15T16:00:00Z", 367),
    ("1985-05-06T17:00:00Z", "FREQ=YEARLY", "20260816", "2026-05-06T17:00:00Z", 1),
    ("1999-12-31T17:00:00Z", "FREQ=MONTHLY", "20260816", "2025-08-31T16:00:00Z", 7),
    ("2024-10-21T16:00:00Z", "FREQ=MONTHLY;COUNT=3", "", "2024-10-21T16:00:00Z", 3),
    ("2025-10-21T16:00:00Z", "FREQ=MONTHLY", "20261022", "2025-10-21T16:00:00Z", 13),
  ])
  func `comes for a year from today on where it has begun before and its rule has no end`(
    start: String, rule: String, until: String, first: String, count: Int
  ) throws {
    let begin = try #require(RFC3339.date(from: start))
    let end = try #require(RFC3339.string(from: begin.addingTimeInterval(3_600)))
    let event = try event(from: start, to: end, repeats: rule)
    let now = try #require(RFC3339.date(from: "2025-08-15T12:00:00Z"))
    let all = try ImportedEvent.dates(of: [event], at: now)[0].get()
    #expect(all.rule == rule + (until.isEmpty ? "" : ";UNTIL=\(until)"))
    #expect(all.dates.first.map(Instants.text) == first && all.dates.count == count)
    let many = ImportedEvent.dates(of: Array(repeating: event, count: 50), at: now)
    #expect(many.allSatisfy { (try? $0.get().dates.count) == count }, "at a cost that a file may have")
  }

  @Test func `with a mistake costs nothing, and leaves what is behind it to be looked for`() throws {
    var wrong = try event(from: "2025-09-02T16:00:00Z", to: "2025-09-02T17:00:00Z", repeats: "FREQ=DAILY;COUNT=500")
    wrong.mistake = .unsupported
    let good = try event(from: "2025-09-02T16:00:00Z", to: "2025-09-02T17:00:00Z", repeats: "FREQ=DAILY;COUNT=2")
    let found = ImportedEvent.dates(of: [wrong, good], within: 30)
    guard case .failure(.unsupported) = found[0], case .success(let two) = found[1] else {
      Issue.record("\(found)")
      return
    }
    #expect(two.dates.count == 2)
    var nowhere = good
    nowhere.timeZone = "Mars/Base"
    #expect(outcome(nowhere) == "zone")
  }

  @Test(arguments: [
    ("  Cup \n final\t ", 20, "Cup final"), ("a\u{200B}b\u{202E}c\u{FEFF}\u{AD}d", 20, "abcd"),
    ("\u{1F469}\u{200D}\u{1F467}", 20, "\u{1F469}\u{200D}\u{1F467}"), ("abc def", 4, "abc"), ("abc def", 5, "abc d"),
    ("e\u{301}e\u{301}e\u{301}", 2, "éé"), ("\u{3000}足球\u{A0}会", 20, "足球 会"), ("\u{200B} \u{200B}", 20, ""),
  ])
  func `has names in one line, without what cannot be seen`(text: String, length: Int, line: String) {
    #expect(ImportedEvent.line(text, length) == line)
  }

  @Test func `has a description in several lines`() {
    #expect(ImportedEvent.lines("\n First.\n\n Second.\u{200B} \n", 100) == "First.\n\n Second.")
    #expect(ImportedEvent.lines("ab\ncd", 3) == "ab")
  }
}

@Suite struct `What people read of teams` {
  /// The texts of a language.
  private func texts(_ language: String) throws -> JSON {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let file = root.appending(path: "Plugins/TeamManagement/strings/\(language).json")
    return try JSON(parsing: Array(try Data(contentsOf: file)))
  }

  @Test(arguments: ["en", "ar"])
  func `names all that is noted in the log, and all that can be wrong in a file`(language: String) throws {
    let texts = try texts(language)
    for kind in TeamLog.Kind.allCases { #expect(texts["log.\(kind.rawValue)"]?.string != nil, "\(kind)") }
    for mistake in ImportedEvent.Mistake.allCases {
      #expect(texts["importMistake.\(mistake.rawValue)"]?.string != nil, "\(mistake)")
    }
  }
}
