import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A file of FIT` {
  private static let now: Int64 = 1_790_000_000_000
  /// 2026-04-11T07:00:00Z in seconds since 1989-12-31, from which FIT counts, and in milliseconds since 1970.
  private static let (begin, seven): (UInt64, Int64) = (1_144_825_200, 1_775_890_800_000)
  private static let none: UInt64 = 0xFFFF_FFFF

  /// A file with the message that says that it is an activity, and what a test wants behind it.
  private static func file(_ write: (inout FITSample) -> Void) -> [UInt8] {
    var sample = FITSample()
    sample.define(0, 0, [(0, 1)])
    sample.add(0, [(1, 4)])
    write(&sample)
    return sample.file
  }

  private static func activity(_ write: (inout FITSample) -> Void) throws -> Activity {
    let outcome = ImportSamples.read(file(write))
    return try #require(outcome.tracks.first, "\(outcome.refusal?.code ?? "nothing")").activity(or: .walk, now: now)
  }

  /// A session: seconds from the begin, how long, how long by the timer, centimetres, cycles, sport.
  private static func session(
    _ sample: inout FITSample, from start: UInt64 = 0, elapsed: UInt64, timer: UInt64, distance: UInt64,
    cycles: UInt64 = Self.none, sport: UInt64
  ) {
    sample.define(2, 18, [(2, 4), (7, 4), (8, 4), (9, 4), (10, 4), (5, 1)])
    sample.add(
      2,
      [
        (4, begin + start), (4, elapsed * 1_000), (4, timer == none ? none : timer * 1_000), (4, distance), (4, cycles),
        (1, sport),
      ])
  }

  private static func semicircles(_ degrees: Double) -> UInt64 {
    UInt64(UInt32(bitPattern: Int32(degrees / 180 * 2_147_483_648)))
  }

  @Test(
    arguments: [
      (1, Activity.Kind.run), (2, .ride), (5, .swim), (11, .walk), (17, .walk), (65, .wheelchair), (66, .wheelchair),
      (22, .other), (0, .other), (4, .other), (255, .walk),
    ] as [(UInt64, Activity.Kind)])
  func `is of the sport of its session`(sport: UInt64, kind: Activity.Kind) throws {
    let found = try Self.activity { Self.session(&$0, elapsed: 60, timer: 60, distance: 100, sport: sport) }
    #expect(found.kind == kind, "255 says nothing")
  }

  @Test func `of several sessions adds them up, and is of their sport where it is one`() throws {
    func sessions(_ sports: [UInt64]) throws -> Activity {
      try Self.activity { sample in
        for (index, sport) in sports.enumerated() {
          Self.session(
            &sample, from: UInt64(index) * 1_000, elapsed: 900, timer: 800, distance: 150_000, cycles: 500, sport: sport
          )
        }
      }
    }
    let run = try sessions([1, 1, 1])
    #expect(run.kind == .run && run.metres == 4_500 && run.seconds == 2_400 && run.steps == 3_000)
    #expect(run.start == Self.seven && run.end == Self.seven + 2_900_000)
    let mixed = try sessions([1, 2])
    #expect(mixed.kind == .other && mixed.metres == 3_000 && mixed.steps == 0, "turns of pedals among strides")
    #expect(try sessions([1, 2, 1]).kind == .other)
  }

  @Test func `has what stands for nothing as nothing`() throws {
    let run = try Self.activity { sample in
      sample.define(1, 20, [(253, 4), (0, 4), (1, 4), (5, 4)])
      let places: [(UInt64, UInt64, UInt64)] = [
        (0, Self.semicircles(48), 0), (60, 0x7FFF_FFFF, 10_000), (120, Self.semicircles(48.001), Self.none),
      ]
      for (second, north, distance) in places {
        sample.add(1, [(4, Self.begin + second), (4, north), (4, Self.semicircles(11)), (4, distance)])
      }
      Self.session(&sample, elapsed: 120, timer: Self.none, distance: Self.none, sport: 1)
    }
    #expect(abs(run.metres - 111.195) < 0.05 && run.seconds == 120, "by the points, the second of which has no place")
    #expect(run.steps == 0 && run.end == Self.seven + 120_000)
  }

  @Test func `without places has the way of its sessions, or else that of its last record`() throws {
    func swim(_ distance: UInt64) throws -> Activity {
      try Self.activity { sample in
        sample.define(1, 20, [(253, 4), (5, 4)])
        for (second, way) in [(0, 0), (300, 40_000), (600, 75_000)] as [(UInt64, UInt64)] {
          sample.add(1, [(4, Self.begin + second), (4, way)])
        }
        Self.session(&sample, elapsed: 620, timer: 500, distance: distance, sport: 5)
      }
    }
    let (said, recorded) = (try swim(77_500), try swim(Self.none))
    #expect(said.metres == 775 && said.seconds == 500 && said.end == Self.seven + 620_000)
    #expect(recorded.metres == 750 && recorded.kind == .swim && recorded.evidence == .device)
  }

  @Test func `of a device whose clock was not set at first has the times that can be`() throws {
    let walk = try Self.activity { sample in
      sample.define(1, 20, [(253, 4), (5, 4)])
      for (time, way) in [(40, 0), (Self.begin, 0), (Self.begin + 90, 20_000)] as [(UInt64, UInt64)] {
        sample.add(1, [(4, time), (4, way)])
      }
    }
    #expect(walk.start == Self.seven && walk.end == Self.seven + 90_000 && walk.metres == 200)
  }

  @Test func `has times in five bits that go on from the time before, for an hour`() throws {
    var numbers = SplitMix64(state: 9)
    var time = Self.begin
    let walk = try Self.activity { sample in
      sample.define(1, 20, [(253, 4), (5, 4)])
      sample.add(1, [(4, time), (4, 0)])
      sample.define(1, 20, [(5, 4)])
      for _ in 0..<230 {
        time += UInt64.random(in: 0...31, using: &numbers)
        sample.add(0x80 | 1 << 5 | UInt8(time & 0x1F), [(4, (time - Self.begin) * 100)])
      }
    }
    #expect(walk.end - walk.start == Int64(time - Self.begin) * 1_000 && walk.metres == Double(time - Self.begin))
    #expect(walk.metres > 3_000)
  }

  @Test func `is refused where a place is none, naming the point`() {
    let file = Self.file { sample in
      sample.define(1, 20, [(253, 4), (0, 4), (1, 4)])
      for north in [89.9, 90.1] {
        sample.add(1, [(4, Self.begin), (4, Self.semicircles(north)), (4, Self.semicircles(-179.9))])
      }
    }
    let refusal = ImportSamples.read(file).refusal
    #expect(refusal?.code == "place-impossible" && refusal?.detail.hasPrefix("Point 2 ") == true)
  }

  @Test func `may hold messages, fields and sizes that are not known, and none at all`() throws {
    let walk = try Self.activity { sample in
      sample.define(5, 0xFF00, [(1, 8), (2, 3), (3, 200)], developer: [(0, 7), (1, 0)])
      sample.add(5, [], more: [UInt8](repeating: 0xAB, count: 8 + 3 + 200 + 7))
      sample.define(6, 21, [])
      for _ in 0..<3 { sample.add(6, []) }
      // The distance in two bytes and the cycles in eight are passed over or read as they are.
      sample.define(15, 18, [(2, 4), (7, 4), (9, 2), (10, 8), (5, 1)])
      sample.add(15, [(4, Self.begin), (4, 5_000), (2, 1_234), (8, 99), (1, 11)])
    }
    #expect(walk.kind == .walk && walk.metres == 12.34 && walk.steps == 0 && walk.end == Self.seven + 5_000)
  }

  @Test func `that follows another one is read by itself: the first stays where the second is damaged`() {
    let (first, second) = (FITSample.walk().file, FITSample.walk(sport: 2).file)
    var damaged = second
    damaged[40] ^= 0xFF
    let outcome = ImportSamples.read(first + damaged, pieces: 7)
    #expect(outcome.tracks.map(\.kind) == [.walk] && outcome.refusal != nil)
    let bare = Self.file { _ in }
    let both = ImportSamples.read(second + bare)
    #expect(both.tracks.count == 2 && both.tracks[1].deviceMetres == nil, "nothing of the first is left in the second")
  }

  @Test func `is malformed with another order of bytes, an odd header, or a message behind its end`() {
    func code(_ change: (inout [UInt8]) -> Void) -> String? {
      var file = FITSample.walk().file
      change(&file)
      return ImportSamples.read(file).refusal?.code
    }
    // Behind the header of 14 bytes comes a definition: its head, a byte that is kept free, the order.
    #expect(code { $0[16] = 2 } == "fit-malformed")
    #expect(code { $0[0] = 13 } == "fit-malformed")
    #expect(code { $0[4] -= 1 } == "fit-malformed")
    #expect(code { $0.append(0) } == "fit-malformed" && code { $0.append(14) } == "file-cut")
  }
}
