import FieldhouseTestSupport
import Foundation
import Glibc

/// A Redis that one test has for itself and may treat badly.
actor OutageRedis {
  struct NotStarted: Error {}

  nonisolated let port: Int
  private var child: Child?

  init() async throws {
    port = Int.random(in: 20_000..<30_000)
    try await start()
  }

  /// The address for a host.
  nonisolated var address: String { "redis://127.0.0.1:\(port)?prefix=outage" }

  func start() async throws {
    child = try Child(
      ["redis-server", "--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"],
      environment: ["PATH": "/usr/bin:/bin"])
    for _ in 0..<1_000 {
      if try await command("PING").contains("PONG") { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotStarted()
  }

  /// Ends it; what it held is gone.
  func halt() async throws {
    child?.signal(SIGKILL)
    _ = try await child?.end()
    child = nil
  }

  /// Whether it stands still.
  func setHanging(_ isHanging: Bool) { child?.signal(isHanging ? SIGSTOP : SIGCONT) }

  @discardableResult
  func command(_ words: String...) async throws -> String {
    try await Tool.run(["redis-cli", "-p", String(port)] + words).output
  }
}
