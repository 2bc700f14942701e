import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHTTP

@Suite struct `Dates are written as HTTP asks` {
  /// The examples of RFC 9110 § 5.6.7 and of the turn of a leap day.
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `a moment is written in fixed form`(seconds: Int, text: String) {
    #expect(HTTPDate.text(for: seconds) == text)
  }

  @Test func `a line has its name and its end`() {
    #expect(String(decoding: HTTPDate.line(for: 0), as: UTF8.self) == "date: Thu, 01 Jan 1970 00:00:00 GMT\r\n")
  }

  @Test func `another implementation reads them back`() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    var random = SeededRandom(seed: 9110)
    for _ in 0..<500 {
      let seconds = random.next(below: 8_000_000_000)
      let read = try #require(formatter.date(from: HTTPDate.text(for: seconds)))
      #expect(Int(read.timeIntervalSince1970) == seconds)
    }
  }
}
