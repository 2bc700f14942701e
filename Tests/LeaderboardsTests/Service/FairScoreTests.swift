import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `A score per available entry` {
  private static let board = BoardDeclaration(
    id: "points", title: "Points", tieBreaks: [.init(column: "exact"), .init(column: "late", order: .ascending)])

  private static func record(_ score: Int64, _ tieBreaks: [Int64] = [7, 3]) -> BoardRecord {
    BoardRecord(
      account: AccountID("ann"), score: score, tieBreaks: tieBreaks, achievedAt: Date(timeIntervalSince1970: 5),
      details: #"{"n":1}"#)
  }

  /// Scores of all sizes and numbers of entries up to the most, those that are hard to tell apart among them.
  private static func pair(_ random: inout SeededRandom) -> (score: Int64, available: Int64) {
    let most: Int64 = 1 << 31
    switch random.next(below: 4) {
    case 0: return (Int64(random.next(below: 9)) - 4, Int64(1 + random.next(below: 4)))
    case 1: return (most - Int64(random.next(below: 3)), most - Int64(random.next(below: 3)))
    case 2: return (Int64(bitPattern: random.next()), Int64(1 + random.next(below: 1 << 31)))
    default:
      return (
        [Int64.min, .min + 1, -1, 0, 1, .max][random.next(below: 6)], [1, 2, most - 1, most][random.next(below: 4)]
      )
    }
  }

  @Test func `is in the order of the fractions, and of equal ones who has more entries comes first`() throws {
    var random = SeededRandom(seed: 81)
    let order = RankOrder(FairScore.board(of: Self.board))
    for _ in 0..<4_000 {
      let (one, two) = (Self.pair(&random), Self.pair(&random))
      let keys = try [one, two].map { pair in
        RankKey(try #require(FairScore.record(Self.record(pair.score), available: pair.available, Self.board)))
      }
      // a/b beside c/d by a·d beside c·b.
      let (left, right) = (Int128(one.score) * Int128(two.available), Int128(two.score) * Int128(one.available))
      let isFirst = left == right ? one.available > two.available : left > right
      let isSame = left == right && one.available == two.available
      #expect(order.precedes(keys[0], 0, keys[1], 1) == (isFirst || isSame), "\(one) \(two)")
      for (pair, key) in zip([one, two], keys) {
        let parts = FairScore.parts(of: key)
        #expect(parts.score == pair.score && parts.available == pair.available, "\(pair)")
      }
    }
  }

  @Test func `is there for one entry to 2 to the power of 31`() {
    func isThere(_ available: Int64) -> Bool {
      FairScore.record(Self.record(1), available: available, Self.board) != nil
    }
    #expect([0, -1, 1 << 31 + 1].map(isThere) == [false, false, false] && [1, 1 << 31].map(isThere) == [true, true])
  }

  @Test func `keeps the first of the tie-breaks, the time and the details`() throws {
    // −7 of 2 are −4 and a half.
    let fair = try #require(FairScore.record(Self.record(-7), available: 2, Self.board))
    #expect(fair.score == -4 && fair.tieBreaks == [1 << 61, 2, 7])
    #expect(fair.achievedAt == Date(timeIntervalSince1970: 5) && fair.details == #"{"n":1}"#)
    let board = FairScore.board(of: Self.board)
    #expect(board.tieBreaks.map(\.column) == ["fraction", "available", "exact"] && board.entries == nil)
    var fewest = Self.board
    fewest.order = .ascending
    #expect(FairScore.board(of: fewest).tieBreaks.map(\.order) == [.ascending, .descending, .descending])
  }
}

@Suite struct `What an entry counts` {
  private static let place = BoardPlace(board: "points", season: "s", partition: "nl")

  private static func book(minimum: Int, available: String?) -> BoardBook {
    var board = BoardDeclaration(id: "points", title: "Points")
    board.entries = .init(column: "made", minimum: minimum, available: available)
    return BoardBook([board, BoardDeclaration(id: "plain", title: "Plain")])
  }

  /// On which boards an entry with these details ranks.
  private static func boards(_ book: BoardBook, _ details: String?, at place: BoardPlace = Self.place) -> [String] {
    let record = BoardRecord(
      account: AccountID("ann"), score: 6, tieBreaks: [], achievedAt: Date(timeIntervalSince1970: 0), details: details)
    return book.ranking(record, at: place).filter { $0.1 != nil }.map {
      "\($0.0.board) \($0.0.season) \($0.0.partition)"
    }
  }

  @Test(
    arguments: [
      (#"{"made":2,"possible":4}"#, ["points s nl", "points/fair s nl"]), (#"{"made":1,"possible":4}"#, []),
      (#"{"made":2}"#, ["points s nl"]), (#"{"made":2,"possible":0}"#, ["points s nl"]),
      (#"{"made":"2","possible":4}"#, []), ("not JSON", []), (nil, []),
    ] as [(String?, [String])])
  func `decides where it ranks: from the least number on, and by entry where some were there to make`(
    details: String?, boards: [String]
  ) {
    #expect(Self.boards(Self.book(minimum: 2, available: "possible"), details) == boards)
  }

  @Test func `is that of the entries that were made where none else are told, and nothing on other boards`() {
    let book = Self.book(minimum: 0, available: nil)
    #expect(Self.boards(book, nil) == ["points s nl"])
    #expect(Self.boards(book, #"{"made":3}"#) == ["points s nl", "points/fair s nl"])
    let plain = BoardPlace(board: "plain", season: "s", partition: "")
    #expect(Self.boards(book, nil, at: plain) == ["plain s "])
    // Who is withdrawn goes from both.
    #expect(book.ranking(nil, at: Self.place).map { $0.0.board } == ["points", "points/fair"])
    #expect(book.traits["points/fair"] == nil, "nobody asks for it by that name")
  }
}
