import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `When a push service asks for a rest` {
  @Test(
    arguments: [
      ("120", 120), ("0", 1), ("-5", nil), ("soon", nil), ("", nil), ("Fri, 15 Aug 2025 12:01:30 GMT", 90),
      ("Fri, 15 Aug 2025 11:00:00 GMT", 1), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func `it says so in seconds or as an instant`(text: String, seconds: Int?) {
    #expect(RetryAfter.seconds(text, now: Date(timeIntervalSince1970: 1_755_259_200)) == seconds)
  }
}
