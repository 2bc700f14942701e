internal import FieldhouseKit
internal import Foundation

/// A copy of one namespace beside the data, on which anything may be tried, also while a host runs.
///
/// It is made as backups are made: of the embedded engine page by page in a read transaction, of a server out of one
/// snapshot into schemas of a prefix of their own. The original is read and nothing else. The copy goes afterwards; one
/// that a killed process has left goes with the next copy, and with the next start of a host on that data folder.
public struct TrialCopy: Sendable {
  /// Where a copy is.
  public struct Place: Sendable, Hashable {
    /// A folder of its own. With the embedded engine the copy is in it; a namespace that there is not yet is not there.
    public let folder: String
    /// The prefix of the copy's schemas; nil with the embedded engine.
    public let schemaPrefix: String?
  }

  static let start = ".trial"

  private let engine: any StorageEngine
  private let folder: String
  private let progress: @Sendable (StorageProgress) -> Void

  /// - Parameters:
  ///   - engine: the operator's database.
  ///   - folder: the data folder.
  ///   - progress: told as the copy goes on.
  public init(
    of engine: any StorageEngine, in folder: String,
    progress: @escaping @Sendable (StorageProgress) -> Void = { _ in }
  ) {
    self.engine = engine
    self.folder = folder
    self.progress = progress
  }

  /// Copies a namespace and runs `body` with the copy.
  /// - Throws: ``StorageError`` `storage-full` where there is no room for two more of its kind, `storage-migration-changed`
  ///   or `-removed` for one whose schema is not known; what `body` throws.
  public func with<Value: Sendable>(
    _ namespace: Namespace, _ body: @escaping @Sendable (Place) async throws -> Value
  ) async throws -> Value {
    try await Scratch.run("\(folder)/\(Self.start)") { [self] scratch, loop in
      if let engine = engine as? PostgreSQLEngine { return try await onServer(engine, namespace, scratch, body) }
      if let engine = engine as? SQLiteEngine { try await copy(namespace.id, of: engine, to: scratch, on: loop) }
      return try await body(Place(folder: scratch, schemaPrefix: nil))
    }
  }

  private func copy(_ id: String, of engine: SQLiteEngine, to scratch: String, on loop: EventLoop) async throws {
    guard try engine.present().contains(id) else { return }
    // The migrations may write every row anew.
    try DurableFiles.checkSpace(2 * DurableFiles.size(engine.path(of: id)), in: scratch)
    let snapshot = try await SQLiteSnapshot([id], of: engine, on: loop) {}
    try snapshot.copy(id, to: "\(scratch)/\(id).sqlite") {
      progress(StorageProgress(step: "copying \(id)", done: $0, total: $1))
    }
  }

  private func onServer<Value: Sendable>(
    _ engine: PostgreSQLEngine, _ namespace: Namespace, _ scratch: String,
    _ body: @escaping @Sendable (Place) async throws -> Value
  ) async throws -> Value {
    try? await engine.forgetTrials()
    let trial = engine.trying()
    let result: Result<Value, any Error>
    do {
      // Its session says that the copy is in use.
      _ = try await trial.namespaces()
      try await copy(namespace, of: engine, to: trial)
      result = .success(try await body(Place(folder: scratch, schemaPrefix: trial.options.prefix)))
    } catch {
      result = .failure(error)
    }
    await trial.close()
    try await engine.forgetTrial(trial.options.prefix)
    return try result.get()
  }

  private func copy(_ namespace: Namespace, of engine: PostgreSQLEngine, to trial: PostgreSQLEngine) async throws {
    guard try await engine.namespaces().contains(namespace.id) else { return }
    let transfer = DatabaseTransfer([namespace], progress: { [progress] in progress(StorageProgress($0)) })
    _ = try await engine.atOneInstant([namespace]) { try await transfer.run(from: $0, to: trial) }
  }
}

extension TrialCopy {
  /// Runs `body` with a place that holds nothing and goes afterwards, for a trial that needs no data.
  /// - Parameter folder: the data folder.
  /// - Throws: what `body` throws.
  public static func ofNothing<Value: Sendable>(
    in folder: String, _ body: @escaping @Sendable (Place) async throws -> Value
  ) async throws -> Value {
    try await Scratch.run("\(folder)/\(start)") { scratch, _ in
      try await body(Place(folder: scratch, schemaPrefix: nil))
    }
  }
}
