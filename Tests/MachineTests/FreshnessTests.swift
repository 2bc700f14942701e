import FieldhouseMachine
import Testing

@Suite("The freshness of a memory")
struct FreshnessTests {
  private let start = ContinuousClock.now

  private func later(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test("asks for a look at first, and again when the last one is 200 ms old")
  func age() {
    var freshness = Freshness()
    #expect(freshness.asksForLook(at: start))
    freshness.looked(at: start)
    #expect(!freshness.asksForLook(at: later(199)))
    #expect(freshness.asksForLook(at: later(200)))
  }

  @Test("lets others go on while somebody looks, until it is 600 ms old")
  func others() {
    var freshness = Freshness()
    freshness.looked(at: start)
    #expect(freshness.asksForLook(at: later(200)))
    #expect(!freshness.asksForLook(at: later(201)))
    #expect(!freshness.asksForLook(at: later(599)))
    #expect(freshness.asksForLook(at: later(600)))
  }

  @Test("lets nobody go on with what was never looked at")
  func never() {
    var freshness = Freshness()
    #expect(freshness.asksForLook(at: start))
    #expect(freshness.asksForLook(at: start))
  }

  @Test("counts from when a look began, and keeps the later of two")
  func two() {
    var freshness = Freshness()
    #expect(freshness.looked(at: later(100)))
    #expect(!freshness.looked(at: start))
    #expect(!freshness.asksForLook(at: later(299)))
    #expect(freshness.asksForLook(at: later(300)))
  }

  @Test("has the next one look after a look that failed, and after it is distrusted")
  func failures() {
    var freshness = Freshness()
    freshness.looked(at: start)
    #expect(freshness.asksForLook(at: later(200)))
    freshness.gaveUp()
    #expect(freshness.asksForLook(at: later(201)))
    freshness.looked(at: later(201))
    freshness.distrust()
    #expect(freshness.asksForLook(at: later(202)))
  }
}
