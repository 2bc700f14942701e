import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// What counts, found minute by minute: of those that go on the one that the description of ``Counting`` puts first.
private enum PlainCounting {
  /// How many whole minutes each activity has for itself.
  static func minutes(_ activities: [Activity]) -> [String: Int64] {
    var won = Dictionary(uniqueKeysWithValues: activities.map { ($0.id, Int64(0)) })
    for minute in Int64(0)..<60 {
      let going = activities.filter { $0.start <= minute * 60_000 && minute * 60_000 < $0.end }
      if let winner = best(of: going) { won[winner.id, default: 0] += 1 }
    }
    return won
  }

  private static func best(of going: [Activity]) -> Activity? {
    let levels: [Activity.Evidence] = [.device, .track, .photo, .confirmed, .said]
    guard let level = levels.first(where: { level in going.contains { $0.evidence == level } }) else { return nil }
    var left = going.filter { $0.evidence == level }
    func prefer(_ isPreferred: (Activity) -> Bool) {
      if left.contains(where: isPreferred) { left = left.filter(isPreferred) }
    }
    prefer { [.ride, .swim, .other].contains($0.kind) }
    if left.allSatisfy({ [.walk, .run, .wheelchair].contains($0.kind) }) { prefer { $0.steps > 0 || $0.pushes > 0 } }
    let earliest = left.map(\.start).min()
    prefer { $0.start == earliest }
    let most = left.map(\.steps).max()
    prefer { $0.steps == most }
    return left.min { $0.id < $1.id }
  }
}

@Suite struct `The share of an activity` {
  private static func random(_ id: Int, _ numbers: inout SplitMix64) -> Activity {
    let start = Int64.random(in: 0..<50, using: &numbers)
    let end = Int64.random(in: start + 1...min(60, start + 25), using: &numbers)
    let seconds = Int(end - start) * 60
    var activity = Activity(
      id: "\(id)", kind: Activity.Kind.allCases.randomElement(using: &numbers) ?? .walk, source: .manual,
      evidence: [Activity.Evidence.device, .track, .said].randomElement(using: &numbers) ?? .said,
      start: start * 60_000, end: end * 60_000, seconds: seconds, metres: Double(end - start) * 70, received: 0)
    if Bool.random(using: &numbers) { activity.steps = Int.random(in: 0...2_000, using: &numbers) }
    if Int.random(in: 0..<4, using: &numbers) == 0 { activity.pushes = Int(end - start) * 30 }
    return activity
  }

  @Test func `is that of the minutes in which nothing better goes on, in 1,500 hours`() {
    var numbers = SplitMix64(state: 83)
    for _ in 0..<1_500 {
      let activities = (0..<Int.random(in: 1...9, using: &numbers)).map { Self.random($0, &numbers) }
      let (shares, minutes) = (Counting.shares(activities), PlainCounting.minutes(activities))
      for activity in activities {
        let (won, length) = (minutes[activity.id] ?? 0, (activity.end - activity.start) / 60_000)
        let share = shares[activity.id]
        #expect(share?.seconds == Int(won) * 60, "\(activity)")
        #expect(share?.steps == activity.steps * Int(won) / Int(length), "\(activity)")
        #expect(share?.pushes == activity.pushes * Int(won) / Int(length), "\(activity)")
        #expect(abs((share?.metres ?? -1) - Double(won) * 70) < 1e-6, "\(activity)")
      }
    }
  }

  @Test func `is rounded down exactly: 49 steps in 49 minutes are one in a minute`() {
    for minutes in Int64(2)...300 {
      func activity(_ id: String, _ evidence: Activity.Evidence, from start: Int64) -> Activity {
        Activity(
          id: id, kind: .walk, source: .manual, evidence: evidence, start: start * 60_000, end: minutes * 60_000,
          seconds: Int(minutes - start) * 60, steps: Int(minutes), received: 0)
      }
      let shares = Counting.shares([activity("a", .said, from: 0), activity("b", .device, from: 1)])
      #expect(shares["a"]?.steps == 1 && shares["a"]?.seconds == 60, "of \(minutes)")
    }
  }

  @Test func `is the whole of it beside others that only touch it, and of one that nothing surpasses`() {
    func activity(_ id: String, _ start: Int64, _ end: Int64, _ evidence: Activity.Evidence = .said) -> Activity {
      Activity(
        id: id, kind: .run, source: .manual, evidence: evidence, start: start, end: end, seconds: 7, steps: 11,
        pushes: 3, metres: 5.5, received: 0)
    }
    let whole = Counting.Share(seconds: 7, steps: 11, pushes: 3, metres: 5.5)
    let touching = [activity("a", 0, 100), activity("b", 100, 200, .device), activity("c", 200, 300)]
    #expect(Counting.shares(touching) == ["a": whole, "b": whole, "c": whole])
    let inside = Counting.shares([activity("a", 0, 300), activity("b", 100, 200, .track), activity("c", 120, 180)])
    #expect(inside["b"] == whole)
    #expect(inside["a"] == Counting.Share(seconds: 4, steps: 7, pushes: 2, metres: 5.5 * 200 / 300))
    #expect(inside["c"] == Counting.Share(seconds: 0, steps: 0, pushes: 0, metres: 0))
    #expect(Counting.shares([]).isEmpty)
  }
}
