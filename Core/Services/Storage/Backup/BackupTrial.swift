internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// A restore that is tried in a folder that goes afterwards, with everything a host would do with it.
public struct BackupTrial: Sendable {
  /// Something that was tried.
  public struct Line: Sendable, Hashable {
    /// What, e.g. `database accounts`.
    public var item: String
    /// Whether it works.
    public var isGood: Bool
    /// What was found.
    public var detail: String

    /// A line.
    public init(_ item: String, isGood: Bool, _ detail: String) {
      self.item = item
      self.isGood = isGood
      self.detail = detail
    }
  }

  /// What the backup says of itself; nil when that cannot be read.
  public private(set) var manifest: BackupManifest?
  /// What was tried, in order.
  public private(set) var lines: [Line] = []

  /// Whether everything works.
  public var isGood: Bool { lines.allSatisfy(\.isGood) }

  /// Tries a backup.
  /// - Parameters:
  ///   - path: the backup.
  ///   - folder: where there is room for it; nothing else in it is touched.
  ///   - options: what the host knows, and the passphrase.
  ///   - inspect: looks at what was restored: the namespaces that are known, and the folder.
  public init(
    _ path: String, in folder: String, options: RestoreOptions,
    progress: @escaping @Sendable (StorageProgress) -> Void = { _ in },
    inspect: @escaping @Sendable ([String: any NamespaceStorage], String) async throws -> [Line] = { _, _ in [] }
  ) async throws {
    (manifest, lines) = try await Scratch.run("\(folder)/.verify") { scratch, _ in
      do {
        let reader = BackupReader(path: path, passphrase: options.passphrase, withoutSecret: options.withoutSecret)
        try options.checkSpace(for: try reader.manifest(), in: folder)
        let staged = try StagedBackup.open(reader, into: scratch, progress: progress)
        var lines = [Line("file", isGood: true, "\(counted(staged.manifest.bytes, "byte")), all checksums are right")]
        lines += try Self.files(staged)
        lines += try await Self.databases(staged, options.known, inspect)
        return (staged.manifest, lines)
      } catch let error as StorageError {
        return (nil, [Line("file", isGood: false, error.message)])
      }
    }
  }

  private static func files(_ staged: StagedBackup) throws -> [Line] {
    let manifest = staged.manifest
    guard manifest.format > 1 else {
      return [Line("files", isGood: false, "An older Fieldhouse made it: it holds neither files nor the secret.")]
    }
    var lines = try manifest.parts.filter { $0.kind == .files }.map { part in
      let count = try FileBundle.paths(in: "\(staged.folder)/\(part.name)").count
      return Line("files \(part.name)", isGood: true, "\(counted(count, "file")), \(counted(part.bytes, "byte"))")
    }
    if manifest.secret == nil {
      lines.append(Line("secret", isGood: false, "It is not in the backup: second factors and sessions need it."))
    } else if !DurableFiles.exists("\(staged.folder)/\(BackupNames.secret)") {
      lines.append(Line("secret", isGood: true, "It is sealed, and was not opened."))
    }
    return lines
  }

  private static func databases(
    _ staged: StagedBackup, _ known: [Namespace],
    _ inspect: @Sendable ([String: any NamespaceStorage], String) async throws -> [Line]
  ) async throws -> [Line] {
    let engine = try SQLiteEngine(directory: staged.folder)
    var lines: [Line] = []
    var storages: [String: any NamespaceStorage] = [:]
    for state in staged.namespaces {
      lines.append(await database(state, known.first { $0.id == state.id }, engine, &storages))
    }
    do { lines += try await inspect(storages, staged.folder) } catch {
      lines.append(Line("host", isGood: false, "\(error)"))
    }
    await engine.close()
    return lines
  }

  private static func database(
    _ state: BackupManifest.NamespaceState, _ namespace: Namespace?, _ engine: SQLiteEngine,
    _ storages: inout [String: any NamespaceStorage]
  ) async -> Line {
    let rows = state.tables.reduce(0) { $0 + $1.rows }
    let found = "\(counted(state.tables.count, "table")), \(counted(rows, "row")), as its manifest says"
    guard let namespace else {
      return Line("database \(state.id)", isGood: true, "\(found); no plugin is installed that knows it")
    }
    do {
      try state.check(against: namespace)
      let storage = try await engine.open(namespace)
      let steps = try await storage.migrate()
      storages[state.id] = storage
      return Line(
        "database \(state.id)", isGood: true,
        found + (steps.isEmpty ? "" : "; \(counted(steps.count, "migration")) ran"))
    } catch {
      return Line("database \(state.id)", isGood: false, "\(error)")
    }
  }
}
