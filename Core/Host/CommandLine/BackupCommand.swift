import ArgumentParser
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// `fieldhouse backup`
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write all databases into one file, also while the host runs.",
    discussion: "The file is read back and checked. It does not hold secret.key and media of the data folder.")
  @OptionGroup var settings: SettingsOptions
  @Argument(help: "The file to write.") var file: String
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    let configuration = try settings.configuration()
    let bar = ProgressBar(isWanted: !json)
    defer { bar.finish() }
    let engine = try configuration.existingEngine()
    let (manifest, leftOut) = try await engine.closing { () -> (BackupManifest, [String]) in
      let there = try await engine.namespaces()
      guard !there.isEmpty else { throw StorageError(.backup, "There is no database to back up yet.") }
      let declared = configuration.isEmbedded ? [] : try await configuration.declaredNamespaces()
      let backup = StorageBackup(path: file) { bar.show($0) }
      _ = try await backup.make(of: engine, namespaces: declared)
      let manifest = try await backup.verify()
      return (manifest, Set(there).subtracting(manifest.entries.map(\.namespace)).sorted())
    }
    bar.finish()
    if json {
      Console.print(manifest.document(file: file, leftOut: leftOut))
    } else {
      Console.print(manifest.text(file))
    }
    for id in leftOut {
      Console.complain("'\(id)' is not in it: no plugin of that name can be read. Put its manifest back and repeat.")
    }
    if !leftOut.isEmpty { throw ExitCode(1) }
  }
}

extension BackupManifest {
  /// What the file holds.
  func document(file: String, leftOut: [String] = []) -> JSON {
    [
      "file": .string(file), "createdAt": RFC3339.string(from: createdAt).map(JSON.string) ?? .null,
      "engine": .string(engine),
      "bytes": .integer(Int64(bytes)), "leftOut": .array(leftOut.map(JSON.string)),
      "namespaces": .array(
        entries.map {
          ["id": .string($0.namespace), "bytes": .integer(Int64($0.bytes)), "sha256": .string($0.sha256)]
        }),
    ]
  }

  /// The same as lines.
  func text(_ file: String) -> String {
    let head = "\(file)  \(RFC3339.string(from: createdAt) ?? "-")  \(engine)  \(bytes) bytes"
    return ([head] + entries.map { "  \($0.namespace)  \($0.bytes) bytes  \($0.sha256)" }).joined(separator: "\n")
  }
}
