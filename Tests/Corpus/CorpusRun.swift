import FieldhouseKernel
import FieldhouseKit
import Foundation
import SoccerPredictions

/// One run over a folder; parts of the data that are not there are left out.
struct CorpusRun {
  let root: URL
  private(set) var findings = 0

  init(root: URL) { self.root = root }

  mutating func report(_ name: String, _ figures: String, failed: Int) {
    print("\(failed == 0 ? "ok  " : "FAIL") \(name): \(figures)")
    findings += failed
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  func document(_ path: String) throws -> JSON {
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
      try corrections(of: folder, OpenFootballReader(table: table))
    }
  }

  /// However a season's file is corrected, no match gets the id of another one, and those that lose theirs are asked about.
  private mutating func corrections(of folder: String, _ reader: OpenFootballReader) throws {
    let names = URL(fileURLWithPath: "Plugins/SoccerPredictions/Data/teams.table")
    let trial = try CorrectionTrial(folder: root.appending(path: folder), reader: reader, table: names)
    for (correction, found) in trial.figures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let lost = found.matches - found.kept - found.doubtful - found.mistaken
      report(
        "\(folder) \(correction.rawValue)",
        "\(found.kept) of \(found.matches) matches keep their predictions, \(found.doubtful) wait for a decision, "
          + "\(found.mistaken) are taken for another one, \(lost) are lost",
        failed: found.mistaken + lost)
    }
    report(folder, "\(trial.spellings) spellings are \(trial.teams) teams", failed: 0)
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

  /// Keywords that the Kit refuses on purpose, so that none is silently ignored.
  private static let refusedKeywords: Set = [
    "$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$vocabulary", "contains", "dependentRequired",
    "dependentSchemas", "maxContains", "minContains", "unevaluatedItems", "unevaluatedProperties",
  ]
  /// Files of the suite whose words mean something else here, with why.
  private static let otherwise = [
    "format.json": "formats are checked, not only noted", "unknownKeyword.json": "unknown keywords are refused",
  ]

  /// Every test of the dialect 2020-12 whose keywords are understood comes out as the suite says.
  mutating func schemas() throws {
    let folder = "suites-jsonschema/draft2020-12"
    guard exists(folder) else { return }
    var (passed, refused, wrong): (Int, Int, [String]) = (0, 0, [])
    for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    where name.hasSuffix(".json") && Self.otherwise[name] == nil {
      for group in try document("\(folder)/\(name)").array ?? [] {
        let tests = group["tests"]?.array ?? []
        guard let json = group["schema"], let schema = try? CompiledSchema(Schema(json)) else {
          if Self.isRefusedOnPurpose(group["schema"] ?? .null) {
            refused += tests.count
          } else {
            wrong.append(Self.title(name, group))
          }
          continue
        }
        for test in tests {
          let isValid = schema.validate(test["data"] ?? .null).isEmpty
          if isValid == test["valid"]?.bool { passed += 1 } else { wrong.append(Self.title(name, group, test)) }
        }
      }
    }
    report(
      "suites-jsonschema", "\(passed) tests pass, \(refused) of keywords that are refused; wrong: \(wrong.count)",
      failed: wrong.count)
    wrong.prefix(40).forEach { print("     \($0)") }
  }

  private static func title(_ file: String, _ parts: JSON...) -> String {
    ([file] + parts.map { $0["description"]?.string ?? "" }).joined(separator: ": ")
  }

  /// Whether a schema, or one within it, has a keyword that is refused or a reference to another document.
  private static func isRefusedOnPurpose(_ schema: JSON) -> Bool {
    if let object = schema.object {
      return object.contains { name, value in
        refusedKeywords.contains(name) || name == "$ref" && value.string?.hasPrefix("#") == false
          || isRefusedOnPurpose(value)
      }
    }
    return schema.array?.contains(where: isRefusedOnPurpose) ?? false
  }
}
