import FieldhouseTestSupport
import Glibc

/// A program whose output and errors go to files.
final class Child: Sendable {
  /// The files that receive its standard output and standard error.
  let output: String
  let errors: String
  private let program: Program

  /// Starts a program with nothing but this environment, in a folder if one is given.
  init(_ arguments: [String], environment: [String: String], folder: String? = nil) throws {
    let files = try TestFolder()
    (output, errors) = (files("output"), files("errors"))
    program = try Program(
      arguments, environment: environment, folder: folder, output: .file(output), errors: .file(errors))
  }

  /// Its process id.
  var process: pid_t { program.process }

  /// Sends a signal, unless the program has ended.
  func signal(_ number: Int32) { program.signal(number) }

  /// The exit code, 128 + n for a program ended by signal n; nil while it runs.
  func finished() -> Int32? { program.finished() }

  /// Waits for the end and returns the exit code.
  func end() async throws -> Int32 { try await program.end() }
}
