internal import FieldhouseKit

/// The statement that applies the scores of a ``ScoreQuery`` where they are, and notes which entries have changed
/// (``ScoreNotes``). It answers with a row for each: number, account, score, t1, t2, t3, achieved_at, details.
struct QueriedScores: Sendable {
  let text: String
  let values: [SQLValue]
  private let position: BoardPosition

  /// - Throws: ``StorageError`` for a query that may not be asked.
  init(_ scores: ScoreQuery, at position: BoardPosition, _ statements: ScoreSetStatements) throws(StorageError) {
    let query = scores.query
    let count = query.values.count
    let attempts = try StatementInspector.enclosable(query.text)
    try StatementInspector.check(query.text, takes: query.values.count)
    let (board, season, part, instant) = ("?\(count + 1)", "?\(count + 2)", "?\(count + 3)", "?\(count + 4)")
    let ties = (0..<3).map { $0 < scores.tieBreaks.count ? scores.tieBreaks[$0].asSQLName : "0" }
    let shown = scores.details.isEmpty ? nil : Self.object(scores.details)
    let kind = shown == nil ? statements.plain : statements.detailed
    self.position = position
    values =
      query.values + [position.board, position.season, position.partition].map(SQLValue.text)
      + [.integer(scores.achievedAt.millisecondsSince1970)]
    text = """
      with attempts as (
      \(attempts)
      ), changed as (
        insert into fieldhouse_board_entries as e (\(BoardStatements.columns)\(shown == nil ? "" : ", details"))
          select \(board), \(season), \(part), account, score, \(ties.joined(separator: ", ")), \(instant)::bigint\(shown.map { ", " + $0 } ?? "")
          from attempts order by account\(kind.conflict)
        returning account, score, t1, t2, t3, achieved_at, details),
      noted as (\(ScoreNotes.insertion(from: "select \(board) as board, \(season) as season, \(part) as partition, account from changed")))
      select sequence, account, score, t1, t2, t3, achieved_at, details from noted, changed
      """
  }

  /// What the answer says has changed.
  func note(_ rows: [Row], _ tieBreakCount: Int, in effects: TransactionEffects) throws {
    guard let sequence = try rows.first.map({ try $0[0] as Int64 }) else { return }
    effects.notes.append(sequence)
    for row in rows {
      let entry = try LedgerEntry(account: try row[1], row: row, from: 2, tieBreakCount: tieBreakCount)
      effects.append(entry.account, at: position, entry, sequence: sequence)
    }
  }

  /// As ``DetailsTexts`` writes it.
  private static func object(_ names: [String]) -> String {
    let members = Set(names).sorted().map { name in
      let key = JSON.string(name).serialized().split(separator: "'", omittingEmptySubsequences: false)
      return "'\(key.joined(separator: "''")):' || coalesce(to_json(\(name.asSQLName))::text, 'null')"
    }
    return "'{' || " + members.joined(separator: " || ',' || ") + " || '}'"
  }
}
