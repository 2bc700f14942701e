import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `A spreadsheet that is read` {
  private func events(_ text: String, most: Int = 100) throws -> [ImportedEvent] {
    try #require(TableReader(zone: try Instants.zone("Europe/Berlin")).events(in: text, most: most))
  }

  /// The examples of RFC 4180, § 2.
  @Test(arguments: [
    ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
    ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
    ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
    ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
    ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]), ("a,,\"\"", [["a", "", ""]]),
    ("\"\"\"\"\"\",\"a\"\"\"", [["\"\"", "a\""]]), (" a , b", [[" a ", " b"]]),
  ])
  func `has cells as RFC 4180 tells`(text: String, cells: [[String]]) {
    #expect(TableReader.rows(text).map(\.cells) == cells)
  }

  @Test(arguments: [
    ("a;b,c\nd;e,f", [["a", "b,c"], ["d", "e,f"]]), ("a\tb,c\nd;e\tf", [["a", "b,c"], ["d;e", "f"]]),
  ])
  func `has separators that its first line shows`(text: String, cells: [[String]]) {
    #expect(TableReader.rows(text).map(\.cells) == cells)
  }

  @Test func `gives every cell back that was written, whatever is in it, with the number of its line`() {
    var random = SeededRandom(seed: 4_180)
    for separator in [",", ";", "\t"] {
      for _ in 1...60 {
        let rows = (0..<1 + random.next(below: 5)).map { _ in
          (0..<3).map { _ in random.text() + ["", "\n", "\"", separator][random.next(below: 4)] }
        }
        let quoted = rows.map { row in
          row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: separator)
        }
        let text = (["one\(separator)two\(separator)three"] + quoted).joined(separator: "\r\n")
        let read = TableReader.rows(text)
        #expect(Array(read.map(\.cells).dropFirst()) == rows)
        var line = 2
        for (row, cells) in zip(read.dropFirst(), rows) {
          #expect(row.line == line)
          line += 1 + cells.joined().count { $0 == "\n" }
        }
      }
    }
  }

  @Test(arguments: [
    ("2025-09-02", "2025-09-02"), ("2.9.2025", "2025-09-02"), ("02.09.2025", "2025-09-02"), ("2025/9/2", "2025-09-02"),
    ("29.2.2024", "2024-02-29"), ("29.2.2025", nil), ("2025-13-01", nil), ("2025-9", nil), ("+2025-09-02", nil),
    ("-2025-09-02", nil), ("2025--09-02", nil), ("2025-09-02-", nil), ("2025-09/02", nil), ("9/2/2025", nil),
    ("2025-٠٩-02", nil), ("", nil), ("tomorrow", nil), ("2025", nil), ("10000-01-01", nil),
    ("9223372036854775807-01-01", nil), ("1.1.9223372036854775807", nil),
  ])
  func `has days in the forms that programs write`(text: String, day: String?) {
    #expect(TableReader.day(text)?.description == day)
  }

  @Test(arguments: [
    ("9:30", "2025-09-02T07:30:00Z"), ("09:30", "2025-09-02T07:30:00Z"), ("18:00:59", "2025-09-02T16:00:00Z"),
    ("0:00", "2025-09-01T22:00:00Z"), ("23:59", "2025-09-02T21:59:00Z"), ("24:00", nil), ("9:60", nil),
    ("9:30:60", nil),
    ("9", nil), ("+9:30", nil), ("9:-5", nil), ("9:3x", nil), ("009:30", nil), ("9:30:", nil), ("9:30:00:00", nil),
    ("9.30", nil), (":30", nil),
  ])
  func `has times to the minute`(time: String, start: String?) throws {
    let event = try #require(try events("title,date,from\nCup,2025-09-02,\(time)").first)
    let mistake: ImportedEvent.Mistake? = start == nil ? .start : nil
    #expect(event.mistake == mistake)
    if let start { #expect(Instants.text(event.startsAt) == start) }
  }

  @Test func `has columns in any order, of which the first of a name counts; others are left out`() throws {
    let text = """
       TAGS ,colour,Until,from,date,Title,title,Kind,LASTDATE
      "away, cup,,  a  b ",red,1:00,22:00,2025-10-25, Night  run ,other,GAME,2025-10-26
      ,,,9:00,2025-09-02,Breakfast,,brunch,
      """
    let found = try events(text)
    #expect(found.map(\.title) == ["Night run", "Breakfast"] && found.map(\.kind) == [.game, .event])
    #expect(found[0].tags == ["away", "cup", "a b"] && found[1].tags == [])
    #expect(Instants.text(found[0].endsAt) == "2025-10-25T23:00:00Z", "on the next day, before clocks are put back")
    #expect(found.map(\.line) == [2, 3])
  }

  @Test func `has a line for each event, as many as are wanted; empty ones count only as lines`() throws {
    let text = "title,date,from\n\n,,\nA,2025-09-02,9:00\n\nB,2025-09-03,9:00\nC,2025-09-04,9:00\n"
    #expect(try events(text).map(\.line) == [4, 6, 7])
    #expect(try events(text, most: 2).map(\.title) == ["A", "B"])
    #expect(try events("title,date,from").isEmpty)
  }

  @Test(arguments: ["", "title,date", "title,from,until", "date,from", "title date from", "title|date|from\nA|B|C"])
  func `is none without the columns that are needed`(text: String) {
    #expect(TableReader(zone: .gmt).events(in: text, most: 10) == nil)
  }
}
