import FieldhouseKit
import Foundation

/// Scores of several cards, one of each: the same comes of them as of ``EntryStore/take(_:into:of:at:in:)`` one after the other. On
/// these cards everybody throws alone and all phones write one card, while it is played.
struct EntrySet {
  /// A player's row, as it is before the score.
  struct CardRow: Sendable {
    let round: String
    let tee: TeeColour
    /// The ``PlayedRound/text``; empty where nothing was entered.
    let kept: String
    let layout: Layout
    /// The round's.
    let version: Int
  }

  private struct Score {
    let entered: Entered
    let row: CardRow
    /// Which of those that are entered.
    let place: Int

    var cell: CellPlace { entered.entry.place }
  }

  private var scores: [Score] = []

  /// - Parameter rows: by the ids of the players.
  init(_ entered: [Entered], of rows: [String: CardRow]) {
    var cards: Set<String> = []
    for (place, one) in entered.enumerated() {
      let cell = one.entry.place
      // Whether somebody did not finish, and what is in the first player's row for all, is about more than a hole of a row.
      guard cell.hole > 0, !cell.mark.isShared, let row = rows[cell.player], row.round == one.round,
        Refusal(one.entry, players: [cell.player], layout: row.layout) == nil, cards.insert(one.round).inserted
      else { continue }
      scores.append(Score(entered: one, row: row, place: place))
    }
  }

  /// The rows for which there are scores, by the ids of the players: those of which a set can keep some. A row with entries of which
  /// nothing was kept beside it is of before anything was.
  static func rows(of entered: [Entered], in transaction: any ReadTransaction) async throws -> [String: CardRow] {
    let found = try await transaction.query(
      """
      select p.id, p.round, p.tee, p.line, r.layout, r.version, r.state, r.format, r.is_independent,
        case when p.line = '' then (select count(*) from entries e where e.player = p.id) else 0 end as unkept
      from players p join rounds r on r.id = p.round
      where p.id in (\(list: entered.map(\.entry.place.player))) and r.id in (\(list: entered.map(\.round)))
      """)
    var rows: [String: CardRow] = [:]
    for row in found {
      let (state, format, isIndependent): (String, String, Bool) = (
        try row["state"], try row["format"], try row["is_independent"]
      )
      let (tee, unkept): (String, Int) = (try row["tee"], try row["unkept"])
      guard state == Round.State.running.rawValue, format == TeamFormat.own.rawValue, !isIndependent, unkept == 0
      else { continue }
      rows[try row["id"]] = CardRow(
        round: try row["round"], tee: TeeColour(rawValue: tee) ?? .red, kept: try row["line"],
        layout: try LayoutMemory.layout(row["layout"]), version: try row["version"])
    }
    return rows
  }

  /// Keeps the scores that are new, in cells with room for them, and tells those who watch.
  /// - Returns: those that were kept, with the version of the round that has each.
  func keep(in transaction: any Transaction) async throws -> [(place: Int, version: Int)] {
    if scores.isEmpty { return [] }
    let known = try await known(in: transaction)
    var rows: (entries: [SQL], players: [SQL]) = ([], [])
    var news: [RoundStore.News] = []
    var kept: [(place: Int, version: Int)] = []
    for score in scores {
      let (entered, row, version) = (score.entered, score.row, score.row.version + 1)
      guard let played = Self.played(score, besides: known[row.round] ?? []) else { continue }
      rows.entries.append(try EntryStore.row(entered.entry, row.round, version: version))
      rows.players.append(Self.row(played, of: score))
      news.append(RoundStore.News(round: row.round, version: version, at: entered.now, cell: score.cell))
      kept.append((score.place, version))
    }
    if kept.isEmpty { return [] }
    try await EntryStore.insert(rows.entries, in: transaction)
    try await Self.write(rows.players, in: transaction)
    try await RoundStore.touch(news, in: transaction)
    return kept
  }

  /// What the cards have at the holes of the scores, and under their ids, by the rounds.
  private func known(in transaction: any ReadTransaction) async throws -> [String: [Entry]] {
    let places = scores.map { score in
      """
      (player = \(score.cell.player) and hole = \(score.cell.hole))
        or (round = \(score.row.round) and id = \(score.entered.entry.id))
      """ as SQL
    }
    var found: [String: [Entry]] = [:]
    for row in try await transaction.query(
      "select round, \(StoredEntry.columns) from entries where \(SQL.joined(places, by: " or "))")
    {
      found[try row["round"], default: []].append(try StoredEntry(row).entry)
    }
    return found
  }

  /// What the row says with a score; nil where its id is taken, or the cell is full.
  private static func played(_ score: Score, besides known: [Entry]) -> PlayedRound? {
    let (entry, row, player) = (score.entered.entry, score.row, score.cell.player)
    guard !known.contains(where: { $0.id == entry.id }),
      known.count(where: { $0.place == entry.place }) < EntryStore.mostOfCell
    else { return nil }
    let card = Card(layout: row.layout, players: [player], tees: [player: row.tee], entries: known + [entry])
    return PlayedRound(of: player, on: card, hole: score.cell.hole, kept: row.kept)
  }

  private static func row(_ played: PlayedRound, of score: Score) -> SQL {
    """
    (\(score.cell.player), \(score.row.round), '', 0, \(played.throwCount), \(played.toPar), \(played.scored),
      \(played.isComplete ? 1 : 0), \(played.text))
    """
  }

  /// - Parameter rows: of players that there are, whose name and place stay as they are.
  private static func write(_ rows: [SQL], in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into players (id, round, name, place, throws, to_par, holes, is_complete, line) values \(rows: rows)
      on conflict (id) do update set throws = excluded.throws, to_par = excluded.to_par, holes = excluded.holes,
        is_complete = excluded.is_complete, line = excluded.line
      """)
  }
}
