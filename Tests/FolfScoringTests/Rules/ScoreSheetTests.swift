import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `What a score file adds up to` {
  @Test(.tags(.fs147)) func `is each player's sum, with aces, birdies and a place among those who finished`() throws {
    let sheet = try ScoreSheet(
      """
      PlayerName,CourseName,LayoutName,StartDate,Hole1,Hole2,Hole3
      Par,Shore,Short,2024-06-02 1800,3,4,5
      Ada,Shore,Short,2024-06-02 1800,1,4,5
      Bo,Shore,Short,2024-06-02 1800,3,3,4
      Cy,Shore,Short,2024-06-02 1800,3,,6
      Ada,Shore,Short,2024-06-02 1800,4,4,12
      Di,Shore,Short,2024-06-02 1800,,,0
      """)
    let round = sheet.rounds[0]
    #expect(round.course == "Shore" && round.layout == "Short" && round.par == 12)
    #expect(round.lines.map(\.name) == ["Ada", "Bo", "Cy", "Ada", "Di"], "a name can stand there twice")
    #expect(round.lines.map(\.total) == [10, 10, 9, 20, 0] && round.lines.map(\.toPar) == [-2, -2, 1, 8, 0])
    #expect(round.lines.map(\.holes) == [3, 3, 2, 3, 0])
    #expect(round.lines.map(\.isComplete) == [true, true, false, true, false])
    #expect(round.lines.map(\.aces) == [1, 0, 0, 0, 0] && round.lines.map(\.underPar) == [1, 2, 0, 0, 0])
    #expect(round.lines.map(\.place) == [1, 1, 3, 4, nil])
  }

  @Test(.tags(.fs147)) func `has no place for who did not finish`() throws {
    let sheet = try ScoreSheet(
      """
      {"Competition": {"CourseName": "Shore", "Date": "2024-06-05", "Results": [
        {"Name": "Ada", "DNF": "1", "PlayerResults": [{"Result": "2", "Diff": -1}]},
        {"Name": "Bo", "DNF": "0", "PlayerResults": [{"Result": "4", "Diff": 1}]}]}}
      """)
    #expect(sheet.rounds[0].lines.map(\.place) == [nil, 1] && sheet.rounds[0].lines.map(\.isComplete) == [true, true])
    #expect(sheet.rounds[0].layout == "" && sheet.rounds[0].par == 3)
    #expect(throws: ScoreFile.Fault.self) { try ScoreSheet("no scores") }
  }
}
