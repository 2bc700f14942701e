import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `What counts of activities that overlap` {
  private static let minute: Int64 = 60_000

  private static func activity(
    _ id: String, _ evidence: Activity.Evidence, from: Int64, to: Int64, steps: Int = 0, metres: Double = 0,
    kind: Activity.Kind = .walk
  ) -> Activity {
    Activity(
      id: id, kind: kind, source: .manual, evidence: evidence, start: from * minute, end: to * minute,
      seconds: Int(to - from) * 60, steps: steps, metres: metres, received: 0)
  }

  @Test func `for a stretch of time only the best evidence counts, the rest by its part of the time`() {
    let phone = Self.activity("a", .device, from: 10, to: 20, steps: 1_000)
    let track = Self.activity("b", .track, from: 0, to: 20, steps: 0, metres: 1_500)
    let said = Self.activity("c", .said, from: 15, to: 30, steps: 1_501)
    let shares = Counting.shares([said, track, phone])
    #expect(shares["a"] == Counting.Share(seconds: 600, steps: 1_000, pushes: 0, metres: 0))
    #expect(shares["b"] == Counting.Share(seconds: 600, steps: 0, pushes: 0, metres: 750))
    #expect(shares["c"] == Counting.Share(seconds: 600, steps: 1_000, pushes: 0, metres: 0), "1,000.67 rounded down")
  }

  @Test func `evidence goes device, track, photo, confirmed, said`() {
    let levels: [Activity.Evidence] = [.said, .confirmed, .photo, .track, .device]
    for (weak, strong) in zip(levels, levels.dropFirst()) {
      let shares = Counting.shares([
        Self.activity("a", weak, from: 0, to: 10, steps: 900), Self.activity("b", strong, from: 0, to: 10, steps: 5),
      ])
      #expect(shares["a"]?.steps == 0 && shares["b"]?.steps == 5, "\(strong) goes before \(weak)")
    }
  }

  @Test
  func `of equal evidence a ride goes before steps, steps before a track without, then the earlier, then the more`() {
    let ride = Self.activity("a", .device, from: 5, to: 10, metres: 2_000, kind: .ride)
    let steps = Self.activity("b", .device, from: 0, to: 10, steps: 200)
    let blank = Self.activity("c", .device, from: 0, to: 10, metres: 700)
    let shares = Counting.shares([blank, steps, ride])
    #expect(shares["a"]?.metres == 2_000 && shares["b"]?.steps == 100 && shares["c"]?.metres == 0)
    let watch = Counting.shares([
      Self.activity("w", .device, from: 0, to: 15, steps: 1_200),
      Self.activity("p", .device, from: 0, to: 15, steps: 900),
    ])
    #expect(watch["w"]?.steps == 1_200 && watch["p"]?.steps == 0)
  }

  @Test func `never counts a moment twice, whatever the order, however often`() {
    var numbers = SplitMix64(state: 42)
    for _ in 0..<300 {
      let activities = (0..<Int.random(in: 1...12, using: &numbers)).map { number in
        let start = Int64.random(in: 0...100, using: &numbers)
        let length = Int64.random(in: 1...40, using: &numbers)
        return Self.activity(
          "\(number)", Activity.Evidence.allCases.randomElement(using: &numbers) ?? .said, from: start,
          to: start + length,
          steps: Int(length) * 60, kind: Activity.Kind.allCases.randomElement(using: &numbers) ?? .walk)
      }
      let shares = Counting.shares(activities)
      #expect(Counting.shares(activities.shuffled(using: &numbers)) == shares)
      let covered = Set(activities.flatMap { Array($0.start / Self.minute..<$0.end / Self.minute) })
      // Each says 60 steps a minute, so that as many count as minutes are covered, but for what is rounded down.
      let steps = shares.values.map(\.steps).reduce(0, +)
      #expect(steps <= covered.count * 60 && steps > covered.count * 60 - activities.count)
    }
  }
}
