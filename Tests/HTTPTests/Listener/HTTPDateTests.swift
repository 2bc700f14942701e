import Testing

@testable import FieldhouseHTTP

@Suite struct `Dates are written as HTTP asks` {
  /// The examples of RFC 9110 § 5.6.7 and of the turn of a leap day.
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
  ])
  func `a moment is written in fixed form`(seconds: Int, text: String) {
    #expect(HTTPDate.text(for: seconds) == text)
  }
}
