import FieldhouseTestSupport
import Foundation

/// The compilers and the build products that fixtures are made with.
enum Toolchain {
  /// The folder of the running tests, in which the host, Kit's library and its module lie.
  static let products: String = {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return executable.deletingLastPathComponent().path
  }()

  /// The host's executable: `FIELDHOUSE_EXECUTABLE`, else the one built beside the tests.
  static let host: String =
    ProcessInfo.processInfo.environment["FIELDHOUSE_EXECUTABLE"] ?? "\(products)/fieldhouse"

  /// Runs a program, found by its name, to its end.
  /// - Returns: what it wrote to standard output.
  @discardableResult
  static func run(_ arguments: [String], in folder: String? = nil) throws -> String {
    let errors = try ScratchFolder().path + "/errors"
    let program = try Program(arguments, folder: folder, output: .pipe, errors: .file(errors))
    let text = String(decoding: try program.output.readToEnd() ?? Data(), as: UTF8.self)
    guard program.wait() == 0 else {
      let words = try String(contentsOfFile: errors, encoding: .utf8)
      throw ToolFailure(arguments: arguments, output: text + words)
    }
    return text
  }

  /// The linker's options for a library that needs Kit and has a package note.
  static func linking(note: String?) -> [String] {
    let kit = ["-L", products, "-Xlinker", "--no-as-needed", "-lFieldhouseKit"]
    return kit + (note.map { ["-Xlinker", "--package-metadata=\($0)"] } ?? [])
  }
}

struct ToolFailure: Error {
  let arguments: [String]
  let output: String
}
