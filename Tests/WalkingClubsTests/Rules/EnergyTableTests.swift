import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `The table of energy` {
  private static let mile = 0.44704

  /// Ainsworth et al., 2011 Compendium of Physical Activities: speed in miles an hour, MET. 17151, 17152, 17170, 17190, 17200,
  /// 17220, 17230, 17231.
  private static let walking = [
    (2.0, 2.8), (2.5, 3.0), (2.8, 3.5), (3.5, 4.3), (4.0, 5.0), (4.5, 7.0), (5.0, 8.3),
  ]
  /// 12030 to 12135; 12029 stands for what is slower.
  private static let running = [
    (5.0, 8.3), (5.2, 9.0), (6.0, 9.8), (6.7, 10.5), (7.0, 11.0), (7.5, 11.5), (8.0, 11.8), (8.6, 12.3), (9.0, 12.8),
    (10.0, 14.5), (11.0, 16.0), (12.0, 19.0), (13.0, 19.8), (14.0, 23.0),
  ]
  /// 01020 to 01060; 01010 stands for what is slower.
  private static let riding = [(10.0, 6.8), (12.0, 8.0), (14.0, 10.0), (16.0, 12.0), (20.0, 15.8)]

  @Test(arguments: [
    (Activity.Kind.walk, 2.0, walking), (.run, 6.0, running), (.ride, 4.0, riding),
  ])
  func `has the values of the compendium, each from its speed on`(
    kind: Activity.Kind, slowest: Double, values: [(Double, Double)]
  ) {
    #expect(METTable.met(kind, speed: 0) == slowest)
    var below = slowest
    for (speed, met) in values {
      #expect(METTable.met(kind, speed: speed * Self.mile - 0.0001) == below, "below \(speed) miles an hour")
      #expect(METTable.met(kind, speed: speed * Self.mile) == met, "\(speed) miles an hour")
      below = met
    }
    #expect(METTable.met(kind, speed: 50) == below)
  }

  @Test func `has one value for water and none for wheels that somebody pushes`() {
    #expect(METTable.met(.swim, speed: 0) == 5.8 && METTable.met(.swim, speed: 2) == 5.8)
    #expect(METTable.met(.wheelchair, speed: 2) == nil && METTable.met(.other, speed: 2) == nil)
  }
}

@Suite struct `Energy that nothing has measured the way of` {
  private static let man = BodyFigures(weight: 100, height: 180, sex: .male)
  private static let woman = BodyFigures(weight: 50, height: 160, sex: .female)

  /// An hour of so many steps a minute.
  private static func hour(
    _ body: BodyFigures, _ cadence: Int, _ kind: Activity.Kind = .walk, metres: Double = 0
  ) -> Energy? {
    Energy(
      of: .walk {
        ($0.kind, $0.seconds, $0.end) = (kind, 3_600, $0.start + 3_600_000)
        ($0.steps, $0.metres) = (cadence * 60, metres)
      }, body)
  }

  @Test(arguments: [(89, Energy.Formula.stepLength), (90, .cadence), (130, .cadence), (131, .stepLength)])
  func `follows from the cadence from 90 to 130 steps a minute, and else from the length of a step`(
    cadence: Int, formula: Energy.Formula
  ) {
    #expect(Self.hour(Self.man, cadence)?.formula == formula)
  }

  @Test func `is what the formulas say`() throws {
    // 0.105 · 96 − 7.065 = 3.015 MET: 3 MET are about 96 steps a minute of a man, and 107 of a woman: 0.110 · 107 − 8.805 = 2.965.
    let man = try #require(Self.hour(Self.man, 96))
    #expect(abs(man.gross - 301.5) < 1e-9 && abs(man.active - 201.5) < 1e-9)
    let woman = try #require(Self.hour(Self.woman, 107))
    #expect(abs(woman.gross - 148.25) < 1e-9 && abs(woman.active - 98.25) < 1e-9)
    // 0.415 · 1.80 m · 80 a minute are 0.996 m/s, 2.23 miles an hour; 0.413 · 1.60 m · 140 are 1.542 m/s, 3.45 miles an hour.
    #expect(Self.hour(Self.man, 80)?.gross == 280 && Self.hour(Self.woman, 140)?.gross == 175)
    // Running goes by the length of a step at every cadence: 0.747 m · 120 are 1.494 m/s, slower than 5 miles an hour.
    let run = try #require(Self.hour(Self.man, 120, .run))
    #expect(run.formula == .stepLength && run.gross == 600 && run.active == 500)
  }

  @Test func `is by the speed for whatever the way was measured of, and never less than a body at rest uses`() throws {
    let slow = try #require(Self.hour(Self.man, 100, metres: 1))
    #expect(slow.formula == .speed && slow.gross == 200 && slow.active == 100)
    // A woman's 90 steps a minute are 1.095 MET.
    let rest = try #require(Self.hour(Self.woman, 90))
    #expect(abs(rest.active - 0.095 * 50) < 1e-9)
    let swim = try #require(Self.hour(Self.woman, 0, .swim))
    #expect(swim.formula == .speed && abs(swim.gross - 290) < 1e-9)
    for kind in [Activity.Kind.ride, .wheelchair, .other] { #expect(Self.hour(Self.man, 100, kind) == nil, "\(kind)") }
    #expect(Self.hour(Self.man, 0) == nil, "neither way nor steps")
  }

  @Test func `of a day adds up what can be reckoned, and nothing that cannot have been`() throws {
    let start: Int64 = 1_000_000_000_000
    let activities: [Activity] = [
      .walk("walk", start: start) { $0.metres = 2_400 },
      .walk("wheels", start: start + 2_000_000) { ($0.kind, $0.steps, $0.pushes) = (.wheelchair, 0, 2_000) },
      .walk("run", start: start + 4_000_000) { ($0.kind, $0.metres) = (.run, 4_100) },
      .walk("jump", start: start + 6_000_000) { $0.suspect = ["jump"] },
      .walk("late", start: start + 8_000_000) { ($0.metres, $0.received) = (2_400, Int64.max / 4) },
    ]
    let day = DaySession(activities, .sample(body: BodyFigures(weight: 80), end: start + 80_000_000))
    // Half an hour each: 3.5 MET, 8.3 MET at 5.1 miles an hour, and 3.5 MET of what came too late to count.
    let energy = try #require(day.energy)
    #expect(abs(energy.gross - (3.5 + 8.3 + 3.5) * 40) < 1e-9 && abs(energy.active - (2.5 + 7.3 + 2.5) * 40) < 1e-9)
    #expect(day.lines.map { $0.energy == nil } == [false, true, false, true, false])
    #expect(day.pushes == 2_000 && day.metres == 2_400 + 2_250 + 4_100 + 2_400)
    #expect(DaySession([.walk()], .sample()).energy == nil, "nobody has told a weight")
  }
}
