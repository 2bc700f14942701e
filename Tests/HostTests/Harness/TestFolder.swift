import Foundation

/// A temporary folder that disappears when the test process ends.
struct TestFolder: Sendable {
  let path: String

  init() throws {
    path = TestFolderRoot.shared.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// The path of something in the folder.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, with the folders that lead to it, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let url = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
    return url.path
  }

  /// The text of a file.
  func read(_ name: String) throws -> String { try String(contentsOfFile: self(name), encoding: .utf8) }

  /// Copies a file or folder into the folder.
  func copy(_ source: String, to name: String) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: self(name)).deletingLastPathComponent(), withIntermediateDirectories: true)
    let original = URL(fileURLWithPath: source).resolvingSymlinksInPath()
    try FileManager.default.copyItem(at: original, to: URL(fileURLWithPath: self(name)))
  }
}

/// The folder of all test folders of this process, removed at its exit.
private struct TestFolderRoot {
  static let shared = TestFolderRoot()
  let path = FileManager.default.temporaryDirectory.path + "/fieldhouse-host-tests-\(getpid())"

  private init() {
    atexit { try? FileManager.default.removeItem(atPath: TestFolderRoot.shared.path) }
  }
}
