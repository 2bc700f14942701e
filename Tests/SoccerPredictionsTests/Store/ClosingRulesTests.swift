import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What is known of a match's closing` {
  private let now = Date(timeIntervalSince1970: 1_740_000_000)
  private let day = 86_400.0

  /// A match that closes so many seconds from now.
  private func match(
    closing seconds: Double, _ status: ReportedStatus = .scheduled, at disclosure: Match.Disclosure = .atOnce
  ) -> Match {
    var match = Match.sample(status: status)
    match.id = "m"
    match.kickOff = now + seconds + 900
    match.disclosure = disclosure
    return match
  }

  /// What is told of the match after each of some readings; nil while nothing is.
  private func course(_ matches: [Match], _ known: Closings.Known? = nil) -> [Closings.Known?] {
    let closings = Closings()
    if let known { closings.load(["m": known]) }
    return matches.map { match in
      closings.apply(closings.changes([match], at: now))
      return closings["m"]
    }
  }

  private func known(_ seconds: Double, shut: Bool = false, told: Bool = false) -> Closings.Known {
    Closings.Known(closesAt: now + seconds, isShut: shut, isTold: told)
  }

  @Test func `begins with when it closes, and is nothing new while that stays so`() {
    let closings = Closings()
    let first = closings.changes([match(closing: 60)], at: now)
    #expect(first.map(\.now) == [known(60)] && first[0].before == nil)
    closings.apply(first)
    #expect(closings.changes([match(closing: 60)], at: now + 3_600).isEmpty)
  }

  @Test(arguments: [(-2_591_999, true), (-2_592_000, false)] as [(Double, Bool)])
  func `does not begin with what closed thirty days ago`(seconds: Double, isKnown: Bool) {
    #expect((course([match(closing: seconds)])[0] != nil) == isKnown)
    #expect(course([match(closing: seconds)], known(seconds - 5))[0] == known(seconds), "what is known is kept up")
  }

  @Test func `stays shut once it has closed, however the date moves then`() {
    #expect(
      course([match(closing: 0), match(closing: day)]).last == known(day, shut: true), "it closes at the instant")
    #expect(course([match(closing: 1), match(closing: day)]).last == known(day))
    #expect(course([match(closing: -day), match(closing: -60)]).last == known(-60), "it has closed anyway")
    let moves = course([match(closing: -1), match(closing: day), match(closing: 9 * day), match(closing: -day)])
    #expect(moves.last == known(-day, shut: true))
  }

  @Test func `is far away while a match is put off or cancelled, and then told anew`() {
    for status in [ReportedStatus.postponed, .cancelled] {
      let off = course(
        [match(closing: day), match(closing: day, status), match(closing: 3 * day)], known(day, told: true))
      #expect(off[1] == Closings.Known(closesAt: Closings.never), "\(status)")
      #expect(off[2] == known(3 * day))
      // A season that is replayed does not say so before the kick-off.
      let replayed = course([match(closing: day, status, at: .atKickOff)])
      #expect(replayed[0] == known(day))
    }
    let late = course([match(closing: -1), match(closing: -1, .postponed), match(closing: day)])
    #expect(late.last == known(day, shut: true), "it had closed before it was put off")
  }

  @Test func `is far away while the feed has the match no longer, and does not begin then`() {
    #expect(course([match(closing: day, .removed)])[0] == nil)
    let gone = course([match(closing: day), match(closing: day, .removed), match(closing: 2 * day)])
    #expect(gone[1]?.closesAt == Closings.never && gone[2] == known(2 * day))
  }

  @Test func `keeps whether people are reminded when the date moves`() {
    #expect(course([match(closing: 2 * day)], known(day, told: true))[0] == known(2 * day, told: true))
  }

  @Test func `is of each match alone`() {
    let closings = Closings()
    var other = match(closing: 120)
    other.id = "other"
    closings.apply(closings.changes([match(closing: 60), other], at: now))
    let moved = closings.changes([match(closing: 61), other], at: now)
    #expect(moved.map(\.match) == ["m"] && moved[0].before == known(60) && moved[0].now == known(61))
  }
}
