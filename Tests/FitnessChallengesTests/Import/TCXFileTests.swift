import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A file of TCX` {
  private static let now: Int64 = 1_790_000_000_000
  /// 2026-04-11T07:00:00Z.
  private static let seven: Int64 = 1_775_890_800_000

  private static func read(_ activities: String) -> ImportSamples.Outcome {
    ImportSamples.read(
      "<TrainingCenterDatabase><Activities>\(activities)</Activities></TrainingCenterDatabase>")
  }

  private static func activity(_ laps: String, sport: String = "Running") throws -> Activity {
    let outcome = read("<Activity Sport=\"\(sport)\"><Id>1</Id>\(laps)</Activity>")
    return try #require(outcome.tracks.first, "\(outcome.refusal?.code ?? "nothing")").activity(or: .walk, now: now)
  }

  /// A lap from some minute of 7 o'clock on.
  private static func lap(minute: Int, seconds: String, metres: String, _ inside: String = "") -> String {
    """
    <Lap StartTime="2026-04-11T07:\(ImportSamples.two(minute)):00Z"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>\
    <DistanceMeters>\(metres)</DistanceMeters>\(inside)</Lap>
    """
  }

  /// A point that says of the way only how long it is.
  private static func indoors(minute: Int, metres: Int) -> String {
    """
    <Trackpoint><Time>2026-04-11T07:\(ImportSamples.two(minute)):00Z</Time><DistanceMeters>\(metres)</DistanceMeters>\
    </Trackpoint>
    """
  }

  private static func outdoors(minute: Int, north: Double) -> String {
    """
    <Trackpoint><Time>2026-04-11T07:\(ImportSamples.two(minute)):00Z</Time><Position><LatitudeDegrees>\(north)\
    </LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint>
    """
  }

  @Test func `without places lasts until its last lap ends, and has the way of all of them`() throws {
    let laps =
      Self.lap(minute: 0, seconds: "600", metres: "1500.5") + Self.lap(minute: 10, seconds: "600", metres: "1400")
      + Self.lap(minute: 25, seconds: "300.5", metres: "700")
    let run = try Self.activity(laps)
    #expect(run.start == Self.seven && run.end == Self.seven + (25 * 60 + 300) * 1_000 + 500)
    #expect(run.seconds == 1_500 && run.metres == 3_600.5 && run.evidence == .device && run.kind == .run)
  }

  @Test func `has the points of a treadmill as times, not as a way`() throws {
    let points = (0...3).map { Self.indoors(minute: $0 * 4, metres: $0 * 500) }.joined()
    let run = try Self.activity(Self.lap(minute: 0, seconds: "700", metres: "1500", "<Track>\(points)</Track>"))
    #expect(run.metres == 1_500 && run.seconds == 700 && run.end == Self.seven + 720_000, "the last point is later")
  }

  @Test func `goes on over pauses and laps where it has places, and ends with the last one`() throws {
    func track(_ minutes: ClosedRange<Int>) -> String {
      "<Track>\(minutes.map { Self.outdoors(minute: $0, north: 48 + Double($0) * 0.001) }.joined())</Track>"
    }
    let laps =
      Self.lap(minute: 0, seconds: "300", metres: "9999", track(0...2) + track(4...5))
      + Self.lap(minute: 6, seconds: "9000", metres: "9999", track(6...9))
    let run = try Self.activity(laps)
    #expect(abs(run.metres - 9 * 111.195) < 0.01, "the places count, not what the device says")
    #expect(run.end == Self.seven + 540_000 && run.evidence == .track)
    #expect(run.seconds == 540, "the timer counts, and no more than there was time")
  }

  @Test func `of several sports has an activity for each`() {
    let file = """
      <MultiSportSession><Id>1</Id><FirstSport><Activity Sport="Other"><Id>1</Id>\
      \(Self.lap(minute: 0, seconds: "600", metres: "400"))</Activity></FirstSport><NextSport><Activity Sport="Biking"><Id>2</Id>\
      \(Self.lap(minute: 12, seconds: "1200", metres: "9000"))</Activity></NextSport></MultiSportSession>
      """
    let outcome = Self.read(file)
    let kept = outcome.tracks.compactMap { try? $0.activity(or: .swim, now: Self.now) }
    #expect(outcome.refusal == nil && kept.map(\.kind) == [.swim, .ride] && kept.map(\.metres) == [400, 9_000])
    #expect(kept.map(\.end) == [Self.seven + 600_000, Self.seven + 1_920_000], "each by its own laps")
  }

  @Test func `whose device had no time yet in its first lap has those of the others`() throws {
    let early = "<Lap StartTime=\"1989-12-31T00:00:00Z\"><TotalTimeSeconds>60</TotalTimeSeconds></Lap>"
    let unsaid = "<Lap><TotalTimeSeconds>30</TotalTimeSeconds><DistanceMeters>50</DistanceMeters></Lap>"
    let run = try Self.activity(early + unsaid + Self.lap(minute: 1, seconds: "100", metres: "300"))
    #expect(run.start == Self.seven + 60_000 && run.end == run.start + 100_000)
    #expect(run.seconds == 100 && run.metres == 350, "no more time than passed")
    #expect(throws: ImportRefusal.noTimes) { try Self.activity(early + unsaid) }
  }

  @Test(arguments: ["-1", "many", "", "1e9", "NaN", "100000001"])
  func `with a lap that cannot be is refused`(value: String) {
    for lap in [
      Self.lap(minute: 0, seconds: value, metres: "1"), Self.lap(minute: 0, seconds: "1", metres: value),
    ] {
      #expect(Self.read("<Activity Sport=\"Running\">\(lap)</Activity>").refusal?.code == "number-impossible")
    }
  }

  @Test func `with a point that cannot be says which one`() {
    let points = [Self.outdoors(minute: 0, north: 48), Self.outdoors(minute: 1, north: 91)]
    let lap = Self.lap(minute: 0, seconds: "60", metres: "1", "<Track>\(points.joined())</Track>")
    let refusal = Self.read("<Activity Sport=\"Running\">\(lap)</Activity>").refusal
    #expect(refusal?.code == "place-impossible" && refusal?.detail.hasPrefix("Point 2 ") == true)
    let timeless = lap.replacing("2026-04-11T07:01:00Z</Time>", with: "soon</Time>").replacing("91.0", with: "48.1")
    #expect(Self.read("<Activity Sport=\"Running\">\(timeless)</Activity>").refusal?.code == "time-impossible")
  }

  @Test func `that plans something is no activity`() {
    let lap = Self.lap(minute: 0, seconds: "60", metres: "100")
    for (folder, name) in [("Courses", "Course"), ("Workouts", "Workout"), ("Folders", "Activity")] {
      let file = "<TrainingCenterDatabase><\(folder)><\(name)>\(lap)</\(name)></\(folder)></TrainingCenterDatabase>"
      #expect(ImportSamples.read(file).refusal?.code == "no-track")
    }
  }
}
