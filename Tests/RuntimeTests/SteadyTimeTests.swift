import FieldhouseKit
import Foundation
import Synchronization
import Testing

@testable import FieldhouseRuntime

@Suite("A time that never runs back")
struct SteadyTimeTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)

  /// What is read while the clock says so many seconds and so many have really passed.
  private func read(_ readings: [(wall: Double, passed: Double)]) -> (times: [Double], SteadyTime) {
    var time = SteadyTime()
    let times = readings.map { wall, passed in
      time.read(wall: Self.start + wall, monotonic: passed).timeIntervalSince(Self.start)
    }
    return (times, time)
  }

  @Test func `is the clock's as long as that is right`() {
    let (times, time) = read([(0, 0), (1, 1), (1, 1), (60, 60), (3_600, 3_600)])
    #expect(times == [0, 1, 1, 60, 3_600])
    #expect(time.jump == nil)
    #expect(time.lead == 0)
  }

  @Test func `follows a clock that is put forward at once`() {
    let (times, time) = read([(0, 0), (10, 10), (7_220, 20), (7_230, 30)])
    #expect(times == [0, 10, 7_220, 7_230])
    #expect(time.jump == .init(seconds: 7_200, at: Self.start + 7_220))
    #expect(time.lead == 0)
  }

  @Test func `goes on at half the speed when the clock is set back, until they meet`() {
    let (times, time) = read([
      (0, 0), (10, 10), (-7_180, 20), (-7_170, 30), (-3_590, 3_610), (7_200, 14_400), (7_210, 14_410),
    ])
    #expect(times[2] == 15)
    #expect(times[3] == 20)
    #expect(times[4] == 1_810)
    #expect(times[5] == 7_205)
    #expect(times[6] == 7_210)
    #expect(time.jump?.seconds == -7_200)
    #expect(time.lead == 0)
  }

  @Test func `tells how far ahead it is`() {
    let (_, time) = read([(0, 0), (10, 10), (-7_180, 20)])
    #expect(time.lead == 7_195)
  }

  @Test func `takes a clock that comes back by itself`() {
    let (times, time) = read([(0, 0), (7_210, 10), (20, 20), (30, 30), (7_240, 40)])
    #expect(times == [0, 7_210, 7_215, 7_220, 7_240])
    #expect(time.lead == 0)
  }

  @Test(arguments: [0.0, 1, -1, 4.9, -4.9])
  func `small corrections are nobody's concern`(_ off: Double) {
    let (times, time) = read([(0, 0), (10 + off, 10), (20 + off, 20)])
    #expect(time.jump == nil)
    #expect(times == times.sorted())
  }

  @Test func `never runs back, whatever the clock does`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var time = SteadyTime()
      var (wall, passed, last) = (0.0, 0.0, -Double.infinity)
      for _ in 0..<200 {
        let step = Double.random(in: 0...100, using: &random)
        passed += step
        wall += step + (Int.random(in: 0..<10, using: &random) == 0 ? Double.random(in: -9_000...9_000) : 0)
        let now = time.read(wall: Self.start + wall, monotonic: passed).timeIntervalSince(Self.start)
        #expect(now >= last)
        #expect(now + 0.000_001 >= wall)
        last = now
      }
    }
  }
}

@Suite("The machine's clock")
struct SystemClockTests {
  /// A clock that a test sets.
  private final class Setting: Sendable {
    let state = Mutex((wall: 0.0, passed: 0.0))

    func pass(_ seconds: Double) { state.withLock { $0 = ($0.wall + seconds, $0.passed + seconds) } }
    func set(by seconds: Double) { state.withLock { $0.wall += seconds } }

    var clock: SystemClock {
      SystemClock(
        wall: { self.state.withLock { Date(timeIntervalSince1970: $0.wall) } },
        monotonic: { self.state.withLock { $0.passed } })
    }
  }

  @Test func `is fine until somebody sets it`() {
    let setting = Setting()
    let clock = setting.clock
    #expect(clock.health == .ok)
    setting.pass(100)
    #expect(clock.health == .ok)
    #expect(clock.now == Date(timeIntervalSince1970: 100))
    #expect(!clock.isSimulated)
  }

  @Test func `says for an hour that it was put forward`() {
    let setting = Setting()
    let clock = setting.clock
    _ = clock.now
    setting.set(by: 7_200)
    #expect(clock.health.state == .ok)
    #expect(clock.health.reason == "The machine's clock jumped by 7200 s.")
    setting.pass(3_599)
    #expect(!clock.health.reason.isEmpty)
    setting.pass(2)
    #expect(clock.health == .ok)
  }

  @Test func `is degraded after it was set back until the host's time has met it`() {
    let setting = Setting()
    let clock = setting.clock
    setting.pass(10_000)
    _ = clock.now
    setting.set(by: -7_200)
    #expect(clock.health.state == .degraded)
    #expect(clock.health.reason.contains("120 min ahead"))
    #expect(clock.now == Date(timeIntervalSince1970: 10_000))
    setting.pass(7_200)
    #expect(clock.health.state == .degraded)
    setting.pass(7_200)
    #expect(clock.health.state == .ok)
    #expect(clock.now == Date(timeIntervalSince1970: 17_200))
  }

  @Test func `goes on by itself for less than a millisecond, then follows what the clock says`() {
    let setting = Setting()
    let clock = setting.clock
    setting.pass(100)
    #expect(clock.now == Date(timeIntervalSince1970: 100))
    setting.set(by: 50)
    setting.state.withLock { $0.passed += 0.000_5 }
    #expect(abs(clock.now.timeIntervalSince1970 - 100.000_5) < 0.000_01)
    setting.state.withLock { $0.passed += 0.000_5 }
    #expect(clock.now == Date(timeIntervalSince1970: 150))
  }

  @Test(arguments: [-0.000_9, -3.0, -7_200.0]) func `never runs back, wherever in that millisecond it is set back`(
    by seconds: Double
  ) {
    for step in [0, 0.000_1, 0.000_5, 0.000_999, 0.001, 0.002] {
      let setting = Setting()
      let clock = setting.clock
      setting.pass(10_000)
      var last = clock.now
      setting.pass(step)
      last = max(last, clock.now)
      setting.set(by: seconds)
      for pause in [0, 0.000_4, 0.000_7, 0.1, 10] {
        setting.pass(pause)
        let now = clock.now
        #expect(now >= last, "\(step) \(pause)")
        last = now
      }
    }
  }

  @Test(arguments: [true, false]) func `does not tell of an instant before the clock was asked`(isSteady: Bool) {
    let time = MomentaryTime()
    time.follow(Date(timeIntervalSinceReferenceDate: 1_000), at: 10, isSteady: true)
    let told = time.time(at: 10.000_9)?.timeIntervalSinceReferenceDate
    #expect(told.map { abs($0 - 1_000.000_9) < 1e-6 } == true)
    // The clock was 0.4 ms slower meanwhile. Somebody who looked at 10.0009 comes only now.
    time.follow(Date(timeIntervalSinceReferenceDate: 1_001.000_6), at: 11.001, isSteady: isSteady)
    for passed in [10.000_9, 11.000_5, 11.000_999] { #expect(time.time(at: passed) == nil) }
    #expect((time.time(at: 11.001) != nil) == isSteady)
    #expect((time.time(at: 11.001_5) != nil) == isSteady)
  }

  @Test func `tells no less than the clock said, however that is rounded`() throws {
    let time = MomentaryTime()
    for step in 0..<10_000 {
      let (seconds, passed) = (8e8 + Double(step) * 0.123_456_7, 1 + Double(step) * 0.000_987_6)
      time.follow(Date(timeIntervalSinceReferenceDate: seconds), at: passed, isSteady: true)
      let told = try #require(time.time(at: passed)).timeIntervalSinceReferenceDate
      #expect(told >= seconds && told - seconds < 1e-6)
    }
  }

  @Test func `never runs back for eight that ask at once`() async {
    let clock = SystemClock()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = Date.distantPast
          return (0..<20_000).allSatisfy { _ in
            defer { last = clock.now }
            return clock.now >= last
          }
        }
      }
      for await isSteady in group { #expect(isSteady) }
    }
  }
}
