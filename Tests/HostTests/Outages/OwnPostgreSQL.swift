import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

/// A PostgreSQL that one test has for itself and may treat badly.
final class OwnPostgreSQL: Sendable {
  let address: String
  private let folder: String

  private init(_ folder: String, _ address: String) {
    self.folder = folder
    self.address = address
  }

  /// Runs a body with a new server.
  static func run<Value>(_ body: (OwnPostgreSQL) async throws -> Value) async throws -> Value {
    let folder = NSTemporaryDirectory() + "fieldhouse-outage-" + String(UInt32.random(in: .min ... .max), radix: 36)
    let started = try await Tool.run([script, "start", folder])
    try #require(started.code == 0, "\(started.errors)")
    let server = OwnPostgreSQL(folder, started.output.trimmingCharacters(in: .whitespacesAndNewlines))
    do {
      let value = try await body(server)
      try await server.end()
      return value
    } catch {
      try await server.end()
      throw error
    }
  }

  private static var script: String { "\(Repository.root)/Tests/Support/postgres.sh" }

  private func end() async throws {
    try? await setHanging(false)
    _ = try await Tool.run([Self.script, "stop", folder])
  }

  /// Ends the server as a crash would.
  func halt() async throws { #expect(try await Tool.run([Self.script, "halt", folder]).code == 0) }

  /// Starts it again where it was.
  func resume() async throws { #expect(try await Tool.run([Self.script, "resume", folder]).code == 0) }

  /// Whether all its processes stand still.
  func setHanging(_ isHanging: Bool) async throws {
    let text = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    let postmaster = try #require(text.split(separator: "\n").first.flatMap { pid_t($0) })
    let children = try await Tool.run(["pgrep", "-P", "\(postmaster)"]).output.split(separator: "\n").compactMap {
      pid_t($0)
    }
    for process in [postmaster] + children { kill(process, isHanging ? SIGSTOP : SIGCONT) }
  }

  /// Whether it can only be read, as a standby.
  func setReadOnly(_ isReadOnly: Bool) async throws {
    let set = "alter system set default_transaction_read_only = \(isReadOnly ? "on" : "off")"
    let tool = try await Tool.run(
      [
        "psql", "-qAt", "-d", address, "-c", "set default_transaction_read_only = off", "-c", set, "-c",
        "select pg_reload_conf()",
      ])
    try #require(tool.code == 0, "\(tool.errors)")
  }
}
