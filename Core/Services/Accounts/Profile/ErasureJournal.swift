internal import Foundation
internal import Synchronization

/// Who has left, in a file beside the database and in no backup of it: when an old backup is restored, those who left
/// since are erased again. It holds nothing but ids that mean nothing any more.
public final class ErasureJournal: Sendable {
  private let path: String
  private let file = Mutex(())

  /// A journal in the file at `path`, made with the first entry.
  public init(path: String) { self.path = path }

  /// Adds an account; it is on disk when this returns.
  /// - Throws: `CocoaError` when it cannot be written.
  func add(_ id: String) throws {
    try file.withLock { _ in
      if !FileManager.default.fileExists(atPath: path) {
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: NSNumber(value: 0o600)]
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: permissions) else {
          throw CocoaError(.fileWriteUnknown)
        }
      }
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data((id + "\n").utf8))
      try handle.synchronize()
    }
  }

  /// Every account that left.
  var all: [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
