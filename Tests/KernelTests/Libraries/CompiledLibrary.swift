import Foundation

/// A C source compiled by `cc` while the test runs.
struct CompiledLibrary {
  let path: String

  /// Compiles to a shared library, or to what `options` say.
  init(_ source: String, options: [String] = ["-shared", "-fPIC"]) throws {
    let folder = try ScratchFolder()
    path = folder.path + "/library.so"
    try Toolchain.run(["cc", "-O1", "-o", path, try folder.write("source.c", source.utf8)] + options)
  }

  /// The bytes of the library.
  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(filePath: path))) }
  }
}
