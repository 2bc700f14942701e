import FieldhouseKernel
import FieldhouseKit
import Foundation
import SoccerPredictions

/// Runs parsers and rules over a folder of real data: `corpus FOLDER`.
guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: corpus FOLDER\n".utf8))
  exit(2)
}

let root = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
var failures = 0

func report(_ name: String, _ figures: String, failed: Int) {
  print("\(failed == 0 ? "ok  " : "FAIL") \(name): \(figures)")
  failures += failed
}

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

for (folder, expectsGoals) in [("football-openfootball", false), ("football-worldcup", true)] where exists(folder) {
  let table = try CompetitionTable(contentsOf: URL(fileURLWithPath: "Plugins/SoccerPredictions/Data/competitions.table"))
  let corpus = try Corpus.check(root.appending(path: folder), reader: OpenFootballReader(table: table))
  let figures = corpus.figures
  let missing = expectsGoals ? figures.withGoals - figures.withGoalsMakingTheScore : 0
  report(
    folder, "\(figures.seasons) seasons, \(figures.matches) matches, \(figures.goals) goals, \(corpus.problems.count) problems",
    failed: corpus.problems.count + missing)
  corpus.problems.prefix(10).forEach { print("     \($0)") }
}

if exists("suites-json/test_parsing") {
  let folder = root.appending(path: "suites-json/test_parsing")
  var figures = ["y": (right: 0, all: 0), "n": (right: 0, all: 0), "i": (right: 0, all: 0)]
  /// Duplicate keys are valid JSON and refused here on purpose: which of the two counts is anybody's guess.
  let refused: Set = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]
  for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".json") {
    let isRead = (try? JSON(parsing: Array(Data(contentsOf: folder.appending(path: name))))) != nil
    let kind = String(name.prefix(1))
    let isRight = kind == "i" || isRead == (kind == "y" && !refused.contains(name))
    figures[kind]?.all += 1
    figures[kind]?.right += isRight ? 1 : 0
    if !isRight { print("     \(name): \(isRead ? "read" : "refused")") }
  }
  let text = figures.sorted { $0.key < $1.key }.map { "\($0.key)_ \($0.value.right)/\($0.value.all)" }.joined(separator: ", ")
  report("suites-json", text, failed: figures.values.reduce(0) { $0 + $1.all - $1.right })
}

if exists("suites-strings/blns.json") {
  let bytes = Array(try Data(contentsOf: root.appending(path: "suites-strings/blns.json")))
  let strings = try JSON(parsing: bytes).array ?? []
  let changed = try strings.filter { try JSON(parsing: $0.serialized()) != $0 }
  report("suites-strings", "\(strings.count - changed.count)/\(strings.count) come back identical", failed: changed.count)
}

if exists("suites-semver/fixtures.json") {
  let fixtures = try JSON(parsing: Array(try Data(contentsOf: root.appending(path: "suites-semver/fixtures.json"))))
  let rows = (fixtures["comparisons"]?.array ?? []).compactMap { row -> (SemanticVersion, SemanticVersion)? in
    guard let parts = row.array, parts.count == 2, let left = parts[0].string, let right = parts[1].string,
      let greater = try? SemanticVersion(left), let lesser = try? SemanticVersion(right)
    else { return nil }
    return (greater, lesser)
  }
  let wrong = rows.filter { !($0.1 < $0.0) }
  report("suites-semver", "\(rows.count - wrong.count)/\(rows.count) strict comparisons", failed: wrong.count)
}

print(failures == 0 ? "All data was read as expected." : "\(failures) findings.")
exit(failures == 0 ? 0 : 1)
