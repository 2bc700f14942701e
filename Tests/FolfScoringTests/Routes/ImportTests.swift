import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `Rounds that were played with another app` {
  private static let file = #"""
    PlayerName,CourseName,LayoutName,StartDate,EndDate,Total,+/-,RoundRating,Hole1,Hole2,Hole3,Hole4
    Par,"Wood, upper",Main,2024-06-01 0905,2024-06-01 1002,10,,,3,4,3,
    Ada L,"Wood, upper",Main,2024-06-01 0905,2024-06-01 1002,9,-1,,3,3,3,
    "Mo ""Ace""","Wood, upper",Main,2024-06-01 0905,2024-06-01 1002,4,-2,,1,0,3,
    Par,Shore,Short,2024-06-02 1800,2024-06-02 1830,6,,,3,3,,
    Ada L,Shore,Short,2024-06-02 1800,2024-06-02 1830,12,+6,,10,2,,
    Par,Shore,Short,2024-06-03 1800,2024-06-03 1830,6,,,3,3,,
    Mo,Shore,Short,2024-06-03 1800,2024-06-03 1830,6,0,,3,3,,

    """#

  @Test func `are read from the columns that there are, also of the older form`() throws {
    let file = try ScoreFile(Self.file)
    #expect(file.rounds.map(\.course) == ["Wood, upper", "Shore", "Shore"])
    #expect(file.rounds[0].layout.holes.map(\.par) == [3, 4, 3])
    #expect(file.rounds[0].startedAt == RFC3339.date(from: "2024-06-01T09:05:00Z"))
    #expect(file.rounds[0].lines.map(\.name) == ["Ada L", "Mo \"Ace\""])
    #expect(file.rounds[0].lines[1].throwCounts == [1, nil, 3], "0 is no score")
    #expect(file.names.first == "Ada L")
    let older =
      "\u{FEFF}Spieler,Platz,Layout,Datum,Summe,+/-,Bahn1,Bahn2\r\nPar,Shore,Short,2024-06-02 18:00,6,,3,3\r\n"
      + "Ada,Shore,Short,2024-06-02 18:00,5,-1,3,2\r\n"
    #expect(try ScoreFile(older).rounds[0].lines == [ScoreFile.Line(name: "Ada", throwCounts: [3, 2])])
    #expect(try ScoreFile(older).rounds[0].startedAt == file.rounds[1].startedAt)
  }

  /// A competition as discgolfmetrix.com gives it.
  private static let competition = #"""
    {"Competition": {"ID": 7, "Name": "Club round", "Date": "2024-06-05", "Time": "10:00:00", "CourseName": "Shore", "Results": [
      {"Name": "Ada L", "Group": "1", "ClassName": "MPO", "DNF": null, "Sum": 7, "Diff": 0, "Place": 1, "PlayerResults":
        [{"Result": "3", "Diff": 0, "PEN": "0"}, {"Result": "4", "Diff": 0, "PEN": "1"}]},
      {"Name": "Mo", "Group": "1", "DNF": "1", "PlayerResults": [{"Result": "5", "Diff": 2}, []]},
      {"Name": "Zoe", "Group": "2", "DNF": null, "PlayerResults": [{"Result": "2", "Diff": -1}, {"Result": "5", "Diff": 1}]}]}}
    """#

  @Test(.tags(.fs147)) func `are read from the results of a competition, with its pars from the scores or the tracks`()
    throws
  {
    let file = try ScoreFile(Self.competition)
    #expect(file.rounds.count == 1 && file.rounds[0].course == "Shore")
    #expect(file.rounds[0].startedAt == RFC3339.date(from: "2024-06-05T10:00:00Z"))
    #expect(file.rounds[0].layout.holes.map(\.par) == [3, 4])
    #expect(file.rounds[0].lines.map(\.throwCounts) == [[3, 4], [5, nil], [2, 5]])
    #expect(file.rounds[0].lines.map(\.isOut) == [false, true, false])
    #expect(file.rounds[0].lines.map(\.group) == ["1", "1", "2"])
    let tracks = Self.competition.replacing(
      "\"Results\"",
      with: "\"Tracks\": [{\"NumberAlt\": \"5\", \"Par\": \"4\"}, {\"Number\": 6, \"Par\": 3}], \"Results\"")
    #expect(try ScoreFile(tracks).rounds[0].layout.holes.map { [$0.number, $0.par] } == [[5, 4], [6, 3]])
  }

  @Test(.tags(.fs147))
  func `of a round with more players than any card are one's own row and the first others`() async throws {
    try await FolfWorld.run(on: .sqlite) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let others = (0..<300).map {
        #"{"Name": "P\#($0)", "Group": "1", "PlayerResults": [{"Result": "3", "Diff": 0}]}"#
      }
      let mine = #"{"Name": "Ada L", "Group": "1", "PlayerResults": [{"Result": "4", "Diff": 1}]}"#
      let text = Self.competition.replacing(
        /"Results": \[.*\]\}\}/.dotMatchesNewlines(),
        with: "\"Results\": [\((others + [mine]).joined(separator: ","))]}}")
      let file: JSON = ["text": .string(text), "name": "Ada L"]
      #expect(try await host.post("\(FolfWorld.area)/me/imports", file, as: ada)["taken"] == 1)
      let round = try await host.get("\(FolfWorld.area)/me/rounds", as: ada).items[0]
      #expect(round["throwCount"] == 4)
      let card = try await world.card(round["id"]?.string ?? "", as: ada)
      #expect(card["players"]?.array?.count == 100)
    }
  }

  @Test(.tags(.fs147), arguments: TestHost.Engine.available)
  func `of a competition are those of the own card`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let file: JSON = ["text": .string(Self.competition), "name": "Ada L"]
      #expect(
        try await host.post("\(FolfWorld.area)/me/imports", file, as: ada).json == ["taken": 1, "known": 0, "left": 0])
      #expect(
        try await host.post("\(FolfWorld.area)/me/imports", file, as: ada).json == ["taken": 0, "known": 1, "left": 0])
      let round = try await host.get("\(FolfWorld.area)/me/rounds", as: ada).items[0]
      #expect(round["courseName"] == "Shore" && round["throwCount"] == 7 && round["toPar"] == 0)
      #expect(round["others"]?.array?.map { $0["name"] } == ["Mo"])
      let card = try await world.card(round["id"]?.string ?? "", as: ada)
      #expect(card["players"]?.array?.map { $0["isOut"] } == [false, true])
    }
  }

  @Test(
    arguments: [
      ("{", nil, "This is no list of scores: the JSON cannot be read."),
      ("{}", nil, "This is no list of scores: the results of a competition are missing."),
      (#"{"Competition": {"Results": [], "CourseName": "x"}}"#, nil, "The beginning is no date and time."),
      (
        #"{"Competition": {"Results": [], "CourseName": "x", "Date": "2024-06-05"}}"#, nil, "The results have no holes."
      ),
      (
        #"{"Competition": {"Results": [{"Name": "A", "PlayerResults": [{"Result": "100", "Diff": 97}]}], "CourseName": "x", "Date": "2024-06-05"}}"#,
        nil, "A score is not 0 to 99."
      ),
      (
        #"{"Competition": {"Results": [{"PlayerResults": [{"Result": "3", "Diff": 0}]}], "CourseName": "x", "Date": "2024-06-05"}}"#,
        nil, "A result has no name."
      ),
      ("", nil, "This is no list of scores: the columns of the holes are missing."),
      ("a,b,c,d,Hole1\nPar,x,y,yesterday,3", 2, "The beginning is no date and time."),
      ("a,b,c,d,Hole1\nPar,x,y,2024-06-01 0900,11", 2, "The pars are not 1 to 10."),
      ("a,b,c,d,Hole1\nPar,x,y,2024-06-01 0900,3\nAda,x,y,2024-06-01 0900,100", 3, "A score is not 0 to 99."),
      ("a,b,c,d,Hole1\nPar,x", 2, "Columns are missing."),
    ] as [(String, Int?, String)])
  func `are refused with the line and the reason`(text: String, line: Int?, reason: String) {
    #expect(throws: ScoreFile.Fault(line: line, reason: reason)) { try ScoreFile(text) }
  }

  @Test(.tags(.fs147), arguments: TestHost.Engine.available)
  func `are in the history and the statistics, once however often the file comes`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let path = "\(FolfWorld.area)/me/imports"
      let body: JSON = ["text": .string(Self.file), "name": "Ada L"]
      let first = try await host.post(path, body, as: ada)
      #expect(first.json == ["taken": 2, "known": 0, "left": 0], "\(first.text)")
      #expect(try await host.post(path, body, as: ada).json == ["taken": 0, "known": 2, "left": 0])
      let history = try await host.get("\(FolfWorld.area)/me/rounds", as: ada)
      try #require(history.items.count == 2)
      #expect(history.items.map { $0["courseName"] } == ["Shore", "Wood, upper"], "the newest first")
      #expect(history.items.map { $0["toPar"] } == [6, -1] && history.items.map { $0["throwCount"] } == [12, 9])
      #expect(history.items[1]["startedAt"] == "2024-06-01T09:05:00Z")
      #expect(history.items[1]["others"]?.array?.map { $0["name"] } == ["Mo \"Ace\""])
      let statistics = try await host.get("\(FolfWorld.area)/me/statistics", as: ada)
      #expect(statistics["rounds"] == 2 && statistics["best"] == -1)
      let card = try await world.card(try #require(history.items[1]["id"]?.string), as: ada)
      #expect(card["players"]?[1]?["throwCount"] == 4 && card["players"]?[1]?["isComplete"] == false)
      let nobody = try await host.post(path, ["text": .string(Self.file), "name": "Eve"], as: ada)
      #expect(nobody.pointers == ["/name"])
      #expect(nobody["detail"]?.string?.contains("Ada L") == true)
      #expect(try await host.post(path, ["text": "x", "name": "Ada"], as: ada).pointers == ["/text"])
      #expect(try await host.post(path, body, as: try await host.guest()).problem == "403 account-needed")
    }
  }
}
