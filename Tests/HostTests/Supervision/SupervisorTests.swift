import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

@Suite struct `The supervisor` {
  private static let clock = "2024-08-17T09:00:00Z"

  private func host<Value>(_ body: (RunningHost) async throws -> Value) async throws -> Value {
    try await RunningHost.run(Installation(), clock: Self.clock, body)
  }

  private func state(of process: pid_t) -> String? {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    return text.firstMatch(of: /State:\s+(\w)/).map { String($0.1) }
  }

  private func isHolding(_ signal: Int32, _ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let mask = text.firstMatch(of: /SigBlk:\s+([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) } ?? 0
    return mask >> UInt64(signal - 1) & 1 == 1
  }

  @Test func `is small`() async throws {
    try await host { host in
      let status = try String(contentsOfFile: "/proc/\(host.process)/status", encoding: .utf8)
      #expect(status.hasPrefix("Name:\tfieldhouse-supe"))
      #expect(status.contains("Threads:\t1\n"))
      let kilobytes = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) })
      #expect(kilobytes < 3072)
    }
  }

  @Test func `starts a killed worker again, and no connection is refused`() async throws {
    try await host { host in
      var worker = try #require(host.worker)
      for _ in 0..<3 {
        kill(worker, SIGKILL)
        #expect(try await host.call("GET", "/v1/ping").status == 200)
        worker = try await host.worker(after: worker)
      }
      #expect(host.deaths.map { $0["signal"]?.string } == ["SIGKILL", "SIGKILL", "SIGKILL"])
      #expect(host.deaths.allSatisfy { $0["plugin"] == nil })
      #expect(try await host.stop() == 0)
    }
  }

  @Test func `takes its worker with it, and the next start works`() async throws {
    let installation = try Installation()
    let worker = try await RunningHost.run(installation, clock: Self.clock) { host in
      let worker = try #require(host.worker)
      try await host.kill()
      return worker
    }
    for _ in 0..<1000 where state(of: worker) != nil && state(of: worker) != "Z" {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(state(of: worker) == nil || state(of: worker) == "Z")
    let status = try await RunningHost.run(installation, clock: Self.clock) { host in
      try await host.call("GET", "/v1/ping").status
    }
    #expect(status == 200)
  }

  @Test(arguments: [SIGHUP, SIGUSR1, SIGPIPE]) func `and its worker live on after a signal`(_ number: Int32)
    async throws
  {
    try await host { host in
      let worker = try #require(host.worker)
      kill(worker, number)
      host.signal(number)
      for _ in 0..<20 { #expect(try await host.call("GET", "/v1/ping").status == 200) }
      #expect(host.worker == worker)
      if number == SIGHUP { #expect(host.log.contains("SIGHUP came")) }
      #expect(try await host.stop() == 0)
    }
  }

  @Test func `lives on after signals while it starts`() async throws {
    let installation = try Installation()
    let child = try Child(
      [Repository.executable, "serve", "--listen", "127.0.0.1:0"] + installation.flags, environment: [:])
    defer { child.signal(SIGKILL) }
    // From the instant on at which it holds signals back: before that it is not ours yet.
    for _ in 0..<2000 where !isHolding(SIGHUP, child.process) { try await Task.sleep(for: .milliseconds(1)) }
    let log = { (try? String(contentsOfFile: child.errors, encoding: .utf8)) ?? "" }
    while !log().contains("ready at"), child.finished() == nil {
      child.signal(SIGHUP)
      child.signal(SIGUSR1)
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(log().contains("ready at"))
    child.signal(SIGTERM)
    #expect(try await child.end() == 0)
  }

  @Test func `ends in time though a plugin loops`() async throws {
    let installation = try Installation()
    try await HarmPlugin.install(into: installation)
    let environment = ["FIELDHOUSE_HANG_SECONDS": "0"]
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
      async let looping = host.harm(.loop)
      async let more = host.harm(.loop)
      try await Task.sleep(for: .milliseconds(300))
      let begin = ContinuousClock.now
      _ = try await host.stop()
      _ = await (looping, more)
      #expect(ContinuousClock.now - begin < .seconds(31))
    }
  }

  @Test func `tells the operator's mistakes as before and does not try again`() async throws {
    let installation = try Installation()
    try await RunningHost.run(installation, clock: Self.clock) { host in
      let other = try Installation()
      let taken = try await Tool.fieldhouse(["serve", "--listen", "127.0.0.1:\(host.port)"] + other.flags)
      #expect(taken.code == 1)
      #expect(taken.errors.contains("Address already in use"))
      let unknown = try await Tool.fieldhouse(["serve", "--listen", "nowhere"] + other.flags)
      #expect(unknown.code == 2)
      let database = try await Tool.fieldhouse(
        ["serve", "--listen", "127.0.0.1:0", "--database", "postgresql://127.0.0.1:1/none"] + other.flags)
      #expect(database.code != 0)
      #expect(!database.errors.contains("started again"))
    }
  }
}
