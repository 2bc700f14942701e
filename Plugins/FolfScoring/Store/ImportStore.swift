import FieldhouseKit
import Foundation

/// Rounds that were played elsewhere.
enum ImportStore {
  /// How many lines of a round are taken over: more are no card of people who have played together.
  static let mostLines = 100

  /// Those of some rounds that somebody does not have yet: a course, a layout and a beginning are one round.
  static func unknown(
    _ rounds: [ScoreFile.PlayedRound], for account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [ScoreFile.PlayedRound] {
    let ids: [String] = try await transaction.query("select round from players where account = \(account)").map {
      try $0[0]
    }
    var known: Set<String> = []
    for start in stride(from: 0, to: ids.count, by: 500) {
      let part = Array(ids[start..<min(start + 500, ids.count)])
      for row in try await transaction.query(
        "select course_name, layout_name, started_at from rounds where id in (\(list: part))")
      {
        let began: Date? = try row["started_at"]
        known.insert(key(try row["course_name"], try row["layout_name"], began ?? .distantPast))
      }
    }
    return rounds.filter { known.insert(key($0.course, $0.layout.name, $0.startedAt)).inserted }
  }

  /// Writes a round down as one that is over: a row of somebody's own, and the others as players without accounts.
  static func add(
    _ played: ScoreFile.PlayedRound, of person: Account, named name: String, at now: Date,
    in transaction: any Transaction
  ) async throws {
    let id = RoundStore.newID()
    try await transaction.execute(
      """
      insert into rounds (id, host, state, course_name, layout_name, layout, games, version, created_at, touched_at,
        started_at, ended_at)
      values (\(id), \(person.id), 'finished', \(played.course), \(played.layout.name),
        \(try JSONText.encode(played.layout)), '[{"kind":"stroke"}]', 0, \(played.startedAt), \(now),
        \(played.startedAt), \(played.startedAt))
      """)
    let saved = try await ProfileStore.profile(of: person.id, in: transaction).cardName
    var mine = false
    // Of a competition those are on the card who played in the same group.
    let group = played.lines.first { $0.name == name }?.group
    let lines = card(played.lines.filter { $0.group == group }, of: name)
    for line in lines {
      let isMine = line.name == name && !mine
      mine = mine || isMine
      try await RoundStore.add(
        account: isMine ? person.id : nil, name: isMine ? person.name : String(line.name.prefix(40)),
        by: isMine ? nil : person.id, saved: isMine ? saved : "", to: id, in: transaction)
    }
    try await transaction.grant("host", to: person.id, in: Scope("round", id))
    try await enter(lines, of: played, id, author: person.id, at: now, in: transaction)
  }

  /// The first lines, and one's own in any case.
  private static func card(_ lines: [ScoreFile.Line], of name: String) -> [ScoreFile.Line] {
    guard lines.count > mostLines else { return lines }
    let own = lines.dropFirst(mostLines - 1).first { $0.name == name }
    let first = lines.prefix(own == nil ? mostLines : mostLines - 1)
    return Array(first) + (own.map { [$0] } ?? [])
  }

  private static func enter(
    _ lines: [ScoreFile.Line], of played: ScoreFile.PlayedRound, _ id: String, author: AccountID, at now: Date,
    in transaction: any Transaction
  ) async throws {
    let (round, players) = try await RoundStore.roundWithPlayers(id, in: transaction)
    let entries = zip(players, lines).flatMap { player, line in
      // Hole 0 says that somebody did not finish.
      (line.isOut ? [(0, 1)] : []).map { entry($0.0, $0.1, player) }
        + line.throwCounts.enumerated().compactMap { index, value in value.map { entry(index + 1, $0, player) } }
    }
    func entry(_ hole: Int, _ value: Int, _ player: Player) -> Entry {
      Entry(
        id: "\(player.id)-\(hole)", place: CellPlace(player: player.id, hole: hole), value: value, base: [],
        author: author.text, device: "import", enteredAt: played.startedAt)
    }
    _ = try await EntryStore.take(entries, into: round, of: players, at: now, in: transaction)
  }

  private static func key(_ course: String, _ layout: String, _ start: Date) -> String {
    "\(course)\u{0}\(layout)\u{0}\(start.millisecondsSince1970)"
  }
}
