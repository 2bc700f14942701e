import FieldhouseKit
import Synchronization
import Testing

@testable import FieldhouseHTTP

/// Which streams were ended, in order.
private final class Ended: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0 } }

  func end(_ name: String) -> @Sendable () -> Void { { self.list.withLock { $0.append(name) } } }
}

@Suite struct `Open streams` {
  @Test func `end with the session they belong to, and only those`() {
    let (streams, ended) = (OpenStreams(), Ended())
    _ = streams.add(token: "ada", end: ended.end("ada 1"))
    _ = streams.add(token: "ben", end: ended.end("ben"))
    _ = streams.add(token: "ada", end: ended.end("ada 2"))
    #expect(streams.tokens == ["ada", "ben"])
    streams.end("ada")
    #expect(ended.names.sorted() == ["ada 1", "ada 2"])
    #expect(streams.tokens == ["ben"])
    streams.end("ada")
    streams.end("nobody")
    #expect(ended.names.count == 2)
  }

  @Test func `that are closed are not ended later`() {
    let (streams, ended) = (OpenStreams(), Ended())
    let first = streams.add(token: "ada", end: ended.end("first"))
    let second = streams.add(token: "ada", end: ended.end("second"))
    #expect(first != second)
    streams.remove(first)
    streams.remove(first)
    streams.end("ada")
    #expect(ended.names == ["second"])
    #expect(streams.tokens.isEmpty)
  }

  @Test func `of clients that fall behind a comment are ended, others get it`() async {
    let hub = LiveHub()
    let (slow, quick) = (hub.watch(["a"], after: nil), hub.watch(["b"], after: nil))
    for _ in 0..<LiveHub.waiting { hub.publish(topic: "a", event: "n", payload: 1) }
    #expect(hub.watcherCount == 2)
    hub.comfort()
    #expect(hub.watcherCount == 1)
    var first = quick.texts.makeAsyncIterator()
    #expect(await first.next() == ": still here\n\n")
    var count = 0
    for await _ in slow.texts { count += 1 }
    #expect(count == LiveHub.waiting)
  }
}
