import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A point of a track` {
  /// So many metres to the north of 48°.
  private static func north(_ metres: Double) throws -> Place { try #require(Place(48 + metres / 111_195.0802, 11)) }

  private static func track(_ points: [(metres: Double, time: Int64?)]) throws -> TrackBuilder {
    var track = TrackBuilder()
    for (metres, time) in points { track.add(try north(metres), at: time) }
    return track
  }

  @Test func `is a jump beyond 100 m and 40 m a second, and on both limits not`() throws {
    let cases: [(metres: Double, milliseconds: Int64, isJump: Bool)] = [
      (999.9, 25_000, false), (1_000, 24_990, true), (99.9, 1, false), (101, 1, true), (101, 2_530, false),
      (101, 2_520, true), (999.9, -25_000, false), (1_000, -24_000, true), (39.9, 0, false),
    ]
    for (metres, milliseconds, isJump) in cases {
      let track = try Self.track([(0, 1_000_000), (metres, 1_000_000 + milliseconds)])
      #expect((track.jumps == 1) == isJump, "\(metres) m in \(milliseconds) ms")
      #expect(abs(track.metres - (isJump ? 0 : metres)) < 0.01 && abs(track.rawMetres - metres) < 0.01)
    }
    #expect(try Self.track([(0, nil), (9_000, nil), (18_000, 5)]).jumps == 0, "without times nobody can tell")
  }

  @Test func `counts as moving from 1 km/h on, and never where the time does not go on`() throws {
    // 1 km/h are 2.78 m in ten seconds.
    #expect(try Self.track([(0, 0), (2.79, 10_000)]).movingMilliseconds == 10_000)
    #expect(try Self.track([(0, 0), (2.77, 10_000)]).movingMilliseconds == 0)
    let back = try Self.track([(0, 60_000), (50, 60_000), (90, 40_000), (120, 70_000)])
    #expect(back.movingMilliseconds == 30_000 && back.start == 40_000 && back.end == 70_000)
    #expect(abs(back.metres - 120) < 0.01)
  }

  @Test func `without a time is part of the way all the same`() throws {
    let track = try Self.track([(0, nil), (30, 10_000), (60, nil), (90, 30_000)])
    #expect(track.points == 4 && abs(track.metres - 90) < 0.01)
    #expect(track.start == 10_000 && track.end == 30_000 && track.movingMilliseconds == 0)
    #expect(try Self.track([(0, nil), (30, nil)]).places.isEmpty, "nobody knows when that was")
  }

  @Test func `names the place of its five minutes when it is the first one in them`() throws {
    let track = try Self.track([(0, 0), (1_000, 270_000), (2_000, 300_000), (3_000, 599_000), (0, 900_000)])
    let cells = try [0.0, 2_000].map { try Self.north($0).cell }
    #expect(track.places == [0: cells[0], 1: cells[1], 3: cells[0]])
    #expect(try Self.track([(0, -1)]).places.keys.sorted() == [-1], "before 1970")
  }

  @Test func `that was left out as a jump stands neither in the shape nor in the places`() throws {
    let track = try Self.track([(0, 0), (90_000, 300_000), (100, 600_000)])
    #expect(try track.shape == [0.0, 100].map(Self.north))
    #expect(track.places.keys.sorted() == [0, 2] && track.rawMetres > 170_000)
  }

  @Test func `begins a segment behind a break, to which no way leads and in which no time is gone`() throws {
    var track = try Self.track([(0, 0), (50, 10_000)])
    for _ in 1...2 { track.breakSegment() }
    track.add(try Self.north(80_000), at: 20_000)
    track.add(try Self.north(80_050), at: 30_000)
    #expect(track.segments == 2 && track.jumps == 0 && track.movingMilliseconds == 20_000)
    #expect(abs(track.metres - 100) < 0.01 && track.metres == track.rawMetres)
  }

  @Test func `stands in the shape two metres behind the last one, the first and each far one always`() throws {
    let steps = (0...100).map { (metres: Double($0) * 1.05, time: Int64?.some(Int64($0) * 1_000)) }
    let shape = try Self.track(steps).shape
    #expect(shape.count == 51, "of 101 points a metre apart every second one")
    #expect(try shape.first == Self.north(0))
  }
}
