import ArgumentParser
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// `fieldhouse restore`
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put the databases of a backup in the place of those there are.",
    discussion: "No host may run on them. Every byte of the backup is checked before anything is replaced.")
  @OptionGroup var settings: SettingsOptions
  @Argument(help: "The backup.") var file: String
  @Flag(help: "Only check whether it could be restored.") var verify = false
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    let configuration = try settings.configuration()
    let bar = ProgressBar(isWanted: !json)
    defer { bar.finish() }
    let manifest = try await restore(configuration, StorageBackup(path: file) { bar.show($0) })
    bar.finish()
    Console.complain(verify ? "The backup is whole." : "The databases are as they were when the backup was made.")
    if json { Console.print(manifest.document(file: file)) } else { Console.print(manifest.text(file)) }
  }

  private func restore(_ configuration: HostConfiguration, _ backup: StorageBackup) async throws -> BackupManifest {
    if verify { return try await backup.verify() }
    if configuration.isEmbedded { return try await backup.restore(to: configuration.data) }
    let manifest = try await backup.verify()
    let declared = try await configuration.declaredNamespaces()
    let unknown = Set(manifest.entries.map(\.namespace)).subtracting(declared.map(\.id)).sorted()
    guard unknown.isEmpty else {
      throw StorageError(
        .backup, "No plugin can be read for \(unknown.joined(separator: ", ")). Put its manifest back and repeat.")
    }
    let engine = try configuration.makeEngine(clock: configuration.makeClock())
    try await engine.closing { _ = try await backup.restore(to: engine, namespaces: declared) }
    return manifest
  }
}
