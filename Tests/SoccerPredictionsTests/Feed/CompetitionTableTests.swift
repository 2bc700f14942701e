import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The table of competitions` {
  private let text = """
    fieldhouse competitions 1
    source | made for the tests
    # a remark

    country | xa | XAN | GB-XAN | Europe | Europe/London | Anland
    country | xb | XBE | BX | Asia | Asia/Tokyo | Beland
    national | bpl | xb | Asia/Seoul
    national | lost | xz | Asia/Seoul
    international | xcup | World | UTC | nations
    international | x.cl | Europe | Europe/Paris | clubs
    alias | PL | xa.1
    edition | xcup | 2014 | America/Sao_Paulo
    """

  private func competition(_ league: String, _ season: String = "2024-25") throws -> Competition {
    try CompetitionTable(text: text).competition(SeasonKey(league: league, season: season))
  }

  @Test(.tags(.sp2)) func `finds the country by what stands before the dot, whatever the league`() throws {
    for league in ["xa.1", "xa.2", "xa.cup", "xa"] {
      let found = try competition(league)
      #expect(found.country == Country(code: "XAN", isoCode: "GB-XAN", name: "Anland") && found.teamCode == "XAN")
      #expect(found.continent == "Europe" && found.zone.identifier == "Europe/London")
    }
  }

  @Test(.tags(.sp2)) func `finds leagues with a name of their own, by the clock of their grounds`() throws {
    let found = try competition("bpl")
    #expect(found.country?.name == "Beland" && found.continent == "Asia" && found.zone.identifier == "Asia/Seoul")
  }

  @Test(.tags(.sp2)) func `knows competitions between countries, each edition by the clock of its host`() throws {
    let (cup, host) = (try competition("xcup", "2018"), try competition("xcup", "2014"))
    #expect(cup.country == nil && cup.continent == "World" && cup.teamCode == "nat")
    #expect(cup.zone.secondsFromGMT() == 0 && host.zone.identifier == "America/Sao_Paulo")
    #expect(try competition("x.cl").teamCode == "int", "clubs say in their names where they are from")
  }

  @Test func `calls a league of another source by its lasting code, and any other as it is called`() throws {
    let table = try CompetitionTable(text: text)
    #expect(["PL", "xa.1", "pl", "ZZ"].map(table.league(called:)) == ["xa.1", "xa.1", "pl", "ZZ"])
  }

  @Test(arguments: ["", "zz.1", ".1", "XA.1", "lost"])
  func `knows no league of a country that it does not have`(league: String) {
    #expect { try competition(league) } throws: { error in
      (error as? FeedProblem)?.code == "unknown-league" && "\(error)".contains("\"\(league)\"")
    }
  }

  @Test(
    arguments: [
      ("country | xa | XAN | XA | Europe | Europe/London", "unknown-line"),
      ("country | xa | XAN | XA | Europe | Europe/London | Anland | more", "unknown-line"),
      ("country | xa | XAN | XA | Europe | Nowhere/Town | Anland", "unknown-zone"),
      ("national | bpl | xb", "unknown-line"), ("alias | PL", "unknown-line"), ("Country | x", "unknown-line"),
      ("international | xcup | World | Moon/Base | nations", "unknown-zone"),
    ])
  func `names the line that it does not understand`(line: String, code: String) {
    #expect { try CompetitionTable(text: text + "\n" + line) } throws: { error in
      (error as? FeedProblem)?.code == code && (error as? FeedProblem)?.place == "line 13"
    }
  }

  @Test func `is refused with another first line, and where there is no such file or it is no text`() throws {
    let refusal = #expect(throws: FeedProblem.self) { try CompetitionTable(text: "fieldhouse competitions 2") }
    #expect(refusal?.code == "wrong-format" && refusal?.place == "line 1")
    let file = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID().uuidString).table")
    defer { try? FileManager.default.removeItem(at: file) }
    let missing = #expect(throws: FeedProblem.self) { try CompetitionTable(contentsOf: file) }
    #expect(missing?.code == "unreadable" && missing?.file == file.lastPathComponent)
    try Data([0x66, 0xFF]).write(to: file)
    #expect(throws: FeedProblem.self) { try CompetitionTable(contentsOf: file) }
    try Data((text + "\nplanet | x").utf8).write(to: file)
    let bad = #expect(throws: FeedProblem.self) { try CompetitionTable(contentsOf: file) }
    #expect(bad?.file == file.lastPathComponent && bad?.place == "line 13")
  }
}
