import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

/// How soon a stream ends, counted from the answer to whoever took the right. It is asserted at full size alone.
@Suite(.serialized) struct `The end of a right` {
  private static let promised = Duration.seconds(1)
  private static let revokes = Guarantee.size(3, full: 200)
  private static let crowd = Guarantee.size(20, full: 2_000)
  private static let environment = [
    "FIELDHOUSE_LIVE_STREAMS_PER_CLIENT": "10000", "FIELDHOUSE_CONNECTIONS_PER_CLIENT": "10000",
    "FIELDHOUSE_LIMIT_GUESTS_PER_ADDRESS": "1000000/1",
  ]

  /// On PostgreSQL a second host takes it.
  @Test(.timeLimit(.minutes(20)), arguments: TestEngine.allCases)
  func `ends the stream of its holder within a second, alone and among many`(on engine: TestEngine) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      let environment = environment.merging(Self.environment) { $1 }
      for members in [1, Self.crowd] {
        try await RunningHost.runFirst(installation, clock: "2024-08-17T11:40:00Z", environment: environment) { host in
          var times: [Duration]
          if engine == .sqlite {
            times = try await Self.measure(members, watchingAt: host, takingAt: host)
          } else {
            times = try await RunningHost.run(
              installation, clock: "2024-08-17T11:40:00Z", environment: environment
            ) { try await Self.measure(members, watchingAt: host, takingAt: $0) }
          }
          times.sort()
          let (middle, late, last) = (times[times.count / 2], times[times.count * 99 / 100], times[times.count - 1])
          Guarantee.report(
            "rights",
            "\(engine), \(members) streams, \(times.count) revokes: the stream ends after \(middle) (p50), \(late) (p99), "
              + "\(last) (max)")
          if Guarantee.isFull { #expect(last < Self.promised) }
        }
      }
    }
  }

  private static func measure(
    _ count: Int, watchingAt host: RunningHost, takingAt other: RunningHost
  ) async throws -> [Duration] {
    let (scorer, card) = (try await host.guest(), "card-\(count)")
    try await host.begin(card, as: scorer)
    var (members, streams): ([Person], [WatchedCard]) = ([], [])
    for _ in 0..<count {
      members.append(try await host.guest())
      try await host.play(members[members.count - 1], on: card, by: scorer)
      streams.append(try await WatchedCard.open(card, at: host, as: members[members.count - 1]))
    }
    var times: [Duration] = []
    for number in 0..<revokes {
      let place = number % count
      // Not in step with the host, which looks at rights again and again.
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<400)))
      try await other.play(members[place], on: card, by: scorer, "DELETE")
      let answered = ContinuousClock.now
      times.append(max(.zero, try await streams[place].end() - answered))
      Guarantee.progress("rights", number + 1, of: revokes)
      try await other.play(members[place], on: card, by: scorer)
      try await eventually { try await host.look(at: card, as: members[place]) == 200 }
      streams[place] = try await WatchedCard.open(card, at: host, as: members[place])
    }
    return times
  }
}

/// A live stream that takes no thread until its end is waited for.
private final class WatchedCard: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Watches a card; returns when the host has begun to answer.
  static func open(_ card: String, at host: RunningHost, as person: Person) async throws -> WatchedCard {
    let headers = ["Authorization": "Bearer \(person.token)"]
    let exchange = Exchange(port: host.port, path: "/v1/live?topic=card-game%2Fcards%2F\(card)", headers: headers)
    let stream = WatchedCard(try exchange.open())
    let head = try await stream.offPool { stream.receive() ?? [] }
    try #require(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    return stream
  }

  /// When the host has ended it.
  func end() async throws -> ContinuousClock.Instant {
    try await offPool { [self] in
      while receive() != nil {}
      return .now
    }
  }

  /// What came; nil at the end.
  private func receive() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = FieldhouseTestSupport.receive(descriptor, into: &chunk)
    return count > 0 ? Array(chunk[..<count]) : nil
  }

  private func offPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}
