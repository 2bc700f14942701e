import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import Foundation

extension HostConfiguration {
  /// Restores a backup in a folder beside the data and does with it what a host would.
  /// - Throws: when there is no room to try.
  func trial(
    of file: String, _ options: RestoreOptions, progress: @escaping @Sendable (StorageProgress) -> Void
  ) async throws -> BackupTrial {
    let isNew = !FileManager.default.fileExists(atPath: data)
    defer { if isNew { try? FileManager.default.removeItem(atPath: data) } }
    return try await BackupTrial(file, in: data, options: options, progress: progress) { storages, folder in
      guard let accounts = storages[Namespace.accounts.id] else { return [] }
      return try await [Self.secondFactors(accounts, folder), Self.pictures(accounts, folder)].compactMap { $0 }
    }
  }

  /// Whether the secret of the backup belongs to its accounts.
  private static func secondFactors(_ accounts: any Storage, _ folder: String) async throws -> BackupTrial.Line? {
    let path = "\(folder)/secret.key"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let found = try await InstallationSecret.load(path: path).secondFactors(in: accounts)
      let isGood = found.opened == found.all
      let detail = "it opens \(found.opened) of \(found.all) second factors"
      return BackupTrial.Line("secret", isGood: isGood, isGood ? detail : "\(detail): it is another installation's")
    } catch let error as SecretFileError {
      return BackupTrial.Line("secret", isGood: false, "\(error)")
    }
  }

  /// Whether every profile picture that is shown is there.
  private static func pictures(_ accounts: any Storage, _ folder: String) async throws -> BackupTrial.Line? {
    guard FileManager.default.fileExists(atPath: "\(folder)/pictures") else { return nil }
    let named = try await Accounts.pictures(in: accounts)
    let missing = named.filter { !FileManager.default.fileExists(atPath: "\(folder)/pictures/\($0)") }
    return BackupTrial.Line(
      "profile pictures", isGood: missing.isEmpty, "\(named.count - missing.count) of \(named.count) are there")
  }

  /// Notes that a backup could be restored.
  func noteVerified(_ manifest: BackupManifest, _ file: String) throws {
    guard FileManager.default.fileExists(atPath: data) else { return }
    var record = BackupRecord.read(in: data)
    record.verified = BackupRecord.Entry(manifest, file: file, at: makeClock().now)
    try record.write(in: data)
  }
}

extension BackupTrial {
  /// A table with what was tried.
  var text: String {
    let width = lines.map(\.item.count).max() ?? 0
    return lines.map { line in
      let item = line.item + String(repeating: " ", count: width - line.item.count)
      return "\(line.isGood ? "ok  " : "BAD ")  \(item)  \(line.detail)"
    }.joined(separator: "\n")
  }

  func document(_ file: String) -> JSON {
    [
      "file": .string(file), "good": .bool(isGood),
      "backup": manifest?.document(file: file) ?? .null,
      "tried": .array(
        lines.map { ["item": .string($0.item), "good": .bool($0.isGood), "detail": .string($0.detail)] }),
    ]
  }
}
