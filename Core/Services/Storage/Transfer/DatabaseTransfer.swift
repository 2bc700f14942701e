internal import FieldhouseKit
internal import Synchronization

/// Copies namespaces from one engine to another and proves that both sides hold the same.
public struct DatabaseTransfer: Sendable {
  private let namespaces: [Namespace]
  private let progress: @Sendable (TransferProgress) -> Void

  /// A copy of these namespaces, whose migrations make the same tables on both sides.
  /// - Parameter progress: told after every few hundred rows.
  public init(_ namespaces: [Namespace], progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }) {
    self.namespaces = namespaces
    self.progress = progress
  }

  /// Copies from `source` to `target`, whose namespaces it creates or empties. No host may write either meanwhile. What
  /// the source does not have is left alone, and its schema is copied as far as its migrations have run.
  /// - Returns: counts and checksums, compared by reading the target back.
  /// - Throws: ``StorageError``; a namespace is copied completely or not at all.
  public func run(from source: any StorageEngine, to target: any StorageEngine) async throws -> TransferReport {
    var pairs: [(any Inspectable, any NamespaceEngine)] = []
    let known = Set(try await source.namespaces())
    for var namespace in namespaces where known.contains(namespace.id) {
      let applied = try await source.plan(namespace).applied.count
      namespace.migrations = Array(namespace.migrations.prefix(applied))
      pairs.append((try await Self.open(namespace, source), try await Self.open(namespace, target)))
    }
    return try await run(pairs)
  }

  /// Copies namespaces that were read at one instant into `target`, as far as their migrations had run then.
  func run(from snapshots: [any Inspectable], to target: any StorageEngine) async throws -> TransferReport {
    var pairs: [(any Inspectable, any NamespaceEngine)] = []
    for snapshot in snapshots { pairs.append((snapshot, try await Self.open(snapshot.namespace, target))) }
    return try await run(pairs)
  }

  private func run(_ pairs: [(any Inspectable, any NamespaceEngine)]) async throws -> TransferReport {
    var total = 0
    for (source, _) in pairs { total += try await Self.count(source) }
    let counter = TransferCounter(total: total, tell: progress)
    var report = TransferReport()
    for (source, target) in pairs {
      try await Self.checkSameSchema(source, target)
      report.tables += try await NamespaceCopy(source: source, target: target, counter: counter).run()
    }
    return report
  }

  private static func open(_ namespace: Namespace, _ engine: any StorageEngine) async throws -> any NamespaceEngine {
    guard let storage = try await engine.open(namespace) as? any NamespaceEngine else {
      throw StorageError(.namespace, "The engine '\(engine.name)' cannot be copied from or to.")
    }
    try await storage.migrate()
    return storage
  }

  private static func count(_ storage: any Inspectable) async throws -> Int {
    try await storage.inspect { [catalog = storage.catalog] transaction in
      var rows = 0
      for table in try await TableShape.all(transaction, catalog) {
        rows += try await transaction.query(table.count).first.map { try $0[0] } ?? 0
      }
      return rows
    }
  }

  private static func checkSameSchema(_ source: any Inspectable, _ target: any NamespaceEngine) async throws {
    let there = try await source.inspect { [catalog = source.catalog] in try await TableShape.all($0, catalog) }
    let here = try await target.inspect { [catalog = target.catalog] in try await TableShape.all($0, catalog) }
    guard there == here else {
      throw StorageError(
        .migrationChanged,
        "The tables of '\(source.namespace.id)' differ on both sides: \(Set(there).symmetricDifference(here).map(\.name))."
      )
    }
  }
}

/// Counts rows over all tables of a copy.
final class TransferCounter: Sendable {
  private let total: Int
  private let done = Mutex(0)
  private let tell: @Sendable (TransferProgress) -> Void

  init(total: Int, tell: @escaping @Sendable (TransferProgress) -> Void) {
    self.total = total
    self.tell = tell
  }

  func add(_ rows: Int, of table: String) {
    let sum = done.withLock {
      $0 += rows
      return $0
    }
    tell(TransferProgress(table: table, rowsDone: sum, rowsTotal: total))
  }
}
