import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A page of teams as JSON` {
  private static let entry = TeamEntry(rank: 2, team: "a/\"x\"", score: 12.5, members: 3)

  private func text(_ page: TeamPage) throws -> String {
    var bytes: [UInt8] = []
    try JSONOutput.encode(page, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same, written member by member.
  private func naive(_ page: TeamPage) -> String {
    func quoted(_ text: String) -> String { JSON.string(text).serialized() }
    func row(_ row: TeamEntry) -> String {
      #"{"rank":\#(row.rank),"team":\#(quoted(row.team)),"score":\#(JSON.number(row.score).serialized()),"#
        + #""members":\#(row.members)}"#
    }
    return #"{"board":\#(quoted(page.board)),"season":\#(quoted(page.season)),"kind":\#(quoted(page.kind)),"#
      + #""size":\#(page.size),"me":\#(page.me.map(row) ?? "null"),"items":["#
      + page.items.map(row).joined(separator: ",") + #"],"next":\#(page.next.map(quoted) ?? "null")}"#
  }

  @Test(arguments: 1...4) func `is written in one order, with null where there is nothing`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let items = (0..<random.next(below: 5)).map { _ in
        TeamEntry(
          rank: 1 + random.next(below: 9), team: random.text(), score: random.real() / 7,
          members: random.next(below: 99))
      }
      let page = TeamPage(
        board: random.text(), season: random.text(), kind: random.text(), size: items.count, me: items.last,
        items: items, next: random.next(below: 2) == 0 ? nil : random.text())
      #expect(try text(page) == naive(page))
    }
  }

  @Test(
    arguments: [
      ("rank", 0, "minimum"), ("rank", 1.5, "type"), ("members", 0, "minimum"), ("score", "1", "type"),
      ("team", 1, "type"),
      ("rank", nil, "required"), ("team", nil, "required"), ("score", nil, "required"), ("members", nil, "required"),
      ("extra", 1, "unknown-key"),
    ] as [(String, JSON?, String)])
  func `has rows that its schema holds to`(name: String, value: JSON?, code: String) throws {
    let schema = try CompiledSchema(TeamPage.schema)
    let page = TeamPage(
      board: "b", season: "s", kind: "k", size: 1, me: Self.entry, items: [Self.entry, Self.entry], next: nil)
    let json = try JSON(encoding: page)
    #expect(schema.validate(json).isEmpty)
    var members = try #require(json.object)
    var row = try #require(json["me"]?.object)
    row[name] = value
    members["items"] = [json["me"] ?? .null, .object(row)]
    let found = schema.validate(.object(members)).map { "\($0.pointer) \($0.code)" }
    #expect(found == ["/items/1/\(name) \(code)"])
  }

  @Test func `is refused with a score that is no number`() {
    var wrong = Self.entry
    wrong.score = .nan
    let page = TeamPage(board: "b", season: "s", kind: "k", size: 1, me: nil, items: [Self.entry, wrong], next: nil)
    let error = #expect(throws: JSONEncodingError.self) { try text(page) }
    #expect(error?.pointer == ["items", "1", "score"])
  }
}

@Suite struct `The schema of a board's page` {
  private static let row: JSON = [
    "rank": 1, "account": ["id": "a", "kind": "user", "name": "A"], "score": 5, "tieBreaks": [1], "details": .null,
  ]

  private func mistakes(_ change: (inout JSONObject) -> Void) throws -> [String] {
    var row = try #require(Self.row.object)
    change(&row)
    let page: JSON = ["board": "b", "season": "s", "size": 1, "me": .null, "items": [.object(row)], "next": .null]
    return try CompiledSchema(BoardPage.schema).validate(page).map { "\($0.pointer) \($0.code)" }
  }

  @Test func `takes a row with and without what is told to the viewer alone`() throws {
    #expect(try mistakes { _ in } == [])
    #expect(
      try mistakes {
        $0["percentile"] = 0; $0["perEntry"] = -0.5
      } == [])
    #expect(try mistakes { $0["percentile"] = 100 } == [])
    #expect(try mistakes { $0["percentile"] = 100.1 } == ["/items/0/percentile maximum"])
    #expect(try mistakes { $0["percentile"] = -0.1 } == ["/items/0/percentile minimum"])
  }

  @Test(arguments: ["rank", "account", "score", "tieBreaks", "details"])
  func `takes no row without what every row has`(name: String) throws {
    #expect(try mistakes { $0[name] = nil } == ["/items/0/\(name) required"])
  }

  @Test func `takes accounts that tell more than is known today, and none that tell less`() throws {
    #expect(try mistakes { $0["account"] = ["id": "a", "kind": "bot", "name": "A", "badge": 1] } == [])
    #expect(try mistakes { $0["account"] = ["id": "a", "kind": "user"] } == ["/items/0/account/name required"])
    #expect(
      try mistakes { $0["account"] = ["id": "a", "kind": "user", "name": "A", "country": 1] } == [
        "/items/0/account/country type"
      ])
    #expect(try mistakes { $0["tieBreaks"] = [1, "2"] } == ["/items/0/tieBreaks/1 type"])
    #expect(try mistakes { $0["rank"] = 0 } == ["/items/0/rank minimum"])
    #expect(EncodedBoardPage.schema == BoardPage.schema)
  }
}
