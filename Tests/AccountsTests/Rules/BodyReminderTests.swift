@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The reminder to tell one's weight` {
  private static let day = 86_400.0

  /// The day on which the next reminder comes when these changes are made, each on a day; nil for none.
  private static func next(_ changes: [(Double, JSON)], from body: Body = Body()) throws -> Double? {
    var body = body
    for (number, change) in changes {
      let input = try JSONValueDecoder().decode(BodyInput.self, from: change)
      input.apply(to: &body, now: Date(timeIntervalSince1970: number * Self.day), month: 30 * Self.day)
    }
    return body.remindAt.map { $0.timeIntervalSince1970 / Self.day }
  }

  @Test(.tags(.pl31, .wc13)) func `comes a month after the weight was told, to who wants it`() throws {
    #expect(try Self.next([(0, ["weight": 70])]) == nil)
    #expect(try Self.next([(0, ["weight": 70, "reminder": true])]) == 30)
    #expect(try Self.next([(0, ["weight": 70, "reminder": true]), (10, ["weight": 71])]) == 40)
    #expect(try Self.next([(0, ["weight": 70]), (10, ["reminder": true])]) == 30)
    #expect(try Self.next([(5, ["reminder": true])]) == 35)
    #expect(try Self.next([(5, ["reminder": true]), (6, ["reminder": false])]) == nil)
    #expect(try Self.next([(5, ["reminder": true]), (6, ["reminder": false, "weight": 70])]) == nil)
    #expect(try Self.next([(0, ["weight": 70, "reminder": true]), (10, ["weight": .null])]) == 40)
  }

  /// On day 30 somebody was reminded, so that the next one comes on day 60.
  @Test(.tags(.pl31, .wc13)) func `does not come again because something else is told`() throws {
    let body = Body(
      weight: 70, height: nil, fitnessLevel: nil, weighedAt: Date(timeIntervalSince1970: 0),
      remindAt: Date(timeIntervalSince1970: 60 * Self.day))
    for change in [["height": 180], ["fitnessLevel": "regular"], ["reminder": true], [:]] as [JSON] {
      #expect(try Self.next([(40, change)], from: body) == 60, "\(change)")
    }
    #expect(try Self.next([(40, ["height": 180, "weight": 71])], from: body) == 70)
    #expect(try Self.next([(40, ["height": 180, "reminder": false])], from: body) == nil)
  }
}
