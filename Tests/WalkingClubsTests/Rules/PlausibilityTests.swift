import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `What nobody can have done` {
  private static func cut(_ change: (inout Activity) -> Void) -> Cut? { Plausibility.objection(to: .walk(change)) }

  /// Metres in half an hour at the fastest mean speed of each kind.
  @Test(arguments: [
    (Activity.Kind.walk, 7_560.0), (.run, 13_680), (.wheelchair, 18_000), (.ride, 36_000), (.swim, 3_600),
    (.other, 36_000),
  ])
  func `is faster than the best of its kind`(kind: Activity.Kind, metres: Double) {
    func cut(_ metres: Double) -> Cut? {
      Self.cut { ($0.kind, $0.steps, $0.metres) = (kind, 0, metres) }
    }
    #expect(cut(metres) == nil && cut(metres + 1) == .speed)
  }

  @Test func `is more than 240 steps or pushes a minute of moving`() {
    #expect(Self.cut { ($0.steps, $0.pushes) = (7_200, 7_200) } == nil)
    #expect(Self.cut { ($0.steps, $0.pushes) = (7_201, 0) } == .cadence)
    #expect(Self.cut { ($0.steps, $0.pushes) = (0, 7_201) } == .cadence)
    // The time of moving counts, not that from beginning to end.
    #expect(Self.cut { ($0.seconds, $0.steps, $0.metres) = (900, 3_601, 0) } == .cadence)
    #expect(Self.cut { ($0.seconds, $0.steps, $0.metres) = (900, 3_600, 0) } == nil)
  }

  @Test func `has times or figures that cannot be`() {
    let impossible: [(inout Activity) -> Void] = [
      { $0.end = $0.start }, { $0.end = $0.start - 1 }, { $0.seconds = 0 }, { $0.seconds = -1 }, { $0.seconds = 1_802 },
      { $0.metres = -0.5 }, { $0.metres = .infinity }, { $0.metres = .nan }, { $0.steps = -1 }, { $0.pushes = -1 },
    ]
    for (number, change) in impossible.enumerated() { #expect(Self.cut(change) == .impossible, "\(number)") }
    // The time of moving is rounded to whole seconds.
    #expect(Self.cut { ($0.seconds, $0.end) = (1_800, $0.start + 1_799_000) } == nil)
    #expect(Self.cut { ($0.seconds, $0.end) = (1_800, $0.start + 1_798_999) } == .impossible)
    #expect(Self.cut { ($0.steps, $0.metres) = (0, 0) } == nil, "nothing at all may have been")
  }

  @Test func `ends later than it came, beyond what a clock may be ahead`() {
    #expect(Self.cut { $0.received = $0.end - 120_000 } == nil)
    #expect(Self.cut { $0.received = $0.end - 120_001 } == .clockAhead)
    #expect(Self.cut { $0.received = $0.end + 900 * 86_400_000 } == nil, "when it came too late the season says")
  }

  @Test func `is told by the first that is found, and nothing else then`() {
    let changes: [(Cut, (inout Activity) -> Void)] = [
      (.impossible, { $0.steps = -1 }), (.clockAhead, { $0.received = 0 }), (.speed, { $0.metres = 9_000 }),
      (.cadence, { $0.pushes = 9_000 }), (.suspect, { $0.suspect = ["jump", "clock"] }),
    ]
    for first in changes.indices {
      #expect(
        Self.cut { activity in for change in changes[first...] { change.1(&activity) } } == changes[first].0)
    }
    // What is implausible is that for somebody in no club as well.
    let day = DaySession([.walk { $0.metres = 9_000 }], .sample(joinedAt: nil))
    #expect(day.lines.map(\.cut) == [.speed] && day.steps == 0)
    #expect(Cut.allCases.filter(\.isImplausible) == changes.map(\.0))
  }

  @Test func `counts by the word of a device or another person, and by the own word where the season says so`() {
    var trusting = SeasonRules()
    trusting.countsManual = true
    for source in Activity.Source.allCases {
      for evidence in Activity.Evidence.allCases {
        // The person's own word alone, and what was entered by hand unless somebody has confirmed it.
        let isWord = evidence == .said || (source == .manual && evidence != .confirmed)
        let walk = Activity.walk { ($0.source, $0.evidence) = (source, evidence) }
        let counted = [SeasonRules(), trusting].map { DaySession([walk], .sample($0)).counted }
        #expect(counted == [isWord ? 0 : 3_000, 3_000], "\(source) \(evidence)")
      }
    }
  }

  @Test(arguments: [0, 1, 30]) func `counts as long as the season takes what comes late`(days: Int) {
    var rules = SeasonRules()
    rules.lateDays = days
    let end: Int64 = 1_000_000_000_000 + 3_600_000
    func cut(_ received: Int64) -> Cut? {
      DaySession([.walk { $0.received = received }], .sample(rules, end: end)).lines[0].cut
    }
    let last = end + Int64(days) * 86_400_000
    #expect(cut(last) == nil && cut(last + 1) == .late)
  }
}
