internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Who has left, in a file beside the database that a restore does not replace but adds to: when an old backup is
/// restored, those who left since are erased again, and accounts that became one since do so again. It holds nothing but
/// ids that mean nothing any more, and the ids of accounts that others have become part of.
public final class ErasureJournal: Sendable {
  private let path: String
  private let file = Mutex(())

  /// A journal in the file at `path`, made with the first entry.
  public init(path: String) { self.path = path }

  /// Adds accounts; they are on disk when this returns.
  /// - Throws: `CocoaError` when it cannot be written.
  func add(_ ids: [String]) throws {
    guard !ids.isEmpty else { return }
    try file.withLock { _ in
      if !FileManager.default.fileExists(atPath: path) {
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: NSNumber(value: 0o600)]
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: permissions) else {
          throw CocoaError(.fileWriteUnknown)
        }
        // A new file is there after a failure of power once its folder is on disk, too.
        let folder = try FileHandle(forReadingFrom: URL(filePath: path).deletingLastPathComponent())
        defer { try? folder.close() }
        try folder.synchronize()
      }
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(ids.map { $0 + "\n" }.joined().utf8))
      try handle.synchronize()
    }
  }

  /// Every account that left, and every one that became part of another one, in the order in which that was noted; none
  /// when there is no such file.
  /// - Throws: `CocoaError` when there is one that cannot be read: who left is not known then, which is not nobody.
  func read() throws -> (erased: [String], merged: [(account: AccountID, other: AccountID)]) {
    let lines = try lines()
    let merged = lines.compactMap { line -> (account: AccountID, other: AccountID)? in
      let parts = line.split(separator: Self.arrow)
      return parts.count == 2 ? (AccountID(String(parts[0])), AccountID(String(parts[1]))) : nil
    }
    return (lines.filter { !$0.contains(Self.arrow) }, merged)
  }

  /// The line that notes that somebody was erased, or merged into another account; nil for another change. A line may come again: it says
  /// no more than the first one.
  static func line(_ change: PersonChange) -> String? {
    switch change.kind {
    case .erased: change.account.text
    case .merged: change.other.map { "\(change.account.text)\(arrow)\($0.text)" }
    default: nil
    }
  }

  private static let arrow: Character = ">"

  private func lines() throws -> [String] {
    do {
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return []
    }
  }
}
