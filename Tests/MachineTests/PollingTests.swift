import FieldhouseMachine
import Foundation
import Glibc
import Testing

@Suite struct `Waiting for descriptors` {
  private func pipe() throws -> [CInt] {
    var ends: [CInt] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    return ends
  }

  private func entry(_ descriptor: CInt) -> pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

  @Test func `ends as soon as one is ready, and says which`() throws {
    let (quiet, ready) = (try pipe(), try pipe())
    defer { for end in quiet + ready { close(end) } }
    try #require(write(ready[1], "x", 1) == 1)
    for pause in [nil, 0, 1, 3_600_000_000_000] as [UInt64?] {
      var entries = [entry(quiet[0]), entry(ready[0])]
      #expect(Polling.wait(for: &entries, nanoseconds: pause) == 1)
      #expect(entries.map { $0.revents != 0 } == [false, true])
    }
  }

  @Test(arguments: [0, 1, 200_000, 1_500_000] as [UInt64])
  func `ends after the time, not before`(_ nanoseconds: UInt64) throws {
    let ends = try pipe()
    defer { for end in ends { close(end) } }
    var entries = [entry(ends[0])]
    let start = ContinuousClock.now
    #expect(Polling.wait(for: &entries, nanoseconds: nanoseconds) == 0)
    #expect(ContinuousClock.now - start >= .nanoseconds(Int64(nanoseconds)))
    #expect(entries[0].revents == 0)
  }
}
