import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

/// The match clock minute by minute, written down as it is announced.
private struct AnnouncedClock {
  /// What is shown in each minute of real time, with the number of the phase.
  private(set) var minutes: [(text: String, phase: Int)] = []
  private var phases = 0

  /// Halves last 45 minutes and those of extra time 15; 2, 4, 1 and 1 minutes are added, or as many as the last goal needs.
  init(_ goals: [Goal], hasExtraTime: Bool, hasShootOut: Bool) {
    play(1...45, least: 2, goals)
    pause("HT", 15)
    play(46...90, least: 4, goals)
    if hasExtraTime {
      pause("ET", 5)
      play(91...105, least: 1, goals)
      pause("ET", 1)
      play(106...120, least: 1, goals)
    }
    if hasShootOut {
      pause("PEN", 5)
      pause("PEN", 10)
    }
  }

  private mutating func play(_ range: ClosedRange<Int>, least: Int, _ goals: [Goal]) {
    let last = range.upperBound
    let added = goals.filter { $0.minute == last }.map(\.stoppage).max() ?? 0
    let texts = range.map(String.init) + (1...max(least, added)).map { "\(last)+\($0)" }
    minutes += texts.map { ($0, phases) }
    phases += 1
  }

  private mutating func pause(_ text: String, _ length: Int) {
    minutes += (0..<length).map { _ in (text, phases) }
    phases += 1
  }

  /// In which half-minute from kick-off a goal falls: in the middle of the minute that is announced with it.
  func halfMinute(of goal: Goal) -> Int? {
    minutes.firstIndex { $0.text == goal.minuteText }.map { 2 * $0 + 1 }
  }
}

@Suite struct `The timeline of a match` {
  private struct Stage: Equatable {
    var state: MatchState
    var phase: Int?
    var score: ScoreLine?
  }

  /// A match with goals, with extra time or without, with a shoot-out or without, whose feed tells the goals or not.
  private struct Drawn {
    let match: Match
    let clock: AnnouncedClock
    /// The goals and the half-minutes in which they fall.
    private let goals: [(goal: Goal, halfMinute: Int)]

    init(_ random: inout SeededRandom) {
      let (extra, kicks, tells) = (random.next(below: 3) == 0, random.next(below: 3) == 0, random.next(below: 3) > 0)
      let goals = (0..<random.next(below: 6)).map { number in
        let minute = 1 + random.next(below: extra ? 120 : 90)
        let isLast = [45, 90, 105, 120].contains(minute)
        let stoppage = isLast ? random.next(below: 9) : 0
        let side: Side = random.next(below: 2) == 0 ? .home : .away
        return Goal(minute: minute, stoppage: stoppage, scorer: "N\(number)", side: side)
      }.sorted(by: Goal.inOrder)
      let score = Score(
        halfTime: random.next(below: 4) == 0 ? nil : goals.filter { $0.minute <= 45 }.score,
        regularTime: goals.filter { $0.minute <= 90 }.score, afterExtraTime: extra ? goals.score : nil,
        penalties: kicks ? ScoreLine(4, 3) : nil)
      match = Match.sample(score: score, goals: tells ? goals : nil)
      let clock = AnnouncedClock(tells ? goals : [], hasExtraTime: extra, hasShootOut: kicks)
      self.clock = clock
      self.goals = goals.map { ($0, clock.halfMinute(of: $0) ?? 0) }
    }

    /// The score so many half-minutes after kick-off, and whether that is exactly the one then.
    func score(at halfMinute: Int) -> (line: ScoreLine, isExact: Bool) {
      // Nobody scores in a match that ended without goals.
      if match.goals != nil || match.score.final == .goalless {
        return (goals.filter { $0.halfMinute <= halfMinute }.map(\.goal).score, true)
      }
      let phase = clock.minutes[halfMinute / 2].phase
      let score = match.score
      let (half, ninety) = (score.halfTime ?? .goalless, score.regularTime ?? .goalless)
      switch phase {
      case 0: return (.goalless, false)
      case 1: return (half, score.halfTime != nil)
      case 2: return (half, false)
      case 3: return (ninety, true)
      case 4, 5, 6: return (ninety, score.afterExtraTime == nil)
      default: return (score.final ?? .goalless, true)
      }
    }

    func stage(at halfMinute: Int) -> Stage {
      guard halfMinute >= 0 else { return Stage(state: .upcoming, phase: nil, score: nil) }
      guard halfMinute < 2 * clock.minutes.count else {
        return Stage(state: .played, phase: nil, score: match.score.final)
      }
      return Stage(state: .live, phase: clock.minutes[halfMinute / 2].phase, score: score(at: halfMinute).line)
    }
  }

  private static func drawn(_ count: Int) -> [Drawn] {
    var random = SeededRandom(seed: 90)
    return (0..<count).map { _ in Drawn(&random) }
  }

  @Test(.tags(.sp68, .sp90))
  func `shows minute, score and goals as a clock does that is written down minute by minute`() {
    for drawn in Self.drawn(60) {
      let match = drawn.match
      for halfMinute in 0..<(2 * drawn.clock.minutes.count) {
        let view = match.view(at: match.kickOff + Double(30 * halfMinute))
        let score = drawn.score(at: halfMinute)
        let isRight =
          view.state == .live && view.minute?.text == drawn.clock.minutes[halfMinute / 2].text
          && view.score == score.line && view.isScoreExact == score.isExact
        #expect(isRight, "\(match.score) \(match.goals?.map(\.minuteText) ?? []) after \(halfMinute) half-minutes")
        if match.goals != nil { #expect(view.goals.score == score.line) }
      }
      let end = match.view(at: match.kickOff + Double(60 * drawn.clock.minutes.count))
      #expect(end.state == .played && end.score == match.score.final && end.penalties == match.score.penalties)
    }
  }

  @Test func `names as the next change the first half-minute in which something looks otherwise`() {
    for drawn in Self.drawn(60) {
      let match = drawn.match
      let last = 2 * drawn.clock.minutes.count
      let changes = (0...last).filter { drawn.stage(at: $0) != drawn.stage(at: $0 - 1) }
      for halfMinute in -2...(last + 1) {
        let next = changes.first { $0 > halfMinute }
        let told = match.nextChange(after: match.kickOff + Double(30 * halfMinute))
        #expect(told == next.map { match.kickOff + Double(30 * $0) }, "\(match.score) after \(halfMinute) half-minutes")
      }
    }
  }

  @Test(
    arguments: [
      (Score(penalties: ScoreLine(4, 3)), ReportedStatus.scheduled, 0),
      (Score(halfTime: ScoreLine(1, 0)), .scheduled, 4), (Score(), .abandoned, 4),
    ])
  func `changes at whistles alone, and only where the feed tells how it went`(
    score: Score, status: ReportedStatus, whistles: Int
  ) {
    let match = Match.sample(score: score, status: status)
    var (now, count) = (match.kickOff - 60, 0)
    while let next = match.nextChange(after: now), count < 9 {
      let views = (match.view(at: next - 1), match.view(at: next))
      #expect(views.0.phase != views.1.phase || views.0.state != views.1.state)
      (now, count) = (next, count + 1)
    }
    #expect(count == whistles)
  }
}
