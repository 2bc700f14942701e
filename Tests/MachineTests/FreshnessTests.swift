import FieldhouseMachine
import Testing

/// A memory whose time a test says, in milliseconds.
private final class Memory {
  private let start = ContinuousClock.now
  private var freshness = Freshness()

  func asks(at time: Int) -> Bool { freshness.asksForLook(at: start + .milliseconds(time)) }
  func looked(at time: Int) -> Bool { freshness.looked(at: start + .milliseconds(time)) }
  func gaveUp() { freshness.gaveUp() }
  func distrust() { freshness.distrust() }
}

@Suite("The freshness of a memory")
struct FreshnessTests {
  private let memory = Memory()

  @Test("asks for a look at first, and again when the last one is 200 ms old")
  func age() {
    #expect(memory.asks(at: 0))
    #expect(memory.looked(at: 0))
    #expect(!memory.asks(at: 199))
    #expect(memory.asks(at: 200))
  }

  @Test("lets others go on while somebody looks, until it is 600 ms old")
  func others() {
    #expect(memory.looked(at: 0))
    #expect(memory.asks(at: 200))
    #expect(!memory.asks(at: 201))
    #expect(!memory.asks(at: 599))
    #expect(memory.asks(at: 600))
  }

  @Test("lets nobody go on with what was never looked at")
  func never() {
    #expect(memory.asks(at: 0))
    #expect(memory.asks(at: 0))
  }

  @Test("counts from when a look began, and keeps the later of two")
  func two() {
    #expect(memory.looked(at: 100))
    #expect(!memory.looked(at: 0))
    #expect(!memory.asks(at: 299))
    #expect(memory.asks(at: 300))
  }

  @Test("has the next one look after a look that failed, and after it is distrusted")
  func failures() {
    #expect(memory.looked(at: 0))
    #expect(memory.asks(at: 200))
    memory.gaveUp()
    #expect(memory.asks(at: 201))
    #expect(memory.looked(at: 201))
    memory.distrust()
    #expect(memory.asks(at: 202))
  }
}
