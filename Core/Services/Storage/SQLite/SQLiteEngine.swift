internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// The embedded engine: each namespace is the file `<directory>/<namespace>.sqlite`.
///
/// Isolation: write transactions of a namespace run one after another, reads see a snapshot. Durability: a write
/// that has returned is synced. Several processes may use a directory: one at a time writes a namespace.
public final class SQLiteEngine: StorageEngine {
  public let name = "sqlite"
  let directory: String
  let options: SQLiteOptions
  private let opened = Mutex<[String: SQLiteNamespace]>([:])
  let marker: NamespaceMarker

  /// An engine on a directory, which is created (readable by its owner only) when it is missing.
  /// - Throws: ``StorageError`` `storage-read-only` when the directory cannot be made.
  public init(directory: String, options: SQLiteOptions = SQLiteOptions()) throws {
    self.directory = directory
    self.options = options
    marker = NamespaceMarker(directory: directory)
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StorageError(.readOnly, "The data directory \(directory) cannot be made: \(error.localizedDescription)")
    }
    PrivateFile.mend(directory)
  }

  /// - Throws: also ``StorageError`` `storage-missing` when the directory has had the namespace and its file is gone.
  public func open(_ namespace: Namespace) async throws -> any NamespaceStorage {
    try namespace.checkID()
    try marker.check(namespace.id)
    let storage = try SQLiteNamespace(namespace, path: path(of: namespace.id), options: options)
    let isNew = opened.withLock { opened in
      guard opened[namespace.id] == nil else { return false }
      opened[namespace.id] = storage
      return true
    }
    guard isNew else { throw StorageError(.namespace, "The namespace '\(namespace.id)' is open already.") }
    do {
      try await storage.writer.exclusively { _ in }
      try marker.add(namespace.id)
    } catch {
      opened.withLock { $0[namespace.id] = nil }
      await storage.close()
      throw error
    }
    return storage
  }

  public func plan(_ namespace: Namespace) async throws -> MigrationPlan {
    try namespace.checkID()
    if let storage = opened.withLock({ $0[namespace.id] }) { return try await storage.plan() }
    let path = path(of: namespace.id)
    guard FileManager.default.fileExists(atPath: path) else {
      try marker.check(namespace.id)
      return try MigrationLedger.plan(namespace, applied: [])
    }
    let rows = try SQLiteConnection(path: path, role: .reader).run(HostStatements.appliedMigrations)
    return try MigrationLedger.plan(namespace, applied: MigrationLedger.applied(rows))
  }

  /// - Throws: also ``StorageError`` `storage-missing` when one that the directory has had is gone.
  public func namespaces() async throws -> [String] {
    try marker.checkAll()
    return try present()
  }

  /// The namespaces that have a file, without copies that were saved.
  func present() throws -> [String] {
    let suffix = ".sqlite"
    return try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.filter(Namespace.isID).sorted()
  }

  public func pulses() -> [StoragePulse] {
    let all = opened.withLock { Array($0.values) }
    let missing = marker.missing.filter { id in !all.contains { $0.namespace.id == id } }
    let pulses =
      all.map { storage in StoragePulse(namespace: storage.namespace.id) { await storage.pulse() } }
      + missing.map { id in
        StoragePulse(namespace: id) { [marker] in marker.missing([id]).health(isReading: true) }
      }
    return pulses.sorted { $0.namespace ?? "" < $1.namespace ?? "" }
  }

  public func close() async {
    let all = opened.withLock { state in
      defer { state = [:] }
      return Array(state.values)
    }
    for storage in all { await storage.close() }
  }

  /// Looks whether any process has one of the directory's namespaces open.
  /// - Throws: ``StorageError`` `storage-unavailable`, naming the file.
  public func checkUnused() async throws {
    for id in try present() { try FilePresence(path: path(of: id), isExclusive: true).end() }
  }

  func path(of id: String) -> String { "\(directory)/\(id).sqlite" }

  /// The namespace if it is open.
  func openNamespace(_ id: String) -> SQLiteNamespace? { opened.withLock { $0[id] } }
}
