import FieldhouseKit
import Foundation

/// A program run to its end.
struct Tool: Sendable {
  /// The exit code.
  let code: Int32
  /// What it wrote to standard output and standard error.
  let output: String
  let errors: String

  /// The standard output as JSON.
  var json: JSON { get throws { try JSON(parsing: output) } }

  /// What the machine's tools need of this process's environment.
  static let basicEnvironment = ProcessInfo.processInfo.environment.filter { name, _ in
    ["PATH", "HOME", "TMPDIR", "LANG", "USER"].contains(name)
  }

  /// Runs the host's command line.
  static func fieldhouse(
    _ arguments: [String], environment: [String: String] = [:], folder: String? = nil
  ) async throws -> Tool {
    try await run([Repository.executable] + arguments, environment: environment, folder: folder)
  }

  /// Runs a program.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], folder: String? = nil
  ) async throws -> Tool {
    let child = try Child(
      arguments, environment: basicEnvironment.merging(environment) { $1 }, folder: folder)
    let code = try await child.end()
    return Tool(
      code: code, output: try String(contentsOfFile: child.output, encoding: .utf8),
      errors: try String(contentsOfFile: child.errors, encoding: .utf8))
  }
}
