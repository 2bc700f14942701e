import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseMachine
import FieldhouseStorage
import Foundation

/// `fieldhouse backup`
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write the whole installation into one file, also while the host runs.",
    discussion: """
      The file holds all databases as they are at one instant, media and pictures, secret.key, who has left, and the \
      plugins' manifests for reference. It is read back and checked. Without --passphrase-file, secret.key stands in it \
      as it is.
      """)
  @OptionGroup var settings: SettingsOptions
  @Argument(help: "The file to write.") var file: String
  @Option(help: "A file whose first line seals the secret.") var passphraseFile: String?
  @Flag(help: "Leave secret.key out.") var withoutSecret = false
  @Option(help: "A namespace to leave out, e.g. of a plugin that is gone.") var leaveOut: [String] = []
  @Flag(help: "Replace a file of that name.") var force = false
  @Flag(help: "Answer as JSON.") var json = false

  func validate() throws {
    if passphraseFile != nil, withoutSecret { throw ValidationError("There is no secret to seal --without-secret.") }
  }

  func run() async throws {
    let configuration = try settings.configuration()
    var options = BackupOptions()
    options.passphrase = try passphraseFile.map(Passphrase.read)
    let bar = ProgressBar(isWanted: !json)
    defer { bar.finish() }
    let engine = try await configuration.existingEngine()
    let manifest = try await engine.closing { try await make(of: engine, configuration, &options, bar) }
    bar.finish()
    if json { Console.print(manifest.document(file: file)) } else { Console.print(manifest.text(file)) }
    for remark in remarks(on: manifest, data: configuration.data) { Console.complain(remark) }
  }

  private func make(
    of engine: any StorageEngine, _ configuration: HostConfiguration, _ options: inout BackupOptions, _ bar: ProgressBar
  ) async throws -> BackupManifest {
    let (declared, plugins) = try await configuration.declared(try await configuration.operatorParts())
    var record = BackupRecord.read(in: configuration.data)
    options.withoutSecret = withoutSecret
    options.overwrites = force
    options.leftOut = leaveOut
    options.expected = Namespace.ofHost.map(\.id) + (record.backup?.namespaces ?? [])
    options.manifests = configuration.manifests
    options.plugins = plugins.map { BackupManifest.Plugin(id: $0.id, version: $0.manifest.version.description) }
    options.host = HostVersion.text
    let now = configuration.makeClock().now
    let backup = StorageBackup(path: file) { bar.show($0) }
    let manifest = try await backup.make(
      of: engine, in: configuration.data, namespaces: declared, options: options, now: now)
    try await backup.verify(in: configuration.data, passphrase: options.passphrase)
    record.backup = BackupRecord.Entry(manifest, file: file, at: now)
    try record.write(in: configuration.data)
    return manifest
  }

  /// What the operator must know about the secret.
  private func remarks(on manifest: BackupManifest, data: String) -> [String] {
    switch manifest.secret?.kind {
    case .sealedSecret: return ["The secret is sealed: without the passphrase it cannot be restored."]
    case .secret:
      return [
        """
        ATTENTION: the backup holds this installation's secret.key in clear. Whoever has the file can open second factors
        and forge codes. Keep it where nobody else reads it, or seal the secret with --passphrase-file.
        """
      ]
    default:
      return [
        """
        ATTENTION: the backup does not hold \(data)/secret.key. Keep a copy of it elsewhere. Restored without it, second
        factors and their recovery codes are lost, so their owners cannot sign in; so are codes, links and messages under
        way; limits begin anew; and the audit log can no longer be checked.
        """
      ]
    }
  }
}

extension BackupManifest {
  /// What the file holds.
  func document(file: String) -> JSON {
    [
      "file": .string(file), "createdAt": RFC3339.string(from: createdAt).map(JSON.string) ?? .null,
      "format": .integer(Int64(format)), "engine": .string(engine), "host": .string(host), "kit": .string(kit),
      "bytes": .integer(Int64(bytes)), "leftOut": .array(leftOut.map(JSON.string)),
      "secret": .string(secretState),
      "plugins": .array(plugins.map { ["id": .string($0.id), "version": .string($0.version)] }),
      "namespaces": .array(
        namespaces.map { state in
          [
            "id": .string(state.id), "tables": .integer(Int64(state.tables.count)),
            "rows": .integer(Int64(state.rows)), "migrations": .integer(Int64(state.migrations.count)),
          ]
        }),
      "parts": .array(
        parts.map {
          [
            "name": .string($0.name), "kind": .string($0.kind.rawValue), "bytes": .integer(Int64($0.bytes)),
            "sha256": .string($0.sha256),
          ]
        }),
    ]
  }

  /// The same as lines.
  func text(_ file: String) -> String {
    let head =
      "\(file)  \(RFC3339.string(from: createdAt) ?? "-")  \(engine)  \(counted(bytes, "byte"))  secret \(secretState)"
    return ([head] + parts.map { "  \($0.name)  \(counted($0.bytes, "byte"))  \($0.sha256)" }).joined(separator: "\n")
  }

  private var secretState: String {
    switch secret?.kind {
    case .secret: "clear"
    case .sealedSecret: "sealed"
    default: "absent"
    }
  }
}

extension BackupManifest.NamespaceState {
  /// The rows of all tables.
  var rows: Int { tables.reduce(0) { $0 + $1.rows } }
}
