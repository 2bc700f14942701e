import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `A series` {
  private func starts(_ rule: String, from first: String, in zone: String, most: Int = 40) throws -> [String] {
    let text = try #require(RecurrenceRule(rule), "\(rule)")
    let wall = try #require(WallTime.date(first))
    let recurrence = Recurrence(rule: text, zone: try #require(TimeZone(identifier: zone)))
    return recurrence.instants(from: wall, most: most).map(CalendarText.time)
  }

  @Test(arguments: [
    (
      "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4", "20250902T180000", "Europe/Berlin",
      ["20250902T160000Z", "20250904T160000Z", "20250909T160000Z", "20250911T160000Z"]
    ),
    (
      "FREQ=WEEKLY;COUNT=3", "20251021T180000", "Europe/Berlin",
      ["20251021T160000Z", "20251028T170000Z", "20251104T170000Z"]
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=4", "20250907T100000", "UTC",
      ["20250907T100000Z", "20250908T100000Z", "20250921T100000Z", "20250922T100000Z"]
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO;COUNT=4", "20250907T100000", "UTC",
      ["20250907T100000Z", "20250915T100000Z", "20250921T100000Z", "20250929T100000Z"]
    ),
    (
      "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", "20250829T190000", "America/New_York",
      ["20250829T230000Z", "20250926T230000Z", "20251031T230000Z"]
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", "20250831T090000", "UTC",
      ["20250831T090000Z", "20251031T090000Z", "20251231T090000Z"]
    ),
    (
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2", "20240229T120000", "UTC", ["20240229T120000Z", "20280229T120000Z"]
    ),
    (
      "FREQ=YEARLY;BYMONTH=5;BYDAY=3TU;COUNT=3", "20210101T090000", "UTC",
      ["20210518T090000Z", "20220517T090000Z", "20230516T090000Z"]
    ),
    ("FREQ=YEARLY;BYDAY=20MO;COUNT=2", "20250101T090000", "UTC", ["20250519T090000Z", "20260518T090000Z"]),
    (
      "FREQ=MONTHLY;BYDAY=5TH,1MO;COUNT=3", "20250901T090000", "UTC",
      ["20250901T090000Z", "20251006T090000Z", "20251030T090000Z"]
    ),
    (
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2", "20250902T090000", "UTC", ["20260213T090000Z", "20260313T090000Z"]
    ),
    ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=WE;COUNT=2", "20260615T070000", "UTC", ["20261230T070000Z", "20321229T070000Z"]),
    (
      "FREQ=YEARLY;BYYEARDAY=-1,1;COUNT=3", "20240301T070000", "UTC",
      ["20241231T070000Z", "20250101T070000Z", "20251231T070000Z"]
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=-1;INTERVAL=5;COUNT=2", "20250930T070000", "UTC",
      ["20250930T070000Z", "20260228T070000Z"]
    ),
    (
      "FREQ=DAILY;UNTIL=20250904", "20250902T180000", "UTC",
      ["20250902T180000Z", "20250903T180000Z", "20250904T180000Z"]
    ),
    (
      "FREQ=DAILY;UNTIL=20250903T160000Z", "20250902T180000", "Europe/Berlin", ["20250902T160000Z", "20250903T160000Z"]
    ),
    ("FREQ=DAILY;UNTIL=20250903T155959Z", "20250902T180000", "Europe/Berlin", ["20250902T160000Z"]),
    (
      "FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=-1;COUNT=2", "20250828T200000", "UTC",
      ["20250828T200000Z", "20250930T200000Z"]
    ),
  ])
  func `has the dates that its rule makes, at the same time on the wall`(
    rule: String, first: String, zone: String, expected: [String]
  ) throws {
    #expect(try starts(rule, from: first, in: zone) == expected)
  }

  @Test func `keeps to the offset before a time that clocks leave out, and to the first of two`() throws {
    let spring = try starts("FREQ=DAILY;COUNT=3", from: "20240330T023000", in: "Europe/Berlin")
    #expect(spring == ["20240330T013000Z", "20240331T013000Z", "20240401T003000Z"])
    let autumn = try starts("FREQ=DAILY;COUNT=3", from: "20241026T023000", in: "Europe/Berlin")
    #expect(autumn == ["20241026T003000Z", "20241027T003000Z", "20241028T013000Z"])
    let south = try starts("FREQ=DAILY;COUNT=2", from: "20241005T023000", in: "Australia/Sydney")
    #expect(south == ["20241004T163000Z", "20241005T163000Z"])
  }

  @Test func `ends even when its rule does not, or never makes a date`() throws {
    #expect(try starts("FREQ=DAILY", from: "20250902T180000", in: "UTC", most: 600).count == 600)
    #expect(try starts("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "20250902T180000", in: "UTC") == [])
    for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      let none = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;UNTIL=20250920T000000Z"
      #expect(try starts(none, from: "20250902T180000", in: zone) == [])
      let last = try starts("FREQ=DAILY;UNTIL=20250904T235959Z", from: "20250902T180000", in: zone).last
      #expect(
        last
          == (zone == "Pacific/Kiritimati"
            ? "20250904T040000Z" : zone == "UTC" ? "20250904T180000Z" : "20250904T050000Z"))
    }
  }

  @Test(arguments: [
    "", "FREQ=HOURLY", "FREQ=WEEKLY;FREQ=DAILY", "FREQ=WEEKLY;COUNT=0", "FREQ=WEEKLY;COUNT=2;UNTIL=20250904", "COUNT=2",
    "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=2TU", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=WEEKLY;UNTIL=tomorrow", "FREQ=WEEKLY;BYHOUR=7", "FREQ=WEEKLY;INTERVAL=-1",
    "FREQ=MONTHLY;BYWEEKNO=2", "FREQ=YEARLY;BYMONTH=-1", "FREQ=WEEKLY;", "FREQ=WEEKLY;BYDAY=",
  ])
  func `is made by no such rule`(text: String) { #expect(RecurrenceRule(text) == nil) }
}
