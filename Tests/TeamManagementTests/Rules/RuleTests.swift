import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `The rules of a team` {
  private static let noon = Date(timeIntervalSince1970: 1_755_259_200)

  private func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

  @Test(.tags(.tm62, .tm33)) func `let people answer until the deadline, and not to what is called off`() throws {
    let today = try day("2025-08-15")
    let open = AnswerRule(isCancelled: false, deadline: Self.noon, minimumAge: nil, day: { today })
    let last = Self.noon.addingTimeInterval(-0.001)
    for reply in Answer.Reply.allCases {
      try open.check(reply, at: last, birth: nil)
      #expect(throws: Problem.answersClosed) { try open.check(reply, at: Self.noon, birth: nil) }
    }
    let off = AnswerRule(isCancelled: true, deadline: Self.noon, minimumAge: nil, day: { today })
    #expect(throws: Problem.eventCancelled) { try off.check(.no, at: last, birth: nil) }
  }

  @Test(
    .tags(.tm77), arguments: [("2004-08-15", true), ("2004-08-16", false), ("2004-02-29", true), ("1980-01-01", true)])
  func `want 21 years on the day where there is alcohol`(birth: String, isOldEnough: Bool) throws {
    let today = try day("2025-08-15")
    let rule = AnswerRule(isCancelled: false, deadline: Self.noon, minimumAge: 21, day: { today })
    let last = Self.noon.addingTimeInterval(-60)
    if isOldEnough {
      try rule.check(.yes, at: last, birth: try day(birth))
    } else {
      #expect(throws: Problem.tooYoung(21)) { try rule.check(.yes, at: last, birth: try day(birth)) }
      #expect(throws: Problem.tooYoung(21)) { try rule.check(.maybe, at: last, birth: try day(birth)) }
    }
    #expect(throws: Problem.ageUnknown(21)) { try rule.check(.yes, at: last, birth: nil) }
    try rule.check(.no, at: last, birth: nil)
  }

  @Test func `count years by birthdays, also of 29 February`() throws {
    let leap = try day("2004-02-29")
    #expect(Age.years(from: leap, to: try day("2025-02-28")) == 20)
    #expect(Age.years(from: leap, to: try day("2025-03-01")) == 21)
    #expect(Age.years(from: leap, to: try day("2028-02-29")) == 24)
  }

  @Test func `give places in the order of answers`() {
    let people = (1...4).map { AccountID("p\($0)") }
    let two = Places(people, capacity: 2)
    #expect(two.going == Array(people[..<2]) && two.waiting == Array(people[2...]))
    #expect(two.position(of: people[3]) == 2 && two.position(of: people[0]) == nil)
    #expect(Places(people, capacity: nil).going == people && Places([], capacity: 3).going == [])
  }

  @Test(.tags(.tm63)) func `let attendance be taken from an hour before on, and add up`() {
    let start = Self.noon
    #expect(!Attendance.isOpen(startsAt: start, at: start.addingTimeInterval(-3_601)))
    #expect(Attendance.isOpen(startsAt: start, at: start.addingTimeInterval(-3_600)))
    #expect(Attendance.isOpen(startsAt: start, at: start.addingTimeInterval(1_000_000)))
    let sum = AttendanceSum([
      (.present, true), (.late, true), (.absent, true), (.absent, false), (.excused, true),
    ])
    #expect((sum.present, sum.late, sum.absent, sum.excused) == (1, 1, 2, 1) && sum.missed == 1 && sum.rate == 0.5)
    #expect(AttendanceSum([]).rate == nil)
  }

  @Test(.tags(.tm86)) func `complete names of sports by their beginnings`() {
    #expect(Sports.completions(of: "soc") == ["Soccer"])
    #expect(Sports.completions(of: "HOCKEY") == ["Ball hockey", "Field hockey", "Ice hockey"])
    #expect(Sports.completions(of: "ba").prefix(2) == ["Badminton", "Ball hockey"])
    #expect(Sports.completions(of: "zz", besides: ["Zzz ball"]) == ["Zzz ball"])
    #expect(Sports.completions(of: "").count == 10)
  }

  @Test(.tags(.tm99))
  func `count whole days from midnight to midnight, and from one o'clock where there is none`() throws {
    let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    // Clocks there were put forward from 0:00 to 1:00 on 4 November 2018.
    let days = WholeDays(
      from: Date(timeIntervalSince1970: 1_541_332_800), to: Date(timeIntervalSince1970: 1_541_336_400), in: zone)
    #expect(RFC3339.string(from: days.startsAt) == "2018-11-04T03:00:00Z")
    #expect(RFC3339.string(from: days.endsAt) == "2018-11-05T02:00:00Z")
    #expect(WholeDays(from: days.startsAt, to: days.endsAt, in: zone) == days)
    let next = days.moved(to: days.endsAt)
    #expect(next.startsAt == days.endsAt && next.days.count == 1)
  }

  @Test func `write calendars that others read: escaped, folded within characters, in UTC`() {
    let entry = CalendarText.Entry(
      id: "e1", startsAt: Self.noon, endsAt: Self.noon.addingTimeInterval(5_400.5), changedAt: Self.noon, sequence: 2,
      isCancelled: true, summary: "Foxes: Tee, Kekse; \\ mehr",
      description: String(repeating: "ü", count: 80) + "\nEnde",
      location: "Platz 1", categories: ["Liga, Pokal"])
    let text = CalendarText(name: "Foxes", entries: [entry]).text
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    let whole = text.replacing("\r\n ", with: "")
    for line in [
      "DTSTART:20250815T120000Z", "DTEND:20250815T133000Z", "SEQUENCE:2", "STATUS:CANCELLED",
      "SUMMARY:Foxes: Tee\\, Kekse\\; \\\\ mehr", "CATEGORIES:Liga\\, Pokal", "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
      "DESCRIPTION:" + String(repeating: "ü", count: 80) + "\\nEnde",
    ] { #expect(whole.contains("\r\n\(line)\r\n"), "\(line)") }
  }
}
