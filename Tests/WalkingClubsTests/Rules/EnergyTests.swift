import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `The energy of an activity` {
  private static let man = BodyFigures(weight: 80, height: 180, sex: .male)
  private static let woman = BodyFigures(weight: 60, height: 165, sex: .female)

  private static func energy(_ body: BodyFigures, _ change: (inout Activity) -> Void) -> Energy? {
    Energy(of: .walk(change), body)
  }

  @Test func `is MET times weight times hours by the speed, and one MET less beyond rest`() throws {
    // 2,400 m in half an hour are 2.98 miles an hour: 3.5 MET.
    let walk = try #require(Self.energy(Self.man) { $0.metres = 2_400 })
    #expect(walk.gross == 3.5 * 80 * 0.5 && walk.active == 2.5 * 80 * 0.5 && walk.formula == .speed)
    let speeds: [(Double, Double)] = [
      (0.5, 2.0), (0.9, 2.8), (1.12, 3.0), (1.26, 3.5), (1.57, 4.3), (1.79, 5.0), (2.02, 7.0), (2.24, 8.3),
    ]
    for (speed, met) in speeds { #expect(METTable.met(.walk, speed: speed) == met, "\(speed)") }
    #expect(METTable.met(.walk, speed: 1.25) == 3.0, "below 2.8 miles an hour")
    #expect(METTable.met(.run, speed: 2.7) == 9.8 && METTable.met(.ride, speed: 5) == 6.8)
    #expect(METTable.met(.wheelchair, speed: 1) == nil && METTable.edition == "2011")
  }

  @Test func `is reckoned from cadence or step length where nothing has measured the way`() throws {
    let man = try #require(Self.energy(Self.man) { $0.metres = 0 })
    #expect(man.formula == .cadence && abs(man.gross - (0.105 * 100 - 7.065) * 80 * 0.5) < 1e-9)
    let woman = try #require(Self.energy(Self.woman) { ($0.metres, $0.steps) = (0, 3_210) })
    #expect(woman.formula == .cadence && abs(woman.gross - (0.110 * 107 - 8.805) * 60 * 0.5) < 1e-9)
    // 140 steps a minute of 0.747 m are 1.743 m/s, 3.9 miles an hour: 4.3 MET.
    let fast = try #require(Self.energy(Self.man) { ($0.metres, $0.steps) = (0, 4_200) })
    #expect(fast.formula == .stepLength && fast.gross == 4.3 * 80 * 0.5)
    // 60 steps a minute of 0.413 × 1.65 m are 0.68 m/s.
    let slow = try #require(Self.energy(Self.woman) { ($0.metres, $0.steps) = (0, 1_800) })
    #expect(slow.formula == .stepLength && slow.gross == 2.0 * 60 * 0.5)
  }

  @Test func `is not told where what it follows from is not known`() {
    #expect(Self.energy(BodyFigures(weight: nil, height: 180, sex: .male)) { _ in } == nil)
    #expect(Self.energy(BodyFigures(weight: 80, height: 180, sex: nil)) { $0.metres = 0 } == nil)
    #expect(Self.energy(BodyFigures(weight: 80, height: nil, sex: .male)) { ($0.metres, $0.steps) = (0, 4_200) } == nil)
    #expect(Self.energy(Self.man) { ($0.kind, $0.metres) = (.wheelchair, 2_000) } == nil)
    #expect(DaySession([.walk { $0.suspect = ["speed"] }], .sample(body: Self.man)).energy == nil)
  }
}
