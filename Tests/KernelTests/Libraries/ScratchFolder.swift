import Foundation

/// A temporary folder that disappears when the test process ends.
struct ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = ScratchRoot.shared.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Writes a file, with the folders that lead to it, and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }
}

/// The folder of all scratch folders of this process, removed at its exit.
private struct ScratchRoot {
  static let shared = ScratchRoot()
  let path = FileManager.default.temporaryDirectory.path + "/fieldhouse-kernel-tests-\(getpid())"

  private init() {
    atexit { try? FileManager.default.removeItem(atPath: ScratchRoot.shared.path) }
  }
}
