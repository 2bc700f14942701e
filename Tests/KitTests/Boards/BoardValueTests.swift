import FieldhouseKit
import Foundation
import Testing

@Suite struct `A board in a manifest` {
  private func read(_ value: JSON) throws -> BoardDeclaration {
    try JSONValueDecoder().decode(BoardDeclaration.self, from: value)
  }

  @Test func `takes the defaults for what is left out`() throws {
    let board = try read(["id": "points", "title": "Points"])
    #expect(board == BoardDeclaration(id: "points", title: "Points"))
    #expect(board.order == .descending)
    #expect(board.operator == .best)
    #expect(board.numbering == .standard)
    #expect(board.seasons == .none)
    #expect(!board.earliestWins)
    #expect(board.entries == nil)
    #expect(board.teams.isEmpty)
  }

  @Test func `says everything there is to say, and is written as it is read`() throws {
    let value: JSON = [
      "id": "steps", "title": "Steps", "order": "ascending", "operator": "sum",
      "tieBreaks": [["column": "days", "order": "ascending"]],
      "earliestWins": true, "numbering": "dense", "seasons": "weekly",
      "entries": ["column": "days", "minimum": 3, "available": "possible"],
      "teams": [["kind": "club", "scoring": "best", "count": 5, "minimumSize": 2], ["kind": "country"]],
    ]
    let board = try read(value)
    #expect(board.order == .ascending)
    #expect(board.operator == .sum)
    #expect(board.tieBreaks == [.init(column: "days", order: .ascending)])
    #expect(board.entries == .init(column: "days", minimum: 3, available: "possible"))
    #expect(board.teams == [.init(kind: "club", scoring: .best, count: 5, minimumSize: 2), .init(kind: "country")])
    #expect(board.teams[1].scoring == .sum)
    #expect(board.teams[1].count == 10)
    #expect(try read(JSON(encoding: board)) == board)
  }

  @Test(
    arguments: [
      (["title": "x"], "/id"), (["id": "x"], "/title"), (["id": 1, "title": "x"], "/id"),
      (["id": "x", "title": "x", "order": 1], "/order"),
      (["id": "x", "title": "x", "tieBreaks": [["order": "ascending"]]], "/tieBreaks/0/column"),
      (["id": "x", "title": "x", "entries": ["minimum": 1]], "/entries/column"),
      (["id": "x", "title": "x", "teams": [["count": 1]]], "/teams/0/kind"),
    ] as [(JSON, String)])
  func `that lacks something says where`(value: JSON, pointer: String) {
    let error = #expect(throws: JSONDecodingError.self) { try read(value) }
    #expect(error?.pointer.description == pointer)
  }
}

@Suite struct `A board's page as JSON` {
  private let ann = Account(
    id: AccountID("a1"), kind: .user, name: "Ann \"A\"", username: "ann", country: "NL", picture: "/p/1")
  private let guest = Account(id: AccountID("g1"), kind: .guest, name: "User1")

  private var page: BoardPage {
    var me = BoardEntry(rank: 2, account: ann, score: -5, tieBreaks: [1, -2], details: ["n": 1, "x": [.null, "é"]])
    me.percentile = 62.5
    var first = BoardEntry(rank: 1, account: guest, score: .max)
    first.perEntry = 0.1
    return BoardPage(board: "points", season: "2026", size: 2, me: me, items: [first, me], next: "c/2")
  }

  @Test func `leaves out what an account does not tell, and says null where a page has nothing`() throws {
    let json = try JSON(encoding: page)
    #expect(json["items"]?[0]?["account"] == ["id": "g1", "kind": "guest", "name": "User1"])
    #expect(json["me"]?["account"]?.object?.keys == ["id", "kind", "name", "username", "country", "picture"])
    let empty = BoardPage(board: "b", season: "all", size: 0, me: nil, items: [], next: nil)
    #expect(
      try JSON(encoding: empty) == ["board": "b", "season": "all", "size": 0, "me": .null, "items": [], "next": .null])
  }

  @Test func `fits its own schema, and nothing else does`() throws {
    let schema = try CompiledSchema(BoardPage.schema)
    let json = try JSON(encoding: page)
    #expect(schema.validate(json).isEmpty)
    for key in ["board", "season", "size", "me", "items", "next"] {
      var members = try #require(json.object)
      members[key] = nil
      #expect(schema.validate(.object(members)).map(\.code) == ["required"])
    }
    var members = try #require(json.object)
    members["items"] = [["rank": 0]]
    #expect(!schema.validate(.object(members)).isEmpty)
  }

  @Test func `of teams fits its own schema`() throws {
    let team = TeamEntry(rank: 1, team: "ajax", score: 12.5, members: 2)
    let page = TeamPage(board: "b", season: "all", kind: "club", size: 1, me: team, items: [team], next: nil)
    let json = try JSON(encoding: page)
    #expect(json["items"]?[0] == ["rank": 1, "team": "ajax", "score": 12.5, "members": 2])
    #expect(try CompiledSchema(TeamPage.schema).validate(json).isEmpty)
  }
}

@Suite struct `Names that travel as texts` {
  @Test func `are written bare and read back`() throws {
    let id = AccountID("x/é")
    #expect(try JSON(encoding: [id]) == ["x/é"])
    #expect(try JSONValueDecoder().decode([AccountID].self, from: ["x/é"]) == [id])
    #expect(id.description == "x/é")
    #expect(try JSON(encoding: [Account.Kind.guest, .user]) == ["guest", "user"])
    #expect(throws: JSONDecodingError.self) { try JSONValueDecoder().decode(AccountID.self, from: 1) }
  }

  @Test func `of notifications carry everything over`() throws {
    let request = NotificationRequest(
      recipients: [AccountID("a"), AccountID("b")], kind: "goal", text: "t", arguments: ["x": "y"], link: "/l",
      deduplicationKey: "k")
    #expect(try JSONValueDecoder().decode(NotificationRequest.self, from: JSON(encoding: request)) == request)
    let bare = NotificationRequest(recipients: [], kind: "goal", text: "t")
    #expect(try JSON(encoding: bare) == ["recipients": [], "about": [], "kind": "goal", "text": "t", "arguments": [:]])
    let older: JSON = ["recipients": ["a"], "kind": "goal", "text": "t", "arguments": [:]]
    let read = try JSONValueDecoder().decode(NotificationRequest.self, from: older)
    #expect(read == NotificationRequest(recipients: [AccountID("a")], kind: "goal", text: "t"))
  }
}
