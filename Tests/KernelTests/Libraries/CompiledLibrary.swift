import Foundation

/// A C source compiled by `cc` while the test runs.
struct CompiledLibrary {
  let path: String

  /// Compiles to a shared library, or to what `options` say.
  init(_ source: String, options: [String] = ["-shared", "-fPIC"]) throws {
    let folder = try ScratchFolder()
    path = folder.path + "/library.so"
    try Self.run(["cc", "-O1", "-o", path, try folder.write("source.c", source.utf8)] + options)
  }

  /// The bytes of the library.
  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(filePath: path))) }
  }

  private static func run(_ arguments: [String]) throws {
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var status: Int32 = 0
    guard posix_spawnp(&child, arguments[0], nil, nil, words, environ) == 0, waitpid(child, &status, 0) == child,
      status == 0
    else { throw CompilationFailure(arguments: arguments, status: status) }
  }
}

private struct CompilationFailure: Error {
  let arguments: [String]
  let status: Int32
}
