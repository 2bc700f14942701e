import FieldhouseKit
import FieldhouseStorage
import Foundation

/// When the installation was last backed up, and when a backup was last tried: `backups.json` in the data folder.
struct BackupRecord: Codable, Sendable, Hashable {
  /// A backup.
  struct Entry: Codable, Sendable, Hashable {
    /// When it was made or tried.
    var at: Date
    /// When what it holds was so.
    var createdAt: Date
    /// The file, as it was named.
    var file: String
    /// The namespaces in it.
    var namespaces: [String]

    init(_ manifest: BackupManifest, file: String, at: Date) {
      self.at = at
      self.file = file
      createdAt = manifest.createdAt
      namespaces = manifest.namespaces.map(\.id)
    }
  }

  /// The last backup.
  var backup: Entry?
  /// The last backup whose restore was tried and went well.
  var verified: Entry?

  /// The record of a data folder; empty when there is none.
  static func read(in data: String) -> BackupRecord {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return FileManager.default.contents(atPath: path(data)).flatMap { try? decoder.decode(Self.self, from: $0) }
      ?? BackupRecord()
  }

  /// Writes it for its owner alone.
  /// - Throws: `CocoaError` when it cannot be written.
  func write(in data: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    encoder.dateEncodingStrategy = .iso8601
    try encoder.encode(self).write(to: URL(fileURLWithPath: Self.path(data)), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: Self.path(data))
  }

  private static func path(_ data: String) -> String { "\(data)/backups.json" }
}

extension HostConfiguration {
  /// What is to be said of the installation's backups; nothing before there is anything to back up.
  func backupFindings(now: Date) -> [Finding] {
    guard FileManager.default.fileExists(atPath: "\(data)/secret.key") else { return [] }
    return BackupRecord.read(in: data).findings(now: now)
  }
}

extension BackupRecord {
  /// A backup is old after a week; one is to be tried every month.
  private static let (week, month) = (7 * 86_400.0, 30 * 86_400.0)

  /// What `fieldhouse doctor` says of it.
  func findings(now: Date) -> [Finding] {
    guard let backup else {
      return [
        Finding(severity: .warning, code: "backup-missing", message: "No backup was made yet: fieldhouse backup FILE.")
      ]
    }
    var findings: [Finding] = []
    if now.timeIntervalSince(backup.createdAt) > Self.week {
      findings.append(
        Finding(
          severity: .warning, code: "backup-old",
          message: "The last backup is of \(text(backup.createdAt)). Make another one: fieldhouse backup FILE."))
    }
    if verified.map({ now.timeIntervalSince($0.at) > Self.month }) ?? true {
      let since = verified.map { "since \(text($0.at))" } ?? "yet"
      findings.append(
        Finding(
          severity: .warning, code: "backup-unverified",
          message: "The restore of no backup was tried \(since): fieldhouse restore \(backup.file) --verify."))
    }
    let message = "The last backup is of \(text(backup.createdAt)): \(backup.file)."
    return findings.isEmpty ? [Finding(severity: .ok, code: "backup", message: message)] : findings
  }

  private func text(_ date: Date) -> String { RFC3339.string(from: date) ?? "-" }
}
