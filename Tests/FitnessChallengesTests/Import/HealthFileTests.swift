import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `An export of Apple Health` {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 11 > "quoted -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    ]>
    """

  private static func record(_ type: String, _ value: String, unit: String = "count", inside: String = "") -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Ada’s Watch" unit="\(unit)" startDate="2026-04-11 09:00:00 +0200" \
    endDate="2026-04-11 09:05:00 +0200" value="\(value)">\(inside)</Record>
    """
  }

  private static func export(_ inside: String) -> String {
    "\(head)<HealthData locale=\"de_DE\">\(inside)</HealthData>"
  }

  @Test func `has steps, pushes and distances in metres, and says what was entered by hand`() {
    let outcome = ImportSamples.read(
      Self.export(
        """
        \(Self.record("StepCount", "500"))\(Self.record("DistanceWalkingRunning", "0.5", unit: "mi"))
        \(Self.record("HeartRate", "80"))\(Self.record("PushCount", "40"))
        \(Self.record("StepCount", "9000", inside: "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"))
        <Correlation>\(Self.record("StepCount", "500"))</Correlation>
        """))
    let samples = outcome.findings.samples
    #expect(outcome.refusal == nil && samples.map(\.value) == [500, 804.672, 40, 9_000])
    #expect(samples.map(\.measure) == [.steps, .metres, .pushes, .steps])
    #expect(samples.map(\.isSaid) == [false, false, false, true])
    #expect(samples[0].source == "Ada’s Watch" && samples[0].start == 1_775_890_800_000)
    #expect(samples[0].end == samples[0].start + 300_000)
  }

  @Test func `has workouts of old and new exports, with their routes`() throws {
    func workout(_ attributes: String, _ inside: String) -> String {
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="4.5" durationUnit="min" \(attributes) \
      startDate="2026-04-11 09:00:00 +0200" endDate="2026-04-11 09:05:00 +0200">\(inside)</Workout>
      """
    }
    let places = (0...3).map { number in
      #"<Location date="2026-04-11 09:00:\#(number)0 +0200" latitude="\#(48 + Double(number) * 0.0001)" longitude="11"/>"#
    }
    let statistics = """
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="0.4" unit="km"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="480" unit="count"/>
      """
    let outcome = ImportSamples.read(
      Self.export(
        """
        \(workout("totalDistance=\"0.3\" totalDistanceUnit=\"km\"", "<WorkoutRoute>\(places.joined())</WorkoutRoute>"))
        \(workout("", statistics))\(workout("", "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"))
        """))
    let kept = try outcome.tracks.map { try $0.activity(or: .other, now: 1_790_000_000_000) }
    #expect(outcome.refusal == nil && kept.map(\.kind) == [.walk, .walk, .walk])
    #expect(abs(kept[0].metres - 3 * 11.1195) < 0.01 && outcome.tracks[0].deviceMetres == 300)
    #expect(kept[1].metres == 400 && kept[1].steps == 480 && kept[1].seconds == 270)
    #expect(kept.map(\.evidence) == [.device, .device, .said])
  }

  @Test func `with a value that cannot be is refused`() {
    for (value, unit) in [("-1", "count"), ("many", "count"), ("NaN", "count"), ("1e99", "count")] {
      #expect(
        ImportSamples.read(Self.export(Self.record("StepCount", value, unit: unit))).refusal?.code
          == "record-impossible")
    }
    let miles = Self.export(Self.record("DistanceWalkingRunning", "1", unit: "furlong"))
    #expect(ImportSamples.read(miles).refusal?.code == "unit-unknown")
    #expect(ImportSamples.read(Self.export("")).refusal?.code == "no-track")
  }

  @Test(arguments: [false, true])
  func `in an archive is unpacked as it comes, whatever stands beside it`(isStreamed: Bool) {
    let zip = isStreamed ? ImportSamples.streamedZip : ImportSamples.zip
    for pieces in [1, 13, 1 << 20] {
      let outcome = ImportSamples.read(zip, pieces: pieces)
      #expect(outcome.refusal == nil && outcome.findings.refusals.isEmpty, "\(outcome)")
      #expect(outcome.findings.samples.map(\.value).reduce(0, +) == 3_435)
      #expect(outcome.tracks.map(\.title) == ["Route"])
    }
  }
}
