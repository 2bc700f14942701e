public import FieldhouseKit

/// Looks whether Redis answers, on a connection of its own.
public final class RedisProbe: Sendable {
  private let line: RedisConnection

  /// A look at the Redis of that address.
  public init(_ address: RedisAddress) { line = RedisConnection(address, patienceSeconds: 3) }

  /// Whether it answers and can be written.
  public func look() async -> Health {
    do {
      let role = try await line.run([RedisCommand("PING"), RedisCommand("ROLE")])[1].list?.first?.bytes
      guard role.map({ String(decoding: $0, as: UTF8.self) }) == "master" else {
        return .degraded(
          "Redis is a replica, which cannot be written.", remedy: "Name the primary in the setting 'redis'.")
      }
      return .ok
    } catch {
      return .degraded(
        "\(error)", remedy: "Start Redis, or correct the setting 'redis'; the ranks are rebuilt by themselves then.")
    }
  }
}
