import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `The uptime of a host` {
  private static func instant(_ text: String) -> Date { RFC3339.date(from: text) ?? .distantPast }

  /// Looks every 10 seconds.
  private static func follow(_ uptime: inout Uptime, from start: Date, seconds: Int, isReady: Bool = true) {
    for second in stride(from: 0, through: seconds, by: 10) {
      uptime.note(isReady: isReady, at: start.addingTimeInterval(Double(second)))
    }
  }

  @Test(.tags(.pl83, .fs32)) func `is the share of the time in which it was ready`() {
    var uptime = Uptime()
    let start = Self.instant("2026-11-05T12:00:00Z")
    Self.follow(&uptime, from: start, seconds: 980)
    #expect(uptime.first == start && uptime.whole == Uptime.Month(ready: 980, total: 980))
    Self.follow(&uptime, from: start.addingTimeInterval(980), seconds: 20, isReady: false)
    #expect(uptime.whole == Uptime.Month(ready: 980, total: 1_000))
    #expect(UptimeShare("all", uptime.whole).percent == 98 && UptimeShare("all", uptime.whole).isEnough == true)
    uptime.note(isReady: false, at: start.addingTimeInterval(1_001))
    #expect(UptimeShare("all", uptime.whole).percent == 97.902 && UptimeShare("all", uptime.whole).isEnough == false)
  }

  @Test(.tags(.pl83, .fs32)) func `counts each month for itself, in UTC`() {
    var uptime = Uptime()
    Self.follow(&uptime, from: Self.instant("2026-12-31T23:59:55Z"), seconds: 20)
    #expect(
      uptime.months == [
        "2026-12": Uptime.Month(ready: 5, total: 5), "2027-01": Uptime.Month(ready: 15, total: 15),
      ])
    // An absence of more than a month: nobody was ready on any of its days.
    uptime.note(isReady: true, at: Self.instant("2027-03-01T00:00:00Z"))
    #expect(uptime.months["2027-01"]?.total == 31 * 86_400 && uptime.months["2027-01"]?.ready == 15)
    #expect(uptime.months["2027-02"] == Uptime.Month(ready: 0, total: 28 * 86_400))
    #expect(uptime.months.keys.count == 3)
  }

  @Test(.tags(.pl83, .fs32)) func `does not count what nobody has seen`() {
    var uptime = Uptime()
    let start = Self.instant("2026-11-05T12:00:00Z")
    uptime.note(isReady: true, at: start)
    uptime.note(isReady: true, at: start.addingTimeInterval(30))
    #expect(uptime.whole == Uptime.Month(ready: 30, total: 30))
    uptime.note(isReady: true, at: start.addingTimeInterval(61))
    #expect(uptime.whole == Uptime.Month(ready: 30, total: 61))
    // A clock that is set back counts nothing, and goes on from there.
    uptime.note(isReady: true, at: start)
    uptime.note(isReady: true, at: start.addingTimeInterval(9))
    #expect(uptime.whole == Uptime.Month(ready: 39, total: 70))
    // From an end that was asked for to the next start there was no host.
    uptime.end(at: start.addingTimeInterval(10))
    uptime.note(isReady: true, at: start.addingTimeInterval(20))
    #expect(uptime.whole == Uptime.Month(ready: 40, total: 81))
  }
}
