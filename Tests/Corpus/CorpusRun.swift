import FieldhouseKernel
import FieldhouseKit
import Foundation
import SoccerPredictions

/// One run over a folder; parts of the data that are not there are left out.
struct CorpusRun {
  let root: URL
  private(set) var findings = 0

  init(root: URL) { self.root = root }

  private mutating func report(_ name: String, _ figures: String, failed: Int) {
    print("\(failed == 0 ? "ok  " : "FAIL") \(name): \(figures)")
    findings += failed
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  private func document(_ path: String) throws -> JSON {
    try JSON(parsing: Array(try Data(contentsOf: root.appending(path: path))))
  }

  /// Every season is read without a problem, and goals make the score wherever a match lists them.
  mutating func football() throws {
    let facts = URL(fileURLWithPath: "Plugins/SoccerPredictions/Data/competitions.table")
    let table = try CompetitionTable(contentsOf: facts)
    for folder in ["football-openfootball", "football-worldcup"] where exists(folder) {
      let corpus = try Corpus.check(root.appending(path: folder), reader: OpenFootballReader(table: table))
      let figures = corpus.figures
      report(
        folder, "\(figures.seasons) seasons, \(figures.matches) matches, \(figures.goals) goals",
        failed: corpus.problems.count + figures.withGoals - figures.withGoalsMakingTheScore)
      corpus.problems.prefix(10).forEach { print("     \($0)") }
    }
  }

  /// Names of valid texts that are refused on purpose: of two equal keys it is anybody's guess which one counts.
  private static let refused: Set = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

  /// Files that begin with y are read, those with n refused, those with i either way without a crash.
  mutating func json() throws {
    let folder = "suites-json/test_parsing"
    guard exists(folder) else { return }
    var counts: [String: Int] = [:]
    var wrong: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path) {
      let isRead = (try? document("\(folder)/\(name)")) != nil
      let isExpected = name.hasPrefix("y_") && !Self.refused.contains(name)
      counts[String(name.prefix(2)), default: 0] += 1
      if !name.hasPrefix("i_"), isRead != isExpected { wrong.append(name) }
    }
    let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    report(
      "suites-json", "files \(text); wrong: \(wrong.isEmpty ? "none" : wrong.joined(separator: " "))",
      failed: wrong.count)
  }

  /// Every string comes back as it went in.
  mutating func strings() throws {
    guard exists("suites-strings/blns.json") else { return }
    let strings = try document("suites-strings/blns.json").array ?? []
    let changed = try strings.filter { try JSON(parsing: $0.serialized()) != $0 }
    report("suites-strings", "\(strings.count - changed.count) of \(strings.count) come back", failed: changed.count)
  }

  /// Versions are ordered as SemVer 2.0.0 orders them.
  mutating func versions() throws {
    guard exists("suites-semver/fixtures.json") else { return }
    let rows = try document("suites-semver/fixtures.json")["comparisons"]?.array ?? []
    let pairs = rows.compactMap { row -> (SemanticVersion, SemanticVersion)? in
      guard row.array?.count == 2, let left = row[0]?.string, let right = row[1]?.string,
        let greater = try? SemanticVersion(left), let lesser = try? SemanticVersion(right)
      else { return nil }
      return (greater, lesser)
    }
    let wrong = pairs.filter { !($0.1 < $0.0) }
    report("suites-semver", "\(pairs.count - wrong.count) of \(pairs.count) comparisons", failed: wrong.count)
  }
}
