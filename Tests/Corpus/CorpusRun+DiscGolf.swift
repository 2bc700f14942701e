import FieldhouseKit
import FolfScoring
import Foundation

extension CorpusRun {
  private static let discGolf = "discgolf-courses/generated"

  /// Every round of a file of scores adds up to what an independent program says.
  mutating func scoreFiles() throws {
    guard exists("\(Self.discGolf)/udisc.oracle.json") else { return }
    let oracle = try document("\(Self.discGolf)/udisc.oracle.json").array ?? []
    let expected = Dictionary(oracle.map { (Self.key($0["layout"]?.string, $0["start"]?.string), $0) }) { $1 }
    for name in ["udisc_scorecards.csv", "udisc_old_format.csv"] where exists("\(Self.discGolf)/\(name)") {
      let sheet = try ScoreSheet(try text("\(Self.discGolf)/\(name)"))
      let mistakes = sheet.rounds.flatMap { round in
        expected[Self.key(round.layout, RFC3339.string(from: round.startedAt))].map { Self.mistakes(round, $0) }
          ?? ["\(round.layout) at \(round.startedAt) is none of the rounds"]
      }
      let lines = sheet.rounds.map(\.lines.count).reduce(0, +)
      report(name, "\(sheet.rounds.count) rounds, \(lines) rows; wrong: \(mistakes.count)", failed: mistakes.count)
      mistakes.prefix(10).forEach { print("     \($0)") }
    }
  }

  /// A layout and the digits of the minute of a beginning.
  private static func key(_ layout: String?, _ start: String?) -> String {
    "\(layout ?? "") \((start ?? "").filter(\.isNumber).prefix(12))"
  }

  /// Sums and places of competitions are those that the file itself says.
  mutating func competitions() throws {
    let folder = "\(Self.discGolf)/metrix-like"
    guard exists(folder) else { return }
    var (rows, wrong): (Int, [String]) = (0, [])
    for name in try names(in: folder) {
      let round = try ScoreSheet(try text("\(folder)/\(name)")).rounds[0]
      let results = try document("\(folder)/\(name)")["Competition"]?["Results"]?.array ?? []
      rows += results.count
      for (line, said) in zip(round.lines, results) where line.isComplete {
        let isRight = line.total == said["Sum"]?.int && line.toPar == said["Diff"]?.int
        if !isRight { wrong.append("\(name): \(line.name) \(line.total) (\(line.toPar))") }
      }
      if round.lines.count != results.count { wrong.append("\(name): \(round.lines.count) rows") }
    }
    report("metrix-like", "\(rows) rows; wrong: \(wrong.count)", failed: wrong.count)
    wrong.prefix(10).forEach { print("     \($0)") }
  }

  /// Totals and places of tournaments over all rounds, with ties, are the published ones.
  mutating func tournaments() throws {
    let folder = "\(Self.discGolf)/pdga-live-like"
    guard exists(folder) else { return }
    var (players, wrong): (Int, [String]) = (0, [])
    for event in try names(in: folder) {
      let expected = try document("\(folder)/\(event)/standings.expected.json")
      for (division, standings) in expected["divisions"]?.object ?? [:] {
        let scores = try self.scores("\(folder)/\(event)/\(division)", rounds: expected["rounds"]?.int ?? 0)
        let places = Placing.places(scores)
        let rows = standings.array ?? []
        players += rows.count
        for row in rows {
          let name = row["player"]?.string ?? ""
          let score = scores.first { $0.id == name }
          let sums = row["rounds"]?.array?.compactMap(\.int)
          let isRight =
            places[name] == row["place"]?.int
            && (row["place"]?.int == nil || score?.total == row["total"]?.int && score?.rounds == sums)
          if !isRight {
            wrong.append("\(event) \(division) \(name): place \(places[name] ?? 0), \(score?.rounds ?? [])")
          }
        }
      }
    }
    report("pdga-live-like", "\(players) players; wrong: \(wrong.count)", failed: wrong.count)
    wrong.prefix(10).forEach { print("     \($0)") }
  }

  /// The players of a division with the throws of each round, hole by hole. Who is missing in a later round is out.
  private func scores(_ path: String, rounds: Int) throws -> [TournamentScore] {
    var (thrown, order): ([String: [Int?]], [String]) = ([:], [])
    for round in 0..<rounds {
      for row in try document("\(path)-round\(round + 1).json")["data"]?["scores"]?.array ?? [] {
        let name = row["Name"]?.string ?? ""
        if thrown[name] == nil { order.append(name) }
        let holes = row["HoleScores"]?.array?.map { $0.string.flatMap(Int.init) } ?? []
        let isComplete = !holes.isEmpty && holes.allSatisfy { $0 != nil }
        var before = thrown[name] ?? []
        before += Array(repeating: nil, count: round - before.count)
        thrown[name] = before + [isComplete ? holes.compactMap(\.self).reduce(0, +) : nil]
      }
    }
    return order.map { name in
      let sums = thrown[name] ?? []
      let isOut = sums.count < rounds || sums.contains { $0 == nil }
      return TournamentScore(id: name, rounds: sums.compactMap(\.self), isOut: isOut)
    }
  }

  private static func mistakes(_ round: ScoreSheet.Round, _ expected: JSON) -> [String] {
    var mistakes: [String] = []
    let rows = expected["players"]?.array ?? []
    if round.par != expected["par"]?.int || round.layout != expected["layout"]?.string {
      mistakes.append("\(round.layout): par \(round.par)")
    }
    for line in round.lines {
      let row = rows.first { $0["player"]?.string == line.name }
      let isRight =
        line.total == row?["total"]?.int && line.toPar == row?["to_par"]?.int && line.holes == row?["holes_played"]?.int
        && line.isComplete == row?["finished"]?.bool && line.aces == row?["aces"]?.array?.count
        && line.underPar == row?["birdies_or_better"]?.int
      if !isRight { mistakes.append("\(round.layout) \(line.name): \(line)") }
    }
    // The older file ends in the middle of a round: who has won is known of whole ones.
    guard round.lines.count == rows.count else { return mistakes }
    let winners = expected["winner"]?.array?.compactMap { $0["player"]?.string } ?? []
    let first = round.lines.filter(\.isComplete).map(\.toPar).min()
    let found = round.lines.filter { $0.isComplete && $0.toPar == first }.map(\.name)
    // Of those who share the first place the oracle names one.
    if found.isEmpty != winners.isEmpty || !Set(winners).isSubset(of: found) {
      mistakes.append("\(round.layout): \(found) won, not \(winners)")
    }
    return mistakes
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
  }
}
