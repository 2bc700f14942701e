import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

extension LiveHub {
  fileprivate func publish(_ topic: String, _ number: Int) {
    publish(topic: topic, event: "n", payload: .integer(Int64(number)))
  }
}

/// The number that an event's text carries.
private func number(_ text: String) -> Int? {
  text.split(separator: "\"data\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
}

/// The id that an event's text carries.
private func id(_ text: String?) -> String? {
  text?.split(separator: "\n").first.map { String($0.dropFirst("id: ".count)) }
}

/// Takes what is waiting for a client, up to the event with this number.
private func take(_ watch: LiveWatch, upTo last: Int) async -> [String] {
  var texts: [String] = []
  for await text in watch.texts {
    texts.append(text)
    if number(text) == last { break }
  }
  return texts
}

@Suite struct `Live events` {
  @Test func `reach those who watch their topic, and nobody else`() async {
    let hub = LiveHub()
    let (one, both) = (hub.watch(["a"], after: nil), hub.watch(["a", "b"], after: nil))
    hub.publish("a", 1)
    hub.publish("b", 2)
    hub.publish("c", 3)
    hub.publish("a", 4)
    #expect(await take(one, upTo: 4).map(number) == [1, 4])
    #expect(await take(both, upTo: 4).map(number) == [1, 2, 4])
  }

  @Test func `are resumed behind the last one that was seen`() async {
    let hub = LiveHub()
    let first = hub.watch(["a", "b"], after: nil)
    for index in 1...9 { hub.publish(index.isMultiple(of: 3) ? "b" : "a", index) }
    let seen = await take(first, upTo: 5)
    let again = hub.watch(["a", "b"], after: id(seen.last))
    #expect(again.missed.map(number) == [6, 7, 8, 9])
    #expect(!again.reset)
    #expect(hub.watch(["b"], after: id(seen.last)).missed.map(number) == [6, 9])
    #expect(hub.watch(["c"], after: id(seen.last)).missed == [])
  }

  @Test(arguments: ["other-1", "nonsense", "", "-", "a-b-c", "other-", "9"])
  func `of another process are not resumed: the client starts over`(last: String) {
    let watch = LiveHub().watch(["a"], after: last)
    #expect(watch.reset && watch.missed == [])
  }

  @Test func `that are not kept any more lead to a reset, and only of their topic`() async {
    let hub = LiveHub()
    let client = hub.watch(["a", "b"], after: nil)
    hub.publish("b", 0)
    let seen = id(await take(client, upTo: 0).last)
    for index in 1...(2 * LiveHub.kept) { hub.publish("a", index) }
    #expect(hub.watch(["a"], after: seen).reset)
    #expect(!hub.watch(["b"], after: seen).reset)
    let fresh = hub.watch(["a"], after: "\(hub.epoch)-\(LiveHub.kept + 1)")
    #expect(fresh.missed.count == LiveHub.kept)
  }

  @Test func `wait for a client up to a limit, then its stream ends`() async {
    let hub = LiveHub()
    let stalled = hub.watch(["a"], after: nil)
    let other = hub.watch(["a"], after: nil)
    for index in 1...LiveHub.waiting { hub.publish("a", index) }
    let before = await take(other, upTo: LiveHub.waiting)
    #expect(hub.watcherCount == 2)
    hub.publish("a", -1)
    #expect(hub.watcherCount == 1)
    var received = 0
    for await _ in stalled.texts { received += 1 }
    #expect(received == LiveHub.waiting && before.count == LiveHub.waiting)
  }

  @Test func `are forgotten with their topic when nobody watches it and there are too many`() {
    let hub = LiveHub(limits: LiveMemory(topics: 80, bytes: 1 << 20))
    let watched = hub.watch(["watched"], after: nil)
    hub.publish("watched", 0)
    for index in 1...1000 { hub.publish("topic-\(index)", index) }
    #expect(hub.topicCount <= 80)
    #expect(hub.watch(["topic-1"], after: "\(hub.epoch)-1").reset)
    #expect(hub.watch(["topic-1000"], after: "\(hub.epoch)-1000").missed.map(number) == [1000])
    #expect(!hub.watch(["watched"], after: "\(hub.epoch)-1").reset)
    withExtendedLifetime(watched) {}
  }

  @Test func `are forgotten when they take too many bytes, those that are watched last`() {
    let hub = LiveHub(limits: LiveMemory(topics: 1000, bytes: 64 << 10))
    let text = JSON.string(String(repeating: "x", count: 1000))
    let watches = (0..<4).map { hub.watch(["watched-\($0)"], after: nil) }
    for round in 0..<100 {
      for topic in 0..<4 { hub.publish(topic: "watched-\(topic)", event: "n", payload: text) }
      hub.publish(topic: "quiet-\(round)", event: "n", payload: text)
    }
    let kept = (0..<4).map { hub.watch(["watched-\($0)"], after: "\(hub.epoch)-500").missed.count }
    #expect(kept == [0, 0, 0, 0])
    #expect(hub.keptBytes <= 64 << 10)
    #expect(hub.watch(["quiet-0"], after: "\(hub.epoch)-5").reset)
    withExtendedLifetime(watches) {}
  }

  @Test func `leave no trace of topics that were only watched`() async {
    let hub = LiveHub()
    for index in 0..<1000 { _ = hub.watch(["topic-\(index)"], after: nil) }
    #expect(hub.topicCount == 0)
    #expect(hub.watcherCount == 0)
  }

  @Test func `comments reach everyone, so that quiet streams stay open`() async {
    let hub = LiveHub()
    let watch = hub.watch(["a"], after: nil)
    hub.comfort()
    hub.publish("a", 1)
    #expect(await take(watch, upTo: 1).first == ": still here\n\n")
  }

  /// Before, each event looked at every client: 100,000 of them took a hundred times as long.
  @Test func `cost no more with 100,000 clients of other topics`() {
    let hub = LiveHub()
    func cost() -> Duration {
      ContinuousClock().measure { for index in 0..<2000 { hub.publish("mine", index) } }
    }
    _ = cost()
    let alone = cost()
    let watches = (0..<100_000).map { hub.watch(["other-\($0 % 1000)"], after: nil) }
    let crowded = cost()
    #expect(crowded < alone * 5 + .milliseconds(50))
    withExtendedLifetime(watches) {}
  }
}
