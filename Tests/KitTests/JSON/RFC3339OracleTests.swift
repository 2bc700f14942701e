import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// RFC 3339 § 5.6 read a second time by a regular expression and Foundation's calendar.
@Suite struct `A time of RFC 3339, held against Foundation` {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private func seconds(_ text: String) -> Double? {
    let grammar =
      #/
      ([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?
      (?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))
    /#
    guard let parts = text.wholeMatch(of: grammar)?.output else { return nil }
    let numbers = [parts.1, parts.2, parts.3, parts.4, parts.5, parts.6].map { Int($0)! }
    let day = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
    guard (1...12).contains(numbers[1]), numbers[2] > 0, let date = Self.calendar.date(from: day),
      Self.calendar.component(.day, from: date) == numbers[2], numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
    else { return nil }
    let offset = (Int(parts.9 ?? "0")!, Int(parts.10 ?? "0")!)
    guard offset.0 < 24, offset.1 < 60 else { return nil }
    let sign = parts.8 == "-" ? -1 : 1
    let whole = numbers[3] * 3600 + numbers[4] * 60 + numbers[5] - sign * (offset.0 * 3600 + offset.1 * 60)
    return date.timeIntervalSince1970 + Double(whole) + Double("0\(parts.7 ?? ".0")")!
  }

  @Test(arguments: 951...954) func `is read or refused alike, whatever is changed in it`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let whole = [
      "2024-02-29T23:59:59.125Z", "1999-12-31t00:00:00+05:30", "2000-11-09T07:08:19-23:59", "1601-03-01T12:30:45z",
    ]
    let alphabet = Array("0123456789-+:.TtZz 0123")
    var read = 0
    for _ in 0..<8_000 {
      var text = Array(whole[random.next(below: whole.count)])
      for _ in 0..<random.next(below: 3) {
        let place = random.next(below: text.count)
        switch random.next(below: 8) {
        case 0: text.remove(at: place)
        case 1: text.insert(alphabet[random.next(below: alphabet.count)], at: place)
        default: text[place] = alphabet[random.next(below: alphabet.count)]
        }
      }
      let string = String(text)
      guard !string.contains(":60"), string.prefix(4) > "1600" else { continue }
      let found = RFC3339.date(from: string)?.timeIntervalSince1970
      let expected = seconds(string)
      #expect((found == nil) == (expected == nil), "\(string)")
      if let found, let expected { #expect(abs(found - expected) < 1e-6, "\(string)") }
      read += found == nil ? 0 : 1
    }
    #expect(read > 2_000)
  }

  @Test func `is written as Foundation writes it`() throws {
    var random = SeededRandom(seed: 955)
    let plain = Date.ISO8601FormatStyle()
    let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<3_000 {
      let milliseconds = random.next(below: 253_402_300_800_000)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let style = milliseconds.isMultiple(of: 1000) ? plain : exact
      let text = try #require(RFC3339.string(from: date))
      #expect(text.utf8.count == (milliseconds.isMultiple(of: 1000) ? 20 : 24))
      let read = try #require(RFC3339.date(from: text))
      #expect(abs(read.timeIntervalSince(date)) < 0.0005)
      #expect(abs(try style.parse(text).timeIntervalSince(date)) < 0.0015, "\(text)")
    }
  }
}
