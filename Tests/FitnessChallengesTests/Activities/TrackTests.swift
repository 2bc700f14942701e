import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A track` {
  /// So many points to the north, 0.0001° (11.12 m) and 10 s apart.
  private func north(_ count: Int, from latitude: Double = 48, at time: Int64 = 1_000_000) throws -> [(Place, Int64)] {
    try (0..<count).map { (try #require(Place(latitude + Double($0) * 0.0001, 11)), time + Int64($0) * 10_000) }
  }

  @Test func `is as long as the great circles between its points, which are on the earth`() throws {
    let (paris, berlin) = (try #require(Place(48.8566, 2.3522)), try #require(Place(52.52, 13.405)))
    #expect(abs(paris.metres(to: berlin) - 877_464.6) < 1)
    #expect(try #require(Place(0, 0)).metres(to: try #require(Place(0, 180))) > 20_015_000)
    for (latitude, longitude) in [(90.01, 0), (-91, 0), (0, 180.5), (0, -181), (Double.nan, 0), (0, .infinity)] {
      #expect(Place(latitude, longitude) == nil)
    }
  }

  @Test func `does not join its segments, and counts only time in which somebody moves`() throws {
    var track = TrackBuilder()
    for (place, time) in try north(11) { track.add(place, at: time) }
    track.breakSegment()
    for (place, time) in try north(11, from: 48.01, at: 2_000_000) { track.add(place, at: time) }
    #expect(track.segments == 2 && track.points == 22)
    #expect(abs(track.metres - 2 * 111.195) < 0.01 && track.metres == track.rawMetres)
    #expect(track.movingMilliseconds == 200_000)
    var standing = TrackBuilder()
    for number in 0..<10 { standing.add(try #require(Place(48, 11)), at: Int64(number) * 10_000) }
    #expect(standing.movingMilliseconds == 0 && standing.start == 0 && standing.end == 90_000)
  }

  @Test func `leaves out where the receiver jumps, and goes on elsewhere without a line after six points there`() throws
  {
    var track = TrackBuilder()
    for (index, (place, time)) in try north(20).enumerated() {
      track.add(index == 9 ? try #require(Place(49, 11)) : place, at: time)
    }
    #expect(track.jumps == 1 && abs(track.metres - 19 * 11.1195) < 0.01 && track.rawMetres > 200_000)
    for (place, time) in try north(20, from: 55, at: 1_200_000) { track.add(place, at: time) }
    #expect(track.jumps == 7 && abs(track.metres - (19 + 14) * 11.1195) < 0.01)
  }

  @Test func `that is long is kept as coarsely as there is room, and in cells of about 500 m for five minutes each`()
    throws
  {
    var track = TrackBuilder()
    for (place, time) in try north(50_000) { track.add(place, at: time) }
    #expect(track.shape.count <= 2_000 && track.shape.count > 900)
    #expect(track.places.count == 50_000 * 10_000 / 300_000 + 1)
    #expect(try #require(Place(48.0001, 11.0001)).cell == Place(48.0002, 11.0002)?.cell)
    #expect(Place(48, 11)?.cell != Place(48.005, 11)?.cell && Place(48, 11)?.cell != Place(48, 11.008)?.cell)
    #expect(Place(90, 180)?.cell != nil && Place(-90, -180)?.cell == "0-0")
  }

  @Test(.tags(.pl71))
  func `is shown without its first and last 200 m, also when it comes back there, in at most 500 points`() throws {
    let shape = try north(200).map(\.0)
    let shown = RouteShape.shown(shape)
    let (start, end) = (try #require(shape.first), try #require(shape.last))
    #expect(shown.count == 2, "a straight line has two points")
    #expect(shown.allSatisfy { start.metres(to: $0) >= 200 && end.metres(to: $0) >= 200 })
    #expect(try #require(shown.first).metres(to: start) < 212, "and no more than that is hidden")
    #expect(RouteShape.shown(try north(36).map(\.0)).isEmpty, "400 m are wholly hidden")
    #expect(RouteShape.shown([]).isEmpty && RouteShape.shown([start]).isEmpty)
    let yard = (0..<400).compactMap { Place(48 + ($0 % 2 == 0 ? 0.0005 : 0), 11) }
    #expect(RouteShape.shown(yard).isEmpty, "who walks around the house shows nothing")
    var numbers = SplitMix64(state: 7)
    let wild = (0..<2_000).compactMap {
      Place(48 + Double($0) * 0.0002, 11 + Double.random(in: 0...0.01, using: &numbers))
    }
    #expect((2...500).contains(RouteShape.shown(wild).count))
  }

  @Test(arguments: [
    (Activity.Kind.walk, 4.36), (.run, 7.29), (.wheelchair, 9.05), (.ride, 15.78), (.swim, 2.40),
  ])
  func `faster than the world's best is marked, as fast is not`(kind: Activity.Kind, speed: Double) {
    var activity = Activity(
      id: "a", kind: kind, source: .gps, evidence: .track, start: 0, end: 1_000_000, seconds: 1_000,
      metres: speed * 1_000, received: 1_000_000)
    #expect(Plausibility.codes(of: activity, hasJumps: false) == [])
    activity.metres += 1
    #expect(Plausibility.codes(of: activity, hasJumps: false) == ["speed"])
    #expect(Plausibility.codes(of: activity, hasJumps: true) == ["speed", "jump"])
  }

  @Test func `more steps than legs can take and a clock that is ahead are marked, on the limit not`() {
    var walk = Activity(
      id: "a", kind: .walk, source: .device, evidence: .device, start: 0, end: 100_000, seconds: 100, steps: 400,
      received: 100_000)
    #expect(Plausibility.codes(of: walk, hasJumps: false) == [])
    walk.steps = 401
    #expect(Plausibility.codes(of: walk, hasJumps: false) == ["cadence"])
    (walk.kind, walk.steps) = (.run, 500)
    #expect(Plausibility.codes(of: walk, hasJumps: false) == [])
    walk.steps = 501
    #expect(Plausibility.codes(of: walk, hasJumps: false) == ["cadence"])
    (walk.steps, walk.received) = (100, walk.end - 120_000)
    #expect(Plausibility.codes(of: walk, hasJumps: false) == [])
    walk.received -= 1
    #expect(Plausibility.codes(of: walk, hasJumps: false) == ["clock-ahead"])
  }
}
