import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `A score file` {
  private static let head = "PlayerName,CourseName,LayoutName,StartDate,EndDate,Total,+/-,Hole1,Hole2,Hole3\n"

  private func rounds(_ lines: String..., head: String = Self.head) throws -> [ScoreFile.PlayedRound] {
    try ScoreFile(head + lines.joined(separator: "\n")).rounds
  }

  /// RFC 4180: a quoted field may have commas, line breaks, and quotes that are written twice.
  @Test(.tags(.fs147)) func `has quoted fields with commas, quotes and line breaks`() throws {
    let found = try rounds(
      #"Par,"Wood, upper","The ""long"" one",2024-06-01 0905,,9,,3,3,3"#,
      "\"Ada\nLovelace\",\"Wood, upper\",\"The \"\"long\"\" one\",2024-06-01 0905,,9,0,\"3\", 3 ,3", "")
    #expect(found.map(\.course) == ["Wood, upper"] && found[0].layout.name == "The \"long\" one")
    #expect(found[0].lines == [ScoreFile.Line(name: "Ada\nLovelace", throwCounts: [3, 3, 3])])
  }

  @Test(.tags(.fs147), arguments: ["\n", "\r\n"]) func `has lines that end either way, and empty ones between`(
    end: String
  ) throws {
    let lines = [
      "\u{FEFF}Name,Bana,Utlegg,Dato,Hull 1,Hull 2", "Par,Skógur,Rauðir teigar,2024-06-01 0905,3,4", ",,,,,",
      "Þóra,Skógur,Rauðir teigar,2024-06-01 0905,2,", "محمد,Skógur,Rauðir teigar,2024-06-01 0905,4,4", "",
    ]
    let found = try ScoreFile(lines.joined(separator: end)).rounds
    #expect(found.map(\.course) == ["Skógur"] && found[0].layout.par == 7)
    #expect(found[0].lines.map(\.name) == ["Þóra", "محمد"])
    #expect(found[0].lines.map(\.throwCounts) == [[2, nil], [4, 4]])
  }

  /// Columns of which nobody knows stand before the holes and behind them; a round has as many holes as it has pars.
  @Test(.tags(.fs80, .fs147)) func `has its holes from the first title that ends with 1 on`() throws {
    let head = "Who,Where,Which,When,Round,Throws10,Hole1,Hole2,Hole3,Hole10,Note1\n"
    let found = try rounds(
      "Par,Shore,Short,2024-06-02 1800,7,99,3,4,5,9,9", "Ada,Shore,Short,2024-06-02 1800,7,99,3,4,5,9,9", head: head)
    #expect(found[0].layout.holes.map(\.par) == [3, 4, 5] && found[0].lines[0].throwCounts == [3, 4, 5])
    let short = try rounds("Par,Shore,Short,2024-06-02 1800,,,,3,4,", "Ada,Shore,Short,2024-06-02 1800,,,,3,4,7")
    #expect(short[0].layout.holes.map(\.number) == [1, 2] && short[0].lines[0].throwCounts == [3, 4])
    let cut = try rounds("Par,Shore,Short,2024-06-02 1800,,,,3,4,5", "Ada,Shore,Short,2024-06-02 1800,,,,3")
    #expect(cut[0].lines[0].throwCounts == [3, nil, nil], "a line that ends early has no further score")
    let many = (1...99).map { "H\($0)" }.joined(separator: ",")
    let pars = Array(repeating: "3", count: 99).joined(separator: ",")
    let long = try ScoreFile("a,b,c,d,\(many)\nPar,x,y,2024-06-02 1800,\(pars)").rounds
    #expect(long[0].layout.holes.count == 99 && long[0].lines.isEmpty)
    let more = "a,b,c,d,\(many),H100\nPar,x,y,2024-06-02 1800,\(pars),3"
    #expect(throws: ScoreFile.Fault(line: 2, reason: "The pars are not 1 to 10.")) { try ScoreFile(more) }
  }

  @Test(
    .tags(.fs147),
    arguments: [
      ("2024-06-01 0905", "2024-06-01T09:05:00Z"), ("2024-06-01 09:05", "2024-06-01T09:05:00Z"),
      ("2024-02-29", "2024-02-29T00:00:00Z"), ("2024-12-31 2359", "2024-12-31T23:59:00Z"), ("2023-02-29 0905", nil),
      ("2024-06-01 2400", nil), ("2024-06-01 0960", nil), ("01/06/24 0905", nil), ("2024-06-01 09:05:00", nil),
      ("", nil), ("20240601", nil),
    ] as [(String, String?)])
  func `begins at an instant that there is`(text: String, instant: String?) throws {
    let found = try? rounds("Par,x,y,\(text),,,,3,3,3")
    #expect(found?[0].startedAt == instant.flatMap { RFC3339.date(from: $0) })
  }

  /// One course, layout and beginning is one round: the next line of another one begins the next.
  @Test(.tags(.fs147)) func `has a round for each course, layout and beginning`() throws {
    let found = try rounds(
      "Par,Shore,Short,2024-06-02 1800,,,,3,3,3", "Ada,Shore,Short,2024-06-02 1800,,,,3,3,3",
      "Par,Shore,Long,2024-06-02 1800,,,,4,4,4", "Par,Shore,Long,2024-06-02 1900,,,,5,5,5",
      "Bo,Shore,Long,2024-06-02 1900,,,,5,5,5", "Ada,Shore,Long,2024-06-02 1900,,,,5,5,5")
    #expect(found.map(\.layout.par) == [9, 12, 15] && found.map(\.lines.count) == [1, 0, 2])
    let lines = ["Par", "Cy", "Bo", "Ada", "Ada"].map { "\($0),Shore,Short,2024-06-02 1800,,,,3,3,3" }
    let file = try ScoreFile(Self.head + lines.joined(separator: "\n"))
    #expect(file.names == ["Ada", "Bo", "Cy"], "who plays most, then by name")
  }

  @Test(.tags(.fs147)) func `is refused with the line in which the fault stands`() throws {
    func fault(_ text: String) -> ScoreFile.Fault? {
      do { _ = try ScoreFile(text) } catch { return error as? ScoreFile.Fault }
      return nil
    }
    let par = "Par,x,y,2024-06-01 0900,,,,3,3,3\n"
    #expect(fault(Self.head + par + "\n\nAda,x,y,2024-06-01 0900,,,,3,-1,3")?.line == 5)
    let broken = ["Par", "Ada"].map { "\($0),\"x\nz\",y,2024-06-01 0900,,,,3,\($0 == "Par" ? "3" : "x"),3" }
    #expect(fault(Self.head + broken.joined(separator: "\n"))?.line == 3, "of records, not of line breaks")
    #expect(fault(Self.head + par + "Ada,x,y") == ScoreFile.Fault(line: 3, reason: "Columns are missing."))
    #expect(fault(Self.head + "Par,x,y,2024-06-01 0900,,,,,3,3")?.reason == "The pars are not 1 to 10.")
    #expect(fault(Self.head + "Par,x,y,2024-06-01 0900,,,,3,11,3")?.line == 2)
    #expect(fault("Hole1,Hole2,Name,x") == ScoreFile.Fault(line: nil, reason: Self.noColumns), "holes come last")
    #expect(fault("Name,Course,Layout,Date,Hole2,Hole3\n") == ScoreFile.Fault(line: nil, reason: Self.noColumns))
    #expect(try ScoreFile(Self.head).rounds.isEmpty)
  }

  private static let noColumns = "This is no list of scores: the columns of the holes are missing."

  @Test(.tags(.fs147)) func `cuts the names of course and layout behind 120 letters`() throws {
    let (course, layout) = (String(repeating: "é", count: 121), String(repeating: "ü", count: 120))
    let found = try rounds("Par,\(course),\(layout),2024-06-02 1800,,,,3,3,3")
    #expect(found[0].course == String(course.prefix(120)) && found[0].layout.name == layout)
  }

  private func competition(_ results: String, _ more: String = "") -> String {
    """
    \u{FEFF} {"Competition": {"CourseName": "Shore", "Date": "2024-06-05", "Time": "18:30:00"\(more),
      "Results": [\(results)]}}
    """
  }

  /// discgolfmetrix.com, "API", content "result": numbers may come as text, holes that were not played as empty lists.
  @Test(.tags(.fs147))
  func `of a competition says pars by its tracks, else by the first score that tells them`() throws {
    let results = """
      {"Name": "Ada", "PlayerResults": [[], {"Result": 5, "Diff": "1"}, {"Result": "", "Diff": 0}]},
      {"Name": "Bo", "DNF": 1, "PlayerResults": [{"Result": "3", "Diff": -1}]}
      """
    let round = try ScoreFile(competition(results)).rounds[0]
    #expect(round.layout.holes.map(\.par) == [4, 4, 3], "3 where nobody says")
    #expect(round.layout.holes.map(\.number) == [1, 2, 3])
    #expect(round.lines.map(\.throwCounts) == [[nil, 5, nil], [3, nil, nil]])
    #expect(round.lines.map(\.isOut) == [false, true] && round.lines.map(\.group) == [nil, nil])
    #expect(round.startedAt == RFC3339.date(from: "2024-06-05T18:30:00Z"))
    let tracks = #"[{"Par": "5", "Number": 1000}, {"Par": 2, "NumberAlt": "0"}, {}, {"Par": 4, "Number": 7}]"#
    let other = try ScoreFile(competition(results, #", "Tracks": "# + tracks)).rounds[0].layout.holes
    #expect(other.map(\.par) == [5, 2, 3, 4] && other.map(\.number) == [1, 2, 3, 7], "no sign says 0 or 1000")
  }

  @Test(
    .tags(.fs147),
    arguments: [
      (#"{"Name": "", "PlayerResults": [{"Result": 3}]}"#, "A result has no name."),
      (#"{"Name": "A", "PlayerResults": [{"Result": -1}]}"#, "A score is not 0 to 99."),
      (#"{"Name": "A", "PlayerResults": [{"Result": 20, "Diff": 5}]}"#, "The pars are not 1 to 10."),
      (#"{"Name": "A", "PlayerResults": []}"#, "The results have no holes."),
    ])
  func `of a competition is refused with the reason`(results: String, reason: String) {
    #expect(throws: ScoreFile.Fault(line: nil, reason: reason)) { try ScoreFile(competition(results)) }
  }
}
