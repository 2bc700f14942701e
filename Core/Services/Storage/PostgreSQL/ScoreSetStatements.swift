internal import FieldhouseKit

/// The statements of one board that apply many attempts at different entries of one season, and note which entries have
/// changed (``ScoreNotes``).
///
/// Their values are the board, the season, and arrays with one element for each attempt: partition, account, score, time of
/// the attempt, the board's tie-breaks and, for attempts with details, those. They answer with nothing when nothing has
/// changed; with one row when every attempt is now the entry, which has the number of the note, how many entries are new
/// and no account; else with a row for each entry that has changed: number, new ones, partition, account, score, t1, t2,
/// t3, achieved_at, details.
struct ScoreSetStatements: Sendable {
  /// One kind of attempts.
  struct Kind: Sendable {
    /// Combines each attempt with the entry there is.
    let combining: HostStatement
    /// Fails when one of them has an entry; takes half the time of the other when none has.
    let adding: HostStatement
    /// What is done with the entry there is, behind `insert`.
    let conflict: String
  }

  /// For attempts that leave the details as they are.
  let plain: Kind
  /// For attempts that replace the details, also when the attempt does not count.
  let detailed: Kind

  init(_ rule: ScoreRule, tieBreakCount: Int) {
    let columns = ScoreSetColumns(tieBreakCount: tieBreakCount, hasDetails: false)
    let detailedColumns = ScoreSetColumns(tieBreakCount: tieBreakCount, hasDetails: true)
    let conflict = BoardStatements.conflict + rule.assignments(guarded: false) + rule.condition
    let detailedConflict =
      BoardStatements.conflict + rule.assignments(guarded: true) + ", details = excluded.details"
    plain = Kind(combining: columns.statement(conflict), adding: columns.addition, conflict: conflict)
    detailed = Kind(
      combining: detailedColumns.statement(detailedConflict), adding: detailedColumns.addition,
      conflict: detailedConflict)
  }
}

/// What the arrays of a set are, in their order.
private struct ScoreSetColumns {
  /// The columns of text; all others are whole numbers.
  private static let texts: Set = ["partition", "account", "details"]
  /// The columns, those that are compared with the entries first.
  private let names: [String]
  private let tieBreakCount: Int
  private let hasDetails: Bool

  init(tieBreakCount: Int, hasDetails: Bool) {
    self.tieBreakCount = tieBreakCount
    self.hasDetails = hasDetails
    names = ["partition", "account", "score", "achieved_at"] + ["t1", "t2", "t3"].prefix(tieBreakCount)
  }

  func statement(_ conflict: String) -> HostStatement {
    HostStatement(
      """
      with changed as (\(insertion)\(conflict)
        returning partition, account, score, t1, t2, t3, achieved_at, details, xmax = 0 as is_new),
      noted as (\(ScoreNotes.insertion(from: "select ?1 as board, ?2 as season, partition, account from changed"))),
      result as (select \(isWhole) as is_whole, count(*) filter (where is_new) as new from changed)
      select sequence, new, null as partition, null as account, null::bigint as score, null::bigint as t1,
        null::bigint as t2, null::bigint as t3, null::bigint as achieved_at, null as details
      from noted, result where is_whole
      union all select sequence, new, partition, account, score, t1, t2, t3, achieved_at, details
      from noted, result, changed where not is_whole
      """)
  }

  /// Every attempt becomes an entry, or the statement fails: what has changed need not be looked at, only that all of it has.
  var addition: HostStatement {
    HostStatement(
      """
      with changed as (\(insertion) returning 1),
      noted as (\(ScoreNotes.insertion(ofBoard: "?1", season: "?2", partitions: "?3::text[]", accounts: "?4::text[]", of: "changed")))
      select sequence, size as new, null as partition, null as account, null::bigint as score, null::bigint as t1,
        null::bigint as t2, null::bigint as t3, null::bigint as achieved_at, null as details
      from noted
      """)
  }

  private var insertion: String {
    let all = names + (hasDetails ? ["details"] : [])
    let arrays = all.enumerated().map { "?\($0 + 3)::\(Self.texts.contains($1) ? "text" : "bigint")[]" }
    let ties = (1...3).map { $0 <= tieBreakCount ? "t\($0)" : "0" }.joined(separator: ", ")
    let details = hasDetails ? ", details" : ""
    return """
      insert into fieldhouse_board_entries as e (\(BoardStatements.columns)\(details))
        select ?1, ?2, partition, account, score, \(ties), achieved_at\(details)
        from unnest(\(arrays.joined(separator: ", "))) as attempts (\(all.joined(separator: ", ")))
      """
  }

  /// Whether the entries are the attempts, which come in the same order; if they did not, more would be told than needed.
  private var isWhole: String {
    let alike = names.enumerated().map { "array_agg(\($1)) = ?\($0 + 3)" }
    return (alike + (hasDetails ? [] : ["bool_and(details is null)"])).joined(separator: " and ")
  }
}
