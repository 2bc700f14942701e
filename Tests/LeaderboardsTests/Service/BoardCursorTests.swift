import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `The cursor of a list` {
  private static let place = BoardPlace(board: "points", season: "2025", partition: "club/psv")

  private static func cursor(_ account: String, _ random: inout SeededRandom) -> BoardCursor {
    func number() -> Int64 { [Int64.min, -1, 0, .max, Int64(bitPattern: random.next())][random.next(below: 5)] }
    return BoardCursor(
      key: RankKey(score: number(), tieBreaks: [number(), number(), number()], achievedAt: number()),
      slot: UInt32(truncatingIfNeeded: random.next()) & 0x7FFF_FFFF, epoch: UInt32(truncatingIfNeeded: random.next()),
      account: account)
  }

  private static func problem(_ text: String, at place: BoardPlace = Self.place, list: String = "board") -> String? {
    do {
      _ = try BoardCursor(text, at: place, list: list)
      return nil
    } catch let problem as Problem {
      return problem.errors.first?.code
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: ["", "a", "ab", "abc", "Zürich 日本", "p0000000000000000019", String(repeating: "x", count: 200)])
  func `comes back as it was, in characters that an address takes, of any account`(account: String) throws {
    var random = SeededRandom(seed: 83)
    for _ in 0..<50 {
      let cursor = Self.cursor(account, &random)
      let text = cursor.text(at: Self.place, list: "board")
      #expect(text.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil && text.count <= 400)
      guard !account.isEmpty else {
        #expect(Self.problem(text) == "cursor", "a row has an account")
        continue
      }
      #expect(try BoardCursor(text, at: Self.place, list: "board") == cursor)
    }
  }

  @Test func `is that of its list, board, season and part alone`() {
    var random = SeededRandom(seed: 84)
    let text = Self.cursor("ann", &random).text(at: Self.place, list: "board")
    #expect(Self.problem(text) == nil)
    #expect(Self.problem(text, list: "followed") == "cursor")
    for (board, season, partition) in [
      ("point", "2025", "club/psv"), ("points", "2026", "club/psv"), ("points", "2025", ""),
      ("points", "2025", "club/ps"), ("points/fair", "2025", "club/psv"),
    ] {
      let place = BoardPlace(board: board, season: season, partition: partition)
      #expect(Self.problem(text, at: place) == "cursor")
    }
  }

  @Test func `is refused when a character of it is another, or it is cut off`() {
    var random = SeededRandom(seed: 85)
    let text = Array(Self.cursor("ann-of-psv", &random).text(at: Self.place, list: "board"))
    for place in text.indices {
      var other = text
      other[place] = other[place] == "A" ? "B" : "A"
      #expect(Self.problem(String(other)) == "cursor", "\(place)")
      #expect(Self.problem(String(text[..<place])) == "cursor", "\(place)")
    }
    for wrong in ["=", "====", " ", "AA=A", "\u{0}", String(repeating: "_", count: 400)] {
      #expect(Self.problem(wrong) == "cursor")
    }
  }
}

@Suite struct `Keys as bytes` {
  private static let orders = [
    RankOrder(), RankOrder(score: .ascending, tieBreaks: [.descending, .ascending], timeBreaksTies: true),
    RankOrder(tieBreaks: [.ascending, .ascending, .descending], achievedAt: .descending),
  ]

  private static func key(_ order: RankOrder, _ random: inout SeededRandom) -> RankKey {
    func number() -> Int64 { [Int64.min, -1, 0, 1, .max, Int64(bitPattern: random.next())][random.next(below: 6)] }
    return RankKey(score: number(), tieBreaks: order.tieBreaks.map { _ in number() }, achievedAt: number())
  }

  @Test(arguments: orders) func `are in the order of the board and come back as they were`(order: RankOrder) {
    let codec = RedisKeyCodec(order)
    var random = SeededRandom(seed: 86)
    for _ in 0..<2_000 {
      let (one, two) = (Self.key(order, &random), Self.key(order, &random))
      let bytes = [one, two].map(codec.bytes)
      #expect(bytes[0].count == codec.width && codec.key(bytes[0]) == one)
      #expect(bytes[0].lexicographicallyPrecedes(bytes[1]) == order.precedes(one, 0, two, 0))
      var level = RankIndex(order: order)
      level.set(slot: 0, key: one)
      level.set(slot: 1, key: two)
      let sharesRank = bytes[0].prefix(codec.groupWidth) == bytes[1].prefix(codec.groupWidth)
      #expect(sharesRank == (level.rank(of: 0) == level.rank(of: 1)))
    }
  }

  @Test(arguments: orders) func `add up to the sum of the scores`(order: RankOrder) {
    let codec = RedisKeyCodec(order)
    var random = SeededRandom(seed: 87)
    for count in [0, 1, 2, 50] {
      let scores = (0..<count).map { _ in Self.key(order, &random).score }
      let words = scores.map { score in
        codec.bytes(RankKey(score: score, achievedAt: 0)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      let (upper, lower) = (words.reduce(0) { $0 + Int($1 >> 32) }, words.reduce(0) { $0 + Int($1 & 0xFFFF_FFFF) })
      #expect(codec.sum(upper: upper, lower: lower, count: count) == scores.reduce(Int128(0)) { $0 + Int128($1) })
    }
  }
}
