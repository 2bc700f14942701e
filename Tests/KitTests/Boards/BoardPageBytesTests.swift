import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// A page written the slow way: as JSON values, member by member.
private enum Naive {
  static func account(_ account: Account) -> String {
    var members = [("id", text(account.id.text)), ("kind", text(account.kind.name)), ("name", text(account.name))]
    if let username = account.username { members.append(("username", text(username))) }
    if let country = account.country { members.append(("country", text(country))) }
    if let picture = account.picture { members.append(("picture", text(picture))) }
    return object(members)
  }

  static func entry(_ entry: BoardEntry) -> String {
    var members = [("rank", "\(entry.rank)"), ("account", account(entry.account)), ("score", "\(entry.score)")]
    members.append(("tieBreaks", "[" + entry.tieBreaks.map(String.init).joined(separator: ",") + "]"))
    members.append(("details", entry.details.serialized()))
    if let perEntry = entry.perEntry { members.append(("perEntry", JSON.number(perEntry).serialized())) }
    if let percentile = entry.percentile { members.append(("percentile", JSON.number(percentile).serialized())) }
    return object(members)
  }

  static func page(_ page: BoardPage) -> String {
    object([
      ("board", text(page.board)), ("season", text(page.season)), ("size", "\(page.size)"),
      ("me", page.me.map(entry) ?? "null"), ("items", "[" + page.items.map(entry).joined(separator: ",") + "]"),
      ("next", page.next.map(text) ?? "null"),
    ])
  }

  private static func text(_ text: String) -> String { JSON.string(text).serialized() }
  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { text($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }
}

/// Pages of every shape, the same in every run.
private struct RandomPages {
  var random: SeededRandom

  mutating func page() -> BoardPage {
    let items = (0..<random.next(below: 6)).map { _ in entry() }
    return BoardPage(
      board: text(), season: text(), size: random.next(below: .max), me: maybe { $0.entry() }, items: items,
      next: maybe { $0.text() })
  }

  private mutating func entry() -> BoardEntry {
    let account = Account(
      id: AccountID(text()), kind: Account.Kind(text()), name: text(), username: maybe { $0.text() },
      country: maybe { $0.text() }, picture: maybe { $0.text() })
    return BoardEntry(
      rank: random.next(below: 1_000_000), account: account, score: number(),
      tieBreaks: (0..<random.next(below: 4)).map { _ in number() }, details: details(),
      percentile: maybe { $0.random.real() }, perEntry: maybe { $0.random.real() / 3 })
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    random.next(below: 2) == 0 ? nil : make(&self)
  }
  private mutating func number() -> Int64 { Int64(bitPattern: random.next()) >> Int64(random.next(below: 64)) }
  private mutating func text() -> String {
    random.text() + ["", "\"", "\\", "\n", "\u{7F}", "\u{2028}"][random.next(below: 6)]
  }
  private mutating func details() -> JSON {
    [.null, [:], .string(text()), .array([.integer(number()), .bool(true)]), ["n": .number(random.real())]][
      random.next(below: 5)]
  }
}

@Suite struct `A board's page, byte for byte` {
  private func bytes(_ value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    try JSONOutput.encode(value, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The page put together from rows that are JSON already.
  private func encoded(_ page: BoardPage, clearingFrame: Bool) throws -> EncodedBoardPage {
    var frame = page
    if clearingFrame { (frame.items, frame.me) = ([], nil) }
    var result = EncodedBoardPage(frame)
    result.reserveCapacity(page.items.count)
    for item in page.items { result.append(rank: item.rank, own: try EncodedBoardPage.own(of: item)) }
    if let me = page.me {
      result.setMe(rank: me.rank, own: try EncodedBoardPage.own(of: me), percentile: me.percentile)
    }
    return result
  }

  @Test(arguments: 1...8) func `is what a slow writer writes`(seed: UInt64) throws {
    var pages = RandomPages(random: SeededRandom(seed: seed))
    for _ in 0..<60 {
      let page = pages.page()
      #expect(try bytes(page) == Naive.page(page))
      for item in page.items { #expect(try bytes(item) == Naive.entry(item)) }
      let accounts = page.items.map(\.account)
      #expect(try bytes(accounts) == "[" + accounts.map(Naive.account).joined(separator: ",") + "]")
    }
  }

  @Test(arguments: 11...14) func `is the same from rows that are kept as JSON`(seed: UInt64) throws {
    var pages = RandomPages(random: SeededRandom(seed: seed))
    for round in 0..<60 {
      var page = pages.page()
      // A percentile is told to the viewer alone.
      for index in page.items.indices { page.items[index].percentile = nil }
      #expect(try bytes(encoded(page, clearingFrame: round.isMultiple(of: 2))) == Naive.page(page))
    }
  }

  @Test(arguments: 21...24) func `says the same to another encoder`(seed: UInt64) throws {
    var pages = RandomPages(random: SeededRandom(seed: seed))
    for _ in 0..<20 {
      var page = pages.page()
      for index in page.items.indices { page.items[index].percentile = nil }
      let expected = try JSON(parsing: Naive.page(page))
      #expect(try JSON(parsing: Array(JSONEncoder().encode(page))) == expected)
      #expect(try JSON(parsing: Array(JSONEncoder().encode(encoded(page, clearingFrame: true)))) == expected)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `has no number that JSON has not`(value: Double) throws {
    let account = Account(id: AccountID("a"), kind: .user, name: "A")
    let entry = BoardEntry(rank: 1, account: account, score: 1)
    var (behind, fair) = (entry, entry)
    behind.percentile = value
    fair.perEntry = value
    #expect(throws: JSONEncodingError.self) { try EncodedBoardPage.own(of: fair) }
    for wrong in [behind, fair] {
      let page = BoardPage(board: "b", season: "all", size: 1, me: wrong, items: [entry], next: nil)
      #expect(throws: JSONEncodingError.self) { try bytes(page) }
    }
    #expect(try bytes(entry) == Naive.entry(entry))
  }
}
