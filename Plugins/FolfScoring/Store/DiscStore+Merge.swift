import FieldhouseKit

// What becomes of a bag when two accounts become one, and of what was noted with it.
extension DiscStore {
  /// How many rows of cards are taken at once: their entries, a hundred for each of 99 holes at most, are one answer.
  private static let slice = 10
  /// How many entries are written by one statement.
  private static let most = 64

  /// The discs that an entry names.
  private struct Noted {
    let round: String
    let id: String
    let discs: [Int]
  }

  /// Puts somebody's discs behind another's, as far as there is room in a bag. The rows that are the person's still name
  /// them by their new numbers from then on, and those for which there is no room no more.
  static func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    let last: Int = try await transaction.query(
      "select coalesce(max(number), 0) as n from discs where account = \(other)")[0]["n"]
    if last > 0 { try await renumber(of: account, by: last, in: transaction) }
    try await transaction.execute("delete from discs where account = \(account) and number > \(DiscBag.most - last)")
    try await transaction.execute(
      "update discs set account = \(other), number = number + \(last) where account = \(account)")
  }

  /// The numbers behind those of another bag.
  private static func moved(_ discs: [Int], by last: Int) -> [Int] {
    discs.map { $0 + last }.filter { $0 <= DiscBag.most }
  }

  private static func renumber(of account: AccountID, by last: Int, in transaction: any Transaction) async throws {
    let rows: [(id: String, line: String)] = try await transaction.query(
      "select id, line from players where account = \(account) order by id"
    ).map { (try $0["id"], try $0["line"]) }
    for start in stride(from: 0, to: rows.count, by: slice) {
      let some = rows[start..<min(start + slice, rows.count)]
      for row in some {
        let line = moved(row.line, by: last)
        guard line != row.line else { continue }
        try await transaction.execute("update players set line = \(line) where id = \(row.id)")
      }
      let noted = try await noted(of: some.map { $0.id }, in: transaction)
      try await write(
        noted.map { Noted(round: $0.round, id: $0.id, discs: moved($0.discs, by: last)) }, in: transaction)
    }
  }

  private static func moved(_ line: String, by last: Int) -> String {
    let holes = PlayedRound.holes(line).map { hole in
      var hole = hole
      hole.discs = moved(hole.discs, by: last)
      return hole
    }
    return PlayedRound(holes: holes, toPar: 0, isComplete: false).text
  }

  private static func noted(of rows: [String], in transaction: any ReadTransaction) async throws -> [Noted] {
    try await transaction.query(
      """
      select round, id, value, more from entries
      where player in (\(list: rows.padded)) and mark = \(Mark.disc.rawValue) and value > 0
      """
    ).map { row in
      let (first, more): (Int, [Int]) = (try row["value"], try JSONText.decode(row["more"]))
      return Noted(round: try row["round"], id: try row["id"], discs: [first] + more)
    }
  }

  private static func write(_ entries: [Noted], in transaction: any Transaction) async throws {
    for start in stride(from: 0, to: entries.count, by: most) {
      let some = Array(entries[start..<min(start + most, entries.count)]).padded
      let values: [SQL] = some.map { "when round = \($0.round) and id = \($0.id) then \($0.discs.first ?? 0)" }
      let more: [SQL] = try some.map {
        "when round = \($0.round) and id = \($0.id) then \(try JSONText.encode(Array($0.discs.dropFirst())))"
      }
      try await transaction.execute(
        """
        update entries set value = case \(SQL.joined(values, by: " ")) else value end,
          more = case \(SQL.joined(more, by: " ")) else more end
        where round in (\(list: some.map(\.round))) and id in (\(list: some.map(\.id)))
        """)
    }
  }
}

extension Array {
  /// The elements, of which the last is repeated until they are as many as a power of two: statements are prepared by their
  /// texts, which are few then.
  fileprivate var padded: [Element] {
    guard let last, count > 1 else { return self }
    return self + repeatElement(last, count: (1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)) - count)
  }
}
