import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

/// A calendar of another program, line by line.
@Suite struct `A calendar that is read` {
  private func events(_ text: String, most: Int = 100, zone: String = "Europe/Berlin") throws -> [ImportedEvent] {
    try #require(CalendarReader(zone: try Instants.zone(zone)).events(in: text, most: most))
  }

  /// The event that some lines tell, with a name of its own.
  private func event(_ lines: String, zone: String = "Europe/Berlin") throws -> ImportedEvent {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Derby\n\(lines)\nEND:VEVENT\nEND:VCALENDAR"
    return try #require(try events(text, zone: zone).first)
  }

  @Test(arguments: [
    ("SUMMARY:Mannschaf\r\n tsabend\r\n\t, spät", "SUMMARY:Mannschaftsabend, spät"),
    ("SUMMARY:Cafe\r\n \u{301} Sport", "SUMMARY:Café Sport"),
    ("SUMMARY:\u{1F469}\n \u{200D}\u{1F467}", "SUMMARY:\u{1F469}\u{200D}\u{1F467}"),
    (
      "SUMMARY:\u{915}\n \u{94D}\u{937}\n \u{947}\u{924}\u{94D}\u{930}",
      "SUMMARY:\u{915}\u{94D}\u{937}\u{947}\u{924}\u{94D}\u{930}"
    ),
    ("SUMMARY:a\n  b", "SUMMARY:a b"), ("SUMMARY:a\n \nb", "SUMMARY:a"),
  ])
  func `has lines that are continued, also within what people see as one letter`(text: String, line: String) {
    let lines = CalendarReader.unfolded(text)
    #expect(lines.first?.text == line && lines.first?.number == 1)
    #expect(lines.count == (text.hasSuffix("\nb") ? 2 : 1))
  }

  @Test func `has the numbers that lines have in the file, whatever ends them`() {
    let lines = CalendarReader.unfolded("A:1\r\n 2\rB:3\n\n\tC\nD:4")
    #expect(lines.map(\.number) == [1, 3, 4, 6] && lines.map(\.text) == ["A:12", "B:3", "C", "D:4"])
  }

  @Test func `may begin with a mark of the byte order, and is none without its first line`() throws {
    let text = "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250902T180000\nEND:VEVENT"
    #expect(try events("\u{FEFF}begin:vcalendar\n\(text)").count == 1)
    #expect(CalendarReader(zone: .gmt).events(in: text, most: 10) == nil)
    #expect(CalendarReader(zone: .gmt).events(in: "", most: 10) == nil)
  }

  @Test func `has lines of a name, parameters and a value, in which quotation marks hide separators`() throws {
    let line = #"dtstart;tzid="Europe/Berlin";X-NOTE="a:b;c";tzid=UTC;FLAG:20250902T180000:x"#
    let property = try #require(CalendarReader.Property(line))
    #expect(property.name == "DTSTART" && property.value == "20250902T180000:x")
    #expect(property.parameters == ["TZID": "Europe/Berlin", "X-NOTE": "a:b;c", "FLAG": ""])
    #expect(CalendarReader.Property("SUMMARY:")?.value == "")
    for none in ["SUMMARY", ":x", "", ";X=1:x"] { #expect(CalendarReader.Property(none) == nil, "\(none)") }
  }

  @Test func `has texts in which commas, semicolons, line ends and backslashes are escaped`() {
    #expect(CalendarReader.plain(#"a\nb\Nc\, d\; e\\n"#) == "a\nb\nc, d; e\\n")
    #expect(CalendarReader.plain(#"end\"#) == "end")
    #expect(CalendarReader.parts(#"a\,b,c,,\\,d"#) == ["a,b", "c", #"\"#, "d"])
    #expect(CalendarReader.parts("") == [])
  }

  @Test(arguments: [
    ("DTSTART:20250902T180000", "2025-09-02T16:00:00Z", "2025-09-02T17:00:00Z", "Europe/Berlin"),
    (
      "DTSTART;TZID=America/New_York:20250902T180000\nDTEND;TZID=Europe/Berlin:20250903T003000", "2025-09-02T22:00:00Z",
      "2025-09-02T22:30:00Z", "America/New_York"
    ),
    (
      "DTSTART;TZID=\"/Asia/Tokyo\":20250902T180000\nDURATION:+PT45M", "2025-09-02T09:00:00Z", "2025-09-02T09:45:00Z",
      "Asia/Tokyo"
    ),
    ("DTSTART:20250902T180000Z\nDURATION:P1W", "2025-09-02T18:00:00Z", "2025-09-09T18:00:00Z", "Europe/Berlin"),
    (
      "DTSTART:20250902T180000\nDTEND:20250902T183000\nDURATION:PT2H", "2025-09-02T16:00:00Z", "2025-09-02T16:30:00Z",
      "Europe/Berlin"
    ),
    ("DTSTART:20250330T023000", "2025-03-30T01:30:00Z", "2025-03-30T02:30:00Z", "Europe/Berlin"),
  ])
  func `has times in the zone that a line names, in UTC, or where people are`(
    lines: String, start: String, end: String, zone: String
  ) throws {
    let event = try event(lines)
    #expect(Instants.text(event.startsAt) == start && Instants.text(event.endsAt) == end && event.timeZone == zone)
    #expect(event.mistake == nil && !event.isAllDay)
  }

  @Test(arguments: [
    ("", ImportedEvent.Mistake.start), ("DTSTART:tomorrow", .start), ("DTSTART:20250230T100000", .start),
    ("DTSTART:", .start), ("DTSTART;TZID=Mars/Base:20250902T180000", .zone),
    ("DTSTART:20250902T180000\nDTEND:later", .end),
    ("DTSTART:20250902T180000\nDTEND;TZID=Mars/Base:20250902T190000", .zone),
    ("DTSTART:20250902T180000\nDURATION:-PT1H", .end), ("DTSTART:20250902T180000\nDURATION:P33D", .end),
    ("DTSTART:20250902T180000\nDURATION:P999999W", .end),
    ("DTSTART:20250902T180000\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:never", .recurrence),
    ("DTSTART:20250902T180000\nRDATE:20250904T180000", .unsupported),
    ("DTSTART:20250902T180000\nRRULE:FREQ=DAILY;COUNT=3\nEXRULE:FREQ=WEEKLY", .unsupported),
    ("DTSTART:20250902T180000\nRECURRENCE-ID;RANGE=THISANDFUTURE:20250901T180000", .unsupported),
    ("DTSTART:20250902T180000\nSUMMARY: ", .title), ("DTSTART:tomorrow\nDTEND:later\nRDATE:x", .start),
  ])
  func `has mistakes that are named, the first of them where there are several`(
    lines: String, mistake: ImportedEvent.Mistake
  ) throws {
    #expect(try event(lines).mistake == mistake)
  }

  @Test func `has events alone, each by its own lines, up to as many as are wanted`() throws {
    let text = """
      BEGIN:VCALENDAR
      SUMMARY:of none
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:Wash the shirts
      DTSTART:20250901T180000
      END:VTODO
      BEGIN:VEVENT
      SUMMARY:One
      BEGIN:VALARM
      BEGIN:X-INNER
      SUMMARY:not this
      END:X-INNER
      TRIGGER:-PT15M
      DURATION:PT5M
      END:VALARM
      DTSTART:20250902T180000
      END:VEVENT
      BEGIN:VEVENT
      SUMMARY:Two
      DTSTART:20250903T180000
      STATUS:cancelled
      END:VEVENT
      BEGIN:VEVENT
      SUMMARY:Without an end
      DTSTART:20250904T180000
      END:VCALENDAR
      """
    let found = try events(text)
    #expect(found.map(\.title) == ["One", "Two"] && found.map(\.line) == [8, 19])
    #expect(found.map(\.isCancelled) == [false, true] && found.map(\.kind) == [.event, .event])
    #expect(found[0].endsAt.timeIntervalSince(found[0].startsAt) == 3_600, "an alarm has a length of its own")
    #expect(try events(text, most: 1).map(\.title) == ["One"])
  }

  @Test func `has texts and tags as long as an event has them`() throws {
    let long = String(repeating: "x", count: 3_000)
    let tags = (1...6).map { "a\($0)" }.joined(separator: ",")
    let event = try event(
      "DTSTART:20250902T180000\nLOCATION:\(long)\nDESCRIPTION:\(long)\nX-FIELDHOUSE-OPPONENT:\(long)\n"
        + "CATEGORIES:\(tags)\nCATEGORIES:\(long), ,b\\,c,d,e,f,g,h")
    #expect(event.place.count == 120 && event.description.count == 2_000 && event.opponent.count == 100)
    let longTag = String(repeating: "x", count: 30)
    #expect(event.tags == ["a1", "a2", "a3", "a4", "a5", "a6", longTag, "b,c", "d", "e"])
  }

  private func dates(_ event: ImportedEvent) throws -> [String] {
    try ImportedEvent.dates(of: [event])[0].get().dates.map(Instants.text)
  }

  @Test func `has series in the zone that they are told in: those in UTC do not follow clocks`() throws {
    let rule = "RRULE:freq=weekly;count=3"
    let there = try event("DTSTART;TZID=Europe/Berlin:20251021T180000\n\(rule)")
    #expect(try dates(there) == ["2025-10-21T16:00:00Z", "2025-10-28T17:00:00Z", "2025-11-04T17:00:00Z"])
    #expect(there.kind == .practice, "what comes again")
    let everywhere = try event("DTSTART:20251021T160000Z\n\(rule)\nEXDATE:20251028T160000Z")
    #expect(try dates(everywhere) == ["2025-10-21T16:00:00Z", "2025-11-04T16:00:00Z"] && everywhere.timeZone == "UTC")
  }

  @Test func `has dates that have moved, which are none of their series, and of no other one`() throws {
    func series(_ id: String) -> String {
      "BEGIN:VEVENT\nUID:\(id)\nSUMMARY:\(id)\nDTSTART;VALUE=DATE:20250901\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT\n"
    }
    let moved =
      "BEGIN:VEVENT\nUID:a\nSUMMARY:moved\nRECURRENCE-ID;VALUE=DATE:20250902\nDTSTART:20250905T100000\nEND:VEVENT\n"
    let found = try events("BEGIN:VCALENDAR\n" + moved + series("a") + series("b") + "END:VCALENDAR")
    #expect(found.map(\.title) == ["moved", "a", "b"])
    #expect(try dates(found[1]) == ["2025-08-31T22:00:00Z", "2025-09-02T22:00:00Z"])
    #expect(try dates(found[2]).count == 3)
    #expect(try dates(found[0]) == ["2025-09-05T08:00:00Z"])
  }
}
