internal import FieldhouseKit

/// How an engine notes, in the statement that changes board entries itself, which ones have changed.
struct ChangeNotes: Sendable {
  /// What an entry is found by.
  static let key = "board, season, partition, account"

  /// An expression that numbers changes.
  let sequence: String
  /// A query over one value that holds many attempts; its columns are those of the entries.
  let attempts: String
  /// A clause that notes the changes of the query `changed`, which has the columns of ``key`` and `sequence`.
  let note: String

  /// The statement that makes a change and notes it.
  /// - Parameters:
  ///   - change: an insert, update or delete of entries without an answer of its own.
  ///   - answer: the columns to answer with, before the number of the change; nil for that alone.
  func noting(_ change: String, answer: String?) -> String {
    let columns = answer.map { Self.key + ", " + Self.withoutKey($0) } ?? Self.key
    return "with changed as (\(change) returning \(columns), \(sequence) as sequence), noted as (\(note)) "
      + "select " + (answer.map { Self.sorted($0) } ?? "sequence") + " from changed"
  }

  /// Where many attempts come from instead of `values`.
  func rows(_ columns: String) -> String { " select \(columns) from (\(attempts)) as attempts" }

  private static func withoutKey(_ columns: String) -> String {
    columns.hasSuffix(", " + key) ? String(columns.dropLast(key.count + 2)) : columns
  }

  /// The number comes after the entry and before the key.
  private static func sorted(_ columns: String) -> String {
    let entry = withoutKey(columns)
    return entry + ", sequence" + (entry == columns ? "" : ", " + key)
  }
}

/// The statements that apply many attempts of different entries at once; the attempts are one value. They answer with the
/// entries that have changed: score, t1, t2, t3, achieved_at, details, number of the change, board, season, partition,
/// account.
struct ScoreSetStatements: Sendable {
  let score: HostStatement
  let scoreWithDetails: HostStatement

  init(score: String, scoreWithDetails: String) {
    self.score = HostStatement(score)
    self.scoreWithDetails = HostStatement(scoreWithDetails)
  }
}
