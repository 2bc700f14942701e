import FieldhouseKit
import FieldhouseRuntime
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `What operators are told of outages` {
  private static let rule = OutageBook.Rule(patience: 60)
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)

  /// One row of the table: at so many seconds these parts are out of order, and this is told.
  struct Row: Sendable {
    let at: Double
    let out: [String]
    let told: [String]

    init(_ at: Double, _ out: [String], _ told: [String] = []) { (self.at, self.out, self.told) = (at, out, told) }
  }

  /// A story with its name.
  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rows: [Row]
  }

  private static let stories = [
    Story(
      testDescription: "a short trouble is nobody's",
      rows: [Row(0, ["redis"]), Row(59, ["redis"]), Row(60, []), Row(61, ["redis"]), Row(120, ["redis"]), Row(300, [])]),
    Story(
      testDescription: "one that lasts is told once, and once that it is over",
      rows: [
        Row(0, ["storage"]), Row(59.9, ["storage"]), Row(60, ["storage"], ["began storage"]), Row(65, ["storage"]),
        Row(3_600, ["storage"]), Row(3_605, []), Row(3_664.9, []), Row(3_665, [], ["ended storage"]), Row(3_700, []),
        Row(9_000, []),
      ]),
    Story(
      testDescription: "what flickers is one outage",
      rows: [
        Row(0, ["redis"]), Row(60, ["redis"], ["began redis"]), Row(70, []), Row(100, ["redis"]), Row(110, []),
        Row(165, ["redis"]), Row(170, []), Row(230, [], ["ended redis"]),
      ]),
    Story(
      testDescription: "the next one is another",
      rows: [
        Row(0, ["disk"]), Row(60, ["disk"], ["began disk"]), Row(70, []), Row(130, [], ["ended disk"]),
        Row(200, ["disk"]),
        Row(260, ["disk"], ["began disk"]),
      ]),
    Story(
      testDescription: "parts of what is out itself are not told, each other thing is",
      rows: [
        Row(0, ["storage", "storage/accounts", "storage/host", "messages/email", "soccer-predictions"]),
        Row(
          60, ["storage", "storage/accounts", "storage/host", "messages/email", "soccer-predictions"],
          ["began storage", "began messages/email", "began soccer-predictions"]),
      ]),
    Story(
      testDescription: "a clock that is set back tells nothing twice",
      rows: [
        Row(1_000, ["redis"]), Row(1_060, ["redis"], ["began redis"]), Row(10, ["redis"]), Row(70, ["redis"]),
        Row(80, []),
        Row(140, [], ["ended redis"]),
      ]),
  ]

  private static func parts(_ names: [String], at now: Date) -> [PartHealth] {
    let bad = names.map { PartState($0, .down("\($0) is out.", remedy: "Look at it."), isEssential: $0 == "storage") }
    return (bad + [PartState("clock", .ok), PartState("key", .notice("It is old."))]).map { PartHealth($0, since: now) }
  }

  @Test func `are kept and sent without what a plugin has said, in which there may be words of people`() {
    let quote = "I never work, not with Ada's note"
    let state = PartState(
      "golf/events", .degraded("'golf' cannot receive a.told: \(quote). Then: \(quote)", remedy: "Mend it."),
      quotes: ["", quote])
    let part = PartHealth(state, since: Self.start)
    #expect(part.health.detail.contains(quote), "doctor says it")
    var book = OutageBook()
    for seconds in [0.0, 30, 60] {
      let news = book.note([part], at: Self.start + seconds, rule: Self.rule)
      #expect(news.map(\.detail) == (seconds < 60 ? [] : ["'golf' cannot receive a.told: …. Then: … Mend it."]))
      #expect(book.open.map(\.detail) == ["'golf' cannot receive a.told: …. Then: … Mend it."])
    }
  }

  @Test(.tags(.pl84, .fs29), arguments: stories) func `come once each`(_ story: Story) {
    var book = OutageBook()
    for row in story.rows {
      let now = Self.start.addingTimeInterval(row.at)
      let news = book.note(Self.parts(row.out, at: now), at: now, rule: Self.rule)
      #expect(news.map { "\($0.kind.rawValue) \($0.part)" } == row.told, "at \(row.at)")
    }
  }

  @Test(.tags(.pl84, .fs29)) func `say since when, what helps, and how long it lasted`() throws {
    var book = OutageBook()
    let later = Self.start.addingTimeInterval(90)
    _ = book.note(Self.parts(["redis"], at: Self.start), at: Self.start, rule: Self.rule)
    let began = try #require(book.note(Self.parts(["redis"], at: Self.start), at: later, rule: Self.rule).first)
    #expect(began.since == Self.start && began.until == nil && began.detail == "redis is out. Look at it.")
    let well = Self.start.addingTimeInterval(600)
    _ = book.note([], at: well, rule: Self.rule)
    let ended = try #require(book.note([], at: well.addingTimeInterval(60), rule: Self.rule).first)
    #expect(ended.until == well && ended.minutes == 10 && ended.id != began.id)
    #expect(book.past == [OutageBook.Past(part: "redis", since: Self.start, until: well)])
  }

  @Test(.tags(.pl84, .fs29)) func `tell of a worker's death at once, and of those soon behind it together`() {
    var book = OutageBook()
    func look(_ seconds: Double) -> [String] {
      book.note([], at: Self.start.addingTimeInterval(seconds), rule: Self.rule).map { "\($0.kind) \($0.detail)" }
    }
    #expect(look(0) == [])
    book.noteDeath(at: Self.start)
    #expect(look(5) == ["died 1"])
    for second in [10.0, 20, 30] {
      book.noteDeath(at: Self.start.addingTimeInterval(second))
      #expect(look(second + 1) == [])
    }
    #expect(look(604) == [])
    #expect(look(605) == ["died 3"])
    #expect(look(610) == [] && look(5_000) == [])
  }

  @Test(.tags(.pl84, .fs29)) func `tell of an absence that nobody had asked for when it was long enough`() {
    var book = OutageBook()
    let short = Self.start.addingTimeInterval(59)
    #expect(book.noteAbsence(from: Self.start, until: short, rule: Self.rule) == nil && book.past.isEmpty)
    let news = book.noteAbsence(from: Self.start, until: Self.start.addingTimeInterval(1_800), rule: Self.rule)
    #expect(news?.kind == .returned && news?.part == "host" && news?.minutes == 30)
    #expect(book.past.map(\.part) == ["host"])
  }
}
