import FieldhouseTestSupport
import NIOCore
import Synchronization
import Testing

@testable import FieldhouseHTTP

extension WorkLimit {
  /// Something that does `rate` requests a second, one after the other, and is asked for `offered` at a time.
  fileprivate mutating func work(_ windows: Int, rate: Double, offered: Int) {
    for _ in 0..<windows {
      let running = min(offered, limit)
      let finished = Int(rate / 10)
      close(
        Window(
          length: 0.1, finished: finished, refused: max(0, offered - limit),
          seconds: Double(finished) * Double(running) / rate))
    }
  }

  fileprivate func wait(rate: Double, offered: Int) -> Double { Double(min(offered, limit)) / rate }
}

@Suite struct `How many requests a route works on` {
  /// One after the other at this rate; what 32 clients are used to, and what 1,000 then meet.
  @Test(arguments: [100, 333, 1000, 5000])
  func `is so many that those let in wait at most twice as long as usual, or 30 ms`(rate: Double) {
    var limit = WorkLimit()
    limit.work(300, rate: rate, offered: 32)
    let usual = limit.wait(rate: rate, offered: 32)
    limit.work(20, rate: rate, offered: 1000)
    #expect(limit.wait(rate: rate, offered: 1000) <= max(2 * usual, 0.030))
    limit.work(1000, rate: rate, offered: 1000)
    #expect(limit.wait(rate: rate, offered: 1000) <= max(2 * usual, 0.030))
  }

  @Test func `of 1,000 writers that come at once lets none wait for three seconds`() {
    var limit = WorkLimit()
    #expect(limit.wait(rate: 333, offered: 1000) < 1.6)
    limit.work(WorkLimit.patience, rate: 333, offered: 1000)
    #expect(limit.wait(rate: 333, offered: 1000) < 0.2)
  }

  @Test func `is not limited by one slow moment`() {
    var limit = WorkLimit()
    limit.work(50, rate: 1000, offered: 10)
    for _ in 0..<(WorkLimit.patience - 1) { limit.close(.init(length: 0.1, finished: 1, refused: 0, seconds: 2)) }
    #expect(!limit.isOverloaded)
    limit.work(1, rate: 1000, offered: 10)
    limit.close(.init(length: 0.1, finished: 1, refused: 0, seconds: 2))
    #expect(!limit.isOverloaded)
  }

  @Test func `is free again within two seconds of being quick`() {
    var limit = WorkLimit()
    limit.work(10, rate: 100, offered: 500)
    #expect(limit.isOverloaded)
    limit.work(20, rate: 100, offered: 2)
    #expect(limit.limit == WorkLimit.most)
  }

  /// Requests that wait for somebody else and not for each other.
  @Test(arguments: [0.3, 1, 3]) func `of a route that takes its time for good is not limited for long`(seconds: Double)
  {
    var limit = WorkLimit()
    for _ in 0..<600 {
      let running = min(100, limit.limit)
      let finished = max(1, Int(Double(running) / seconds / 10))
      limit.close(
        .init(length: 0.1, finished: finished, refused: 100 - running, seconds: Double(finished) * seconds))
    }
    #expect(limit.limit >= 100)
  }

  @Test(arguments: 0..<50) func `stays within its bounds whatever is measured`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var limit = WorkLimit()
    for _ in 0..<500 {
      limit.close(
        .init(
          length: Double(random.next(below: 10_000)) / 1000 + 0.001, finished: random.next(below: 10_000),
          refused: random.next(below: 3), seconds: Double(random.next(below: 1_000_000)) / 100))
      #expect((WorkLimit.least...WorkLimit.most).contains(limit.limit))
      #expect(limit.usual >= 0 && limit.usual <= 5)
    }
  }

  @Test func `is not changed by time in which nothing was answered`() {
    var limit = WorkLimit()
    limit.close(.init(length: 60, finished: 0, refused: 9, seconds: 0))
    #expect(limit == WorkLimit())
  }
}

@Suite struct `The gate of a route` {
  @Test func `lets in up to the limit, and operators beyond it`() throws {
    let gate = RouteGate()
    let places = try (0..<WorkLimit.most).map { _ in try gate.enter() }
    #expect(throws: ListenerFault.overloaded) { _ = try gate.enter() }
    let reserved = try gate.enter(isReserved: true)
    (places + [reserved]).forEach { gate.leave($0) }
    gate.leave(try gate.enter())
  }

  @Test func `becomes narrow after slow windows and wide after quick ones`() throws {
    let time = Atomic<Int64>(0)
    let gate = RouteGate { .uptimeNanoseconds(UInt64(time.load(ordering: .relaxed))) }
    func pass(_ count: Int, _ milliseconds: Int64) throws {
      let places = try (0..<count).map { _ in try gate.enter() }
      time.add(milliseconds * 1_000_000, ordering: .relaxed)
      places.forEach { gate.leave($0) }
    }
    for _ in 0..<WorkLimit.patience { try pass(2, 500) }
    #expect(gate.limit == WorkLimit.least)
    let places = try (0..<WorkLimit.least).map { _ in try gate.enter() }
    #expect(throws: ListenerFault.overloaded) { _ = try gate.enter() }
    places.forEach { gate.leave($0) }
    for _ in 0..<400 { try? pass(2, 10) }
    #expect(gate.limit == WorkLimit.most)
  }
}
