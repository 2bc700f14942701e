import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What a plugin asks of a board` {
  @Test func `is the top ten of the whole board in the running season, unless told`() {
    let query = BoardQuery(board: "points")
    #expect(query.season == nil && query.partition.isEmpty && query.view == .top && query.viewer == nil)
    #expect(query.limit == 10 && query.after == nil && !query.isFair)
    let teams = TeamQuery(board: "points", kind: "club")
    #expect(teams.season == nil && teams.viewer == nil && teams.limit == 10 && teams.after == nil)
  }

  @Test func `has a view by name`() {
    let views = [BoardQuery.View.top, .around, .friends, .followed]
    #expect(views.map(\.name) == ["top", "around", "friends", "followed"])
    #expect(views == views.map { BoardQuery.View($0.name) } && Set(views).count == 4)
  }

  @Test func `differs by every part`() {
    let base = BoardQuery(board: "b")
    var all = Array(repeating: base, count: 8)
    all[0].board = "c"
    all[1].season = "all"
    all[2].partition = "club/x"
    all[3].view = .around
    all[4].viewer = AccountID("a")
    all[5].limit = 11
    all[6].after = ""
    all[7].isFair = true
    #expect(Set(all + [base]).count == 9)
  }

  @Test func `a change of a score counts on the whole board, and keeps what is shown, unless told`() {
    let change = ScoreChange(board: "b", account: AccountID("a"), score: -3, achievedAt: .distantPast)
    #expect(change.partitions == [""] && change.tieBreaks.isEmpty && change.details == nil)
    #expect(!change.isWithdrawal && change.season == nil && change.score == -3)
    var withdrawal = change
    withdrawal.isWithdrawal = true
    #expect(withdrawal != change)
  }

  @Test func `a row shows no more than its score, unless told`() {
    let account = Account(id: AccountID("a"), kind: .guest, name: "A")
    let entry = BoardEntry(rank: 3, account: account, score: 1)
    #expect(entry.tieBreaks.isEmpty && entry.details == [:] && entry.percentile == nil && entry.perEntry == nil)
    let member = MemberEntry(rank: 1, entry: entry)
    #expect(member.rank == 1 && member.entry.rank == 3 && member != MemberEntry(rank: 2, entry: entry))
  }
}

@Suite struct `The rules of a board` {
  private static func declaration(_ random: inout SeededRandom) -> BoardDeclaration {
    let orders = [BoardDeclaration.Order.ascending, .descending, .init("odd")]
    let operators = [BoardDeclaration.Operator.best, .latest, .sum, .init("median")]
    let numberings = [BoardDeclaration.Numbering.standard, .dense, .ordinal]
    let seasons = ["none", "daily", "weekly", "monthly", "yearly", "manual"].map { BoardDeclaration.Seasons($0) }
    let scorings = [BoardDeclaration.Teams.Scoring.sum, .average, .best]
    let breaks = (0..<random.next(below: 4)).map { index in
      BoardDeclaration.TieBreak(column: "c\(index)", order: orders[random.next(below: 3)])
    }
    let teams = (0..<random.next(below: 3)).map { index in
      BoardDeclaration.Teams(
        kind: "k\(index)", scoring: scorings[random.next(below: 3)], count: 1 + random.next(below: 1_000),
        minimumSize: 1 + random.next(below: 9))
    }
    let entries = BoardDeclaration.Entries(
      column: random.text(), minimum: random.next(below: 5), available: random.next(below: 2) == 0 ? nil : "a")
    return BoardDeclaration(
      id: random.text(), title: random.text(), order: orders[random.next(below: 3)],
      operator: operators[random.next(below: 4)], tieBreaks: breaks, earliestWins: random.next(below: 2) == 0,
      numbering: numberings[random.next(below: 3)], seasons: seasons[random.next(below: 6)],
      entries: random.next(below: 2) == 0 ? nil : entries, teams: teams)
  }

  @Test(arguments: 1...4) func `come back from a manifest as they were written, also by names of later versions`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let board = Self.declaration(&random)
      #expect(try JSONValueDecoder().decode(BoardDeclaration.self, from: JSON(encoding: board)) == board)
      #expect(try JSONDecoder().decode(BoardDeclaration.self, from: JSONEncoder().encode(board)) == board)
    }
  }

  @Test func `are written as plain names`() throws {
    let board = BoardDeclaration(id: "b", title: "B", tieBreaks: [.init(column: "c")], teams: [.init(kind: "club")])
    #expect(
      try JSON(encoding: board) == [
        "id": "b", "title": "B", "order": "descending", "operator": "best",
        "tieBreaks": [["column": "c", "order": "descending"]], "earliestWins": false, "numbering": "standard",
        "seasons": "none", "teams": [["kind": "club", "scoring": "sum", "count": 10, "minimumSize": 1]],
      ])
    #expect(try JSON(encoding: BoardDeclaration.Entries(column: "n")) == ["column": "n", "minimum": 0])
  }

  @Test(arguments: [
    (#"{"id": "x", "title": "x", "operator": ["sum"]}"#, "/operator", "type"),
    (#"{"id": "x", "title": "x", "numbering": 1}"#, "/numbering", "type"),
    (#"{"id": "x", "title": "x", "seasons": {}}"#, "/seasons", "type"),
    (#"{"id": "x", "title": "x", "earliestWins": "yes"}"#, "/earliestWins", "type"),
    (#"{"id": "x", "title": "x", "tieBreaks": [{"column": "c"}]}"#, "/tieBreaks/0/order", "required"),
    (#"{"id": "x", "title": "x", "entries": {"column": "c", "minimum": 1.5}}"#, "/entries/minimum", "type"),
    (#"{"id": "x", "title": "x", "teams": [{"kind": "k"}, {"kind": "k", "scoring": 1}]}"#, "/teams/1/scoring", "type"),
    (#"{"id": "x", "title": "x", "teams": {}}"#, "/teams", "type"),
  ])
  func `that cannot be read say where and why`(text: String, pointer: String, code: String) throws {
    let value = try JSON(parsing: text)
    let error = #expect(throws: JSONDecodingError.self) {
      try JSONValueDecoder().decode(BoardDeclaration.self, from: value)
    }
    #expect(error?.pointer.description == pointer && error?.code == code)
  }
}

@Suite struct `The season of an instant` {
  private func seasons(_ seconds: Double) -> [String?] {
    ["none", "daily", "weekly", "monthly", "yearly", "manual", "odd"].map {
      BoardDeclaration.Seasons($0).season(at: Date(timeIntervalSince1970: seconds))
    }
  }

  @Test func `is the same by every rule for what is written as the same instant`() {
    // Sunday 2026-11-29, 23:59:59.9996: to the millisecond it is Monday, as what is kept of it says.
    let monday = 1_795_996_800.0
    #expect(seasons(monday) == ["all", "2026-11-30", "2026-W49", "2026-11", "2026", nil, nil])
    #expect(seasons(monday - 0.0004) == seasons(monday))
    #expect(seasons(monday - 0.0006) == ["all", "2026-11-29", "2026-W48", "2026-11", "2026", nil, nil])
  }

  @Test func `ends with the years that can be written`() {
    #expect(seasons(253_402_300_799) == ["all", "9999-12-31", "9999-W52", "9999-12", "9999", nil, nil])
    #expect(seasons(-62_167_219_200) == ["all", "0000-01-01", nil, "0000-01", "0000", nil, nil])
    #expect(seasons(-62_167_219_200 + 2 * 86_400) == ["all", "0000-01-03", "0000-W01", "0000-01", "0000", nil, nil])
    #expect(seasons(.infinity) == ["all", nil, nil, nil, nil, nil, nil])
    #expect(seasons(.nan) == ["all", nil, nil, nil, nil, nil, nil])
  }
}
