import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `An activity that is entered` {
  /// 2025-08-15T12:00:00Z.
  private static let now = Date(timeIntervalSince1970: 1_755_259_200)

  private static func input(
    _ kind: Activity.Kind = .walk, seconds: Double = 1_800, endsAgo: Double = 3_600, steps: Int? = nil,
    metres: Double? = nil, points: [[[Double]]]? = nil
  ) -> ActivityInput {
    let end = now.addingTimeInterval(-endsAgo)
    return ActivityInput(
      id: "a", kind: kind, title: " Canal\n", start: end.addingTimeInterval(-seconds), end: end, steps: steps,
      pushes: nil, metres: metres, points: points)
  }

  /// Points to the north, 20 m and 10 s apart, from the begin of an input on.
  private static func points(_ count: Int, of input: ActivityInput) -> [[Double]] {
    let start = Double(input.start.millisecondsSince1970)
    return (0..<count).map { [48 + Double($0) * 20 / 111_195.0802, 11, start + Double($0) * 10_000] }
  }

  private static func made(_ input: ActivityInput) throws -> Activity {
    try ActivityDraft(input, now: now).made.activity
  }

  /// Where it is wrong, with the codes.
  private static func mistakes(_ input: ActivityInput) -> [String] {
    do {
      _ = try made(input)
      return []
    } catch let problem as Problem {
      return problem.errors.map { "\($0.pointer) \($0.code)" }
    } catch { return ["\(error)"] }
  }

  @Test func `is what was entered, with the title without the space around it, and by hand`() throws {
    let walk = try Self.made(Self.input(steps: 2_500))
    #expect(walk.title == "Canal" && walk.source == .manual && walk.evidence == .said && walk.steps == 2_500)
    #expect(walk.seconds == 1_800 && walk.received == 1_755_259_200_000 && walk.end - walk.start == 1_800_000)
    let ride = try Self.made(Self.input(.ride, metres: 9_000))
    #expect(ride.metres == 9_000 && ride.suspect == [] && ride.steps == 0)
    #expect(try Self.made(Self.input(.ride, metres: 30_000)).suspect == ["speed"])
  }

  @Test func `and recorded has way and time of its track, whatever was entered besides`() throws {
    var input = Self.input(steps: 700, metres: 99_000)
    let (first, second) = (Self.points(31, of: input), Self.points(11, of: input))
    input.points = [first, second.map { [$0[0] + 1, $0[1], $0[2] + 900_000] }]
    let (walk, track) = try ActivityDraft(input, now: Self.now).made
    #expect(walk.source == .gps && walk.evidence == .track && walk.steps == 700)
    #expect(abs(walk.metres - 800) < 0.01 && walk.seconds == 400, "30 and 10 stretches of 20 m in 10 s")
    #expect(track?.segments == 2 && walk.end - walk.start == 1_800_000)
  }

  @Test(.tags(.wc17)) func `has only steps where a walk has not two points, also if it says that it was recorded`() {
    let bare = Self.input()
    let recordings: [[[[Double]]]?] = [nil, [[]], [Self.points(1, of: bare)], [[], []]]
    for points in recordings {
      #expect(Self.mistakes(Self.input(steps: 900, metres: 3_000, points: points)) == ["/metres only-steps"])
      #expect(Self.mistakes(Self.input(points: points)) == ["/steps required"])
      #expect(Self.mistakes(Self.input(steps: 0, points: points)) == ["/steps required"])
      #expect(Self.mistakes(Self.input(.run, metres: 3_000, points: points)) == [], "not so of a run")
      let kept = try? Self.made(Self.input(steps: 900, points: points))
      #expect(kept?.metres == 0 && kept?.source == .manual && kept?.evidence == .said)
    }
    #expect(Self.mistakes(Self.input(points: [Self.points(2, of: bare)])) == [])
  }

  @Test func `lasts a day by hand at most, 32 days recorded, and both limits belong to it`() {
    let day = 86_400.0
    #expect(Self.mistakes(Self.input(.run, seconds: day)) == [])
    #expect(Self.mistakes(Self.input(.run, seconds: day + 0.001)) == ["/end too-long"])
    for (seconds, mistakes) in [(32 * day, []), (32 * day + 0.001, ["/end too-long"])] as [(Double, [String])] {
      var input = Self.input(.run, seconds: seconds)
      input.points = [Self.points(2, of: input)]
      #expect(Self.mistakes(input) == mistakes)
    }
  }

  @Test func `says everything that is wrong with its times at once`() {
    var input = Self.input(steps: 5)
    (input.start, input.end) = (Date(timeIntervalSince1970: -1), Date(timeIntervalSince1970: -2))
    #expect(Self.mistakes(input) == ["/start too-early", "/end before-start"])
    (input.start, input.end) = (Date(timeIntervalSince1970: 0), Self.now.addingTimeInterval(86_400.001))
    #expect(Self.mistakes(input) == ["/end too-long", "/end clock-ahead"])
    (input.start, input.end) = (Self.now, Self.now)
    #expect(Self.mistakes(input) == ["/end before-start"])
    (input.start, input.end) = (Self.now, Self.now.addingTimeInterval(86_400))
    #expect(Self.mistakes(input) == [], "a day ahead is kept and marked")
  }

  @Test func `names the first point that cannot be`() {
    var input = Self.input()
    let start = Double(input.start.millisecondsSince1970)
    let good = Self.points(3, of: input)
    let wrong: [[Double]] = [
      [90.5, 11, start], [48, -180.5, start], [48, 11, start - 1], [48, 11, start + 1_800_001], [48, 11, 1e300],
    ]
    for point in wrong {
      input.points = [good, good + [point] + good]
      #expect(Self.mistakes(input) == ["/points/1/3 point-impossible"], "\(point)")
    }
    input.points = [[[48, 11, start], [48.001, 11, start + 1_800_000]]]
    #expect(Self.mistakes(input) == [], "begin and end belong to it")
  }
}
