import FieldhouseKit
import Foundation
import Glibc

/// A host in a process of its own, on a free port, with a simulated clock that stands still.
final class RunningHost: Sendable {
  struct NotReady: Error {
    let errors: String
  }

  /// A host was started beside another one by a test that has not said so: two such tests would wait for each other.
  struct NotAPair: Error {}

  /// What a test runs already.
  private enum Company { case none, host, pair }

  @TaskLocal private static var company = Company.none

  /// The operator's bearer token.
  static let token = "operator-token-of-the-host-tests-0123456789"
  private static let patience = Duration.seconds(120)
  /// How much of what a host said is shown, in characters, when it has not answered.
  private static let lastWords = 4000

  let installation: Installation
  let port: UInt16
  private let child: Child

  /// Starts a host and waits until it accepts connections.
  private init(
    _ installation: Installation, clock: String?, environment: [String: String], options: [String]
  ) async throws {
    self.installation = installation
    let time = clock.map { ["--clock", $0, "--clock-rate", "0"] } ?? []
    let flags = installation.flags + ["--listen", "127.0.0.1:0"] + time + options
    child = try Child(
      [Repository.executable, "serve"] + flags,
      environment: ["FIELDHOUSE_CONSOLE_TOKEN": Self.token].merging(environment) { $1 })
    port = try await Self.waitForPort(child)
  }

  /// Runs a host for the length of a body.
  /// - Parameter clock: where its simulated clock stands; nil for real time.
  /// - Throws: ``NotAPair`` beside a host of the same test, unless that is run by ``runFirst(_:clock:environment:_:)``.
  static func run<Value>(
    _ installation: Installation, clock: String?, environment: [String: String] = [:], options: [String] = [],
    _ body: (RunningHost) async throws -> Value
  ) async throws -> Value {
    let company = self.company
    guard company != .host else { throw NotAPair() }
    return try await Turn.hosts.take {
      let host = try await RunningHost(installation, clock: clock, environment: environment, options: options)
      let value: Value
      do {
        value = try await $company.withValue(company == .pair ? .pair : .host) { try await body(host) }
      } catch {
        let said = host.log.suffix(Self.lastWords)
        try await host.kill()
        guard let failure = error as? Exchange.Failure else { throw error }
        throw Exchange.Failure(what: "\(failure.what). What the host said last:\n\(said)")
      }
      try await host.stop()
      return value
    }
  }

  /// Runs a host beside which the body runs another one.
  static func runFirst<Value>(
    _ installation: Installation, clock: String, environment: [String: String] = [:],
    _ body: (RunningHost) async throws -> Value
  ) async throws -> Value {
    try await Turn.pairs.take {
      try await $company.withValue(.pair) {
        try await run(installation, clock: clock, environment: environment, body)
      }
    }
  }

  private static func waitForPort(_ child: Child) async throws -> UInt16 {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      let errors = (try? String(contentsOfFile: child.errors, encoding: .utf8)) ?? ""
      if let match = errors.firstMatch(of: /ready at http:\/\/127\.0\.0\.1:(\d+)\//), let port = UInt16(match.1) {
        return port
      }
      guard child.finished() == nil else { throw NotReady(errors: errors) }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotReady(errors: (try? String(contentsOfFile: child.errors, encoding: .utf8)) ?? "")
  }

  /// The process id of the host's supervisor.
  var process: pid_t { child.process }

  /// Sends the supervisor a signal.
  func signal(_ number: Int32) { child.signal(number) }

  /// What the host wrote to standard error so far.
  var log: String { (try? String(contentsOfFile: child.errors, encoding: .utf8)) ?? "" }

  /// Asks the host to end and waits until it has.
  @discardableResult
  func stop() async throws -> Int32 {
    child.signal(SIGTERM)
    return try await child.end()
  }

  /// Ends the host without giving it a chance to save anything.
  @discardableResult
  func kill() async throws -> Int32 {
    child.signal(SIGKILL)
    return try await child.end()
  }
}
