internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Changes of scores that are to be sent to PostgreSQL")
struct PendingScoreTests {
  private static let boards = ["one", "two"].map { BoardDeclaration(id: $0, title: $0, seasons: .manual) }

  /// What a step does, as words: a set's attempts in their order, or who is withdrawn.
  private func words(_ step: PendingScores.Step) -> [String] {
    switch step {
    case .withdrawal(let position, let account):
      return ["\(position.board)/\(position.season)/\(position.partition) \(account.text) gone"]
    case .set(let set):
      return set.runs.flatMap { run in
        (0..<run.count).map { index in
          let attempt = BoardAttempt(run, index, tieBreakCount: 0)
          let (place, entry) = (attempt.position, attempt.entry)
          return
            "\(place.board)/\(place.season)/\(place.partition) \(entry.account.text) \(entry.score) \(entry.detailsText ?? "-")"
        }
      }
    }
  }

  private func steps(_ changes: [ScoreChange]) throws -> [[String]] {
    var pending = PendingScores(BoardLedger(Self.boards, takesSets: true))
    for change in changes {
      let (board, season) = try pending.target(of: change)
      pending.add(change, to: board, season: season)
    }
    return pending.takeAll().map(words)
  }

  private func change(
    _ board: String, _ account: String, _ score: Int64, _ details: JSON? = nil, partitions: [String] = [""],
    season: String = "s", isWithdrawal: Bool = false
  ) -> ScoreChange {
    ScoreChange(
      board: board, account: AccountID(account), score: score, achievedAt: Date(timeIntervalSince1970: 1),
      partitions: partitions, details: details, isWithdrawal: isWithdrawal, season: season)
  }

  @Test func `go together for different entries, ordered by part and account`() throws {
    #expect(
      try steps([
        change("one", "c", 1), change("one", "a", 2, partitions: ["SE", ""]), change("two", "b", 3),
        change("one", "b", 4, ["z": 1, "y": 2]), change("one", "a", 5, season: "t"),
      ]) == [
        ["one/s/ a 2 -", "one/s/ c 1 -", "one/s/SE a 2 -"], [#"one/s/ b 4 {"y":2,"z":1}"#], ["one/t/ a 5 -"],
        ["two/s/ b 3 -"],
      ])
  }

  @Test func `of one entry go one after the other, and so does a withdrawal`() throws {
    #expect(
      try steps([change("one", "a", 1), change("one", "b", 2), change("one", "a", 3), change("one", "c", 4)])
        == [["one/s/ a 1 -", "one/s/ b 2 -"], ["one/s/ a 3 -", "one/s/ c 4 -"]])
    #expect(
      try steps([
        change("one", "a", 1), change("one", "a", 0, partitions: ["", "SE"], isWithdrawal: true), change("one", "a", 2),
      ]) == [["one/s/ a 1 -"], ["one/s/ a gone"], ["one/s/SE a gone"], ["one/s/ a 2 -"]])
    #expect(try steps([]) == [])
  }

  @Test func `keep for each entry the order in which they were made, and none is lost`() throws {
    var random = SeededRandom(seed: 12)
    for _ in 0..<40 {
      let changes = (0..<60).map { number in
        change(
          ["one", "two"][random.next(below: 2)], "p\(random.next(below: 6))", Int64(number),
          random.next(below: 3) == 0 ? ["n": .integer(Int64(number))] : nil,
          partitions: [["", "SE"], ["SE"], [""]][random.next(below: 3)], isWithdrawal: random.next(below: 8) == 0)
      }
      let made = changes.flatMap { change in
        change.partitions.map { part in
          let place = "\(change.board)/s/\(part) \(change.account.text)"
          let details = change.details?.serialized() ?? "-"
          return (place, change.isWithdrawal ? "\(place) gone" : "\(place) \(change.score) \(details)")
        }
      }
      let sent = try steps(changes).flatMap { $0 }.map { word in
        (word.split(separator: " ")[0...1].joined(separator: " "), word)
      }
      func byEntry(_ words: [(String, String)]) -> [String: [String]] {
        Dictionary(grouping: words) { $0.0 }.mapValues { $0.map { $0.1 } }
      }
      #expect(byEntry(sent) == byEntry(made))
    }
  }

  @Test func `are sent when four thousand wait`() throws {
    var pending = PendingScores(BoardLedger(Self.boards, takesSets: true))
    for number in 0..<4_000 {
      #expect(!pending.isFull)
      let change = change("one", "p\(number)", 1)
      let (board, season) = try pending.target(of: change)
      pending.add(change, to: board, season: season)
    }
    #expect(pending.isFull && pending.count == 4_000)
    #expect(pending.takeAll().count == 1 && pending.count == 0 && !pending.isFull && pending.takeAll().isEmpty)
  }
}

@Suite("Values in the server's own forms")
struct ServerFormTests {
  private func integer(_ text: String) -> Int64? { Array(text.utf8).withUnsafeBytes { ResultDecoder.integer($0) } }

  @Test func `whole numbers are read to the ends of 64 bits and no further`() {
    for number: Int64 in [0, 1, -1, 42, .max, .min, .max - 1, .min + 1] { #expect(integer("\(number)") == number) }
    #expect(integer("-0") == 0 && integer("007") == 7)
    for text in [
      "9223372036854775808", "-9223372036854775809", "92233720368547758070", "1.0", "1e3", "+1", " 1", "NaN", "--1",
    ] {
      #expect(integer(text) == nil, "\(text)")
    }
  }

  /// The form of `array_recv` (PostgreSQL, src/backend/utils/adt/arrayfuncs.c): dimensions, flags, type, count, first index, and
  /// each element after its length.
  @Test func `arrays are written as the server reads them`() {
    func header(_ type: UInt8, _ count: UInt8) -> [UInt8] {
      [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, type, 0, 0, 0, count, 0, 0, 0, 1]
    }
    #expect(ServerArray.texts().bytes == header(25, 0) && ServerArray.texts().type == 1009)
    var texts = ServerArray.texts()
    texts.append(Array("é".utf8))
    texts.append([])
    #expect(texts.bytes == header(25, 2) + [0, 0, 0, 2, 0xC3, 0xA9, 0, 0, 0, 0])
    var integers = ServerArray.integers()
    integers.append(-2)
    integers.append(258)
    #expect(integers.type == 1016)
    #expect(
      integers.bytes == header(20, 2) + [0, 0, 0, 8] + [UInt8](repeating: 255, count: 7) + [254]
        + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2])
  }
}
