internal import FieldhouseKit

/// How much one query of a plugin may answer with. What is handed over row by row has no such limit.
public struct QueryLimits: Sendable, Hashable {
  /// The most rows. Default 100,000.
  public var rows: Int
  /// The most bytes in all values: a text counts its UTF-8, a number eight. Default 64 MiB.
  public var bytes: Int

  /// Limits.
  public init(rows: Int = 100_000, bytes: Int = 64 << 20) {
    self.rows = rows
    self.bytes = bytes
  }

  /// For the host's own queries.
  public static let unlimited = QueryLimits(rows: .max, bytes: .max)
}

/// Measures the answer of one query while it comes.
struct AnswerMeter: Sendable {
  private let namespace: String
  private let limits: QueryLimits
  private var rows = 0
  private var bytes = 0

  init(_ namespace: String, _ limits: QueryLimits) {
    self.namespace = namespace
    self.limits = limits
  }

  /// - Throws: ``StorageError`` `storage-result-too-large`, naming namespace and limit.
  mutating func add(_ row: Row) throws(StorageError) {
    rows += 1
    bytes += row.values.reduce(0) { $0 + $1.size }
    if rows > limits.rows { throw refusal("\(limits.rows) rows", "queryRows") }
    if bytes > limits.bytes { throw refusal("\(limits.bytes) bytes", "queryMegabytes") }
  }

  private func refusal(_ limit: String, _ setting: String) -> StorageError {
    StorageError(
      .tooLarge,
      "A query of the plugin '\(namespace)' answers with more than \(limit). Let it name a limit or use forEach; the "
        + "operator's setting is \(setting).")
  }
}

extension SQLValue {
  /// Its size in an answer, in bytes.
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    case .null, .integer, .real: 8
    }
  }
}
