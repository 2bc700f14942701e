import FieldhouseKit
import Foundation

/// A time of day on the wall clock of a ground, with the offset from UTC where the feed states it.
struct KickOffTime: Hashable, Sendable {
  /// Minutes since midnight, 0…1439.
  let minutes: Int
  /// Minutes to add to UTC, -720…840; nil when the league's time zone decides.
  let utcOffset: Int?

  init(minutes: Int, utcOffset: Int? = nil) {
    self.minutes = minutes
    self.utcOffset = utcOffset
  }

  /// Reads "20:00", "17:00 UTC-3" and "17:00 UTC+5:30"; nil for anything else.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count), let minutes = Self.minutes(in: words[0], hours: 0...23) else { return nil }
    var offset: Int?
    if words.count == 2 {
      offset = Self.offset(words[1])
      if offset == nil { return nil }
    }
    self.init(minutes: minutes, utcOffset: offset)
  }

  /// The minutes that "UTC-3" or "UTC+5:30" adds to UTC; nil for anything else.
  static func offset(_ text: some StringProtocol) -> Int? {
    guard text.hasPrefix("UTC"), let sign = text.dropFirst(3).first, sign == "+" || sign == "-" else { return nil }
    let value = text.dropFirst(4)
    let amount = value.contains(":") ? minutes(in: value, hours: 0...14) : hours(in: value)
    return amount.map { sign == "-" ? -$0 : $0 }.flatMap { (-720...840).contains($0) ? $0 : nil }
  }

  private static func hours(in text: some StringProtocol) -> Int? {
    digits(in: text).flatMap { (0...14).contains($0) ? $0 * 60 : nil }
  }

  private static func minutes(in text: some StringProtocol, hours: ClosedRange<Int>) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2 else { return nil }
    guard let hour = digits(in: parts[0]), let minute = digits(in: parts[1]) else { return nil }
    return hours.contains(hour) && minute < 60 ? hour * 60 + minute : nil
  }
}

/// Turns the date and time on a ground's wall clock into an instant.
struct KickOffClock {
  /// Noon: stands in for a missing time. Predictions close when the day begins, whatever time it turns out to be.
  static let assumed = KickOffTime(minutes: 12 * 60)

  let zone: TimeZone

  /// The instant at which the clock shows `time` on `date`. A time skipped by a clock change counts from the offset
  /// before it; a time that occurs twice is the earlier one.
  func instant(_ date: CivilDay, _ time: KickOffTime) -> Date {
    let wall = Date(timeIntervalSince1970: Double(date.daysSince1970 * 86_400 + time.minutes * 60))
    if let offset = time.utcOffset { return wall - Double(offset * 60) }
    let before = zone.secondsFromGMT(for: wall - 86_400)
    let first = wall - Double(before)
    let actual = zone.secondsFromGMT(for: first)
    let second = wall - Double(actual)
    return zone.secondsFromGMT(for: second) == actual ? second : first
  }
}
