import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `Texts of the web app` {
  /// - Throws: when the file names a key twice: Kit's reader refuses that.
  private static func texts(_ language: String, in folder: String = "Core/Web") throws -> Set<String> {
    let text = try #require(SourceFiles.text("\(folder)/strings/\(language).json"))
    return Set(try JSON(parsing: Array(text.utf8)).object?.keys.map(\.self) ?? [])
  }

  @Test(.tags(.pl55)) func `are there in both languages, each once`() throws {
    let (english, arabic) = (try Self.texts("en"), try Self.texts("ar"))
    #expect(!english.isEmpty)
    #expect(english.symmetricDifference(arabic).isEmpty)
  }

  /// Every folder with tables that are delivered.
  private static let folders = [
    "Core/Web", "Core/Services/Accounts", "Core/Services/Communities", "Plugins/FitnessChallenges",
    "Plugins/FolfScoring", "Plugins/SoccerPredictions", "Plugins/TeamManagement", "Plugins/WalkingClubs",
  ]

  @Test(.tags(.pl55)) func `stand in no other folders`() throws {
    let tables = try ["Core", "Plugins"].flatMap { part in
      try SourceFiles.paths(below: part) { $0.hasSuffix("/strings/en.json") }
    }
    #expect(tables.sorted() == Self.folders.map { "\($0)/strings/en.json" }.sorted())
  }

  /// The names of parts stand in texts of each language, and the name of the app is no word.
  @Test(.tags(.pl55, .sp13), arguments: folders)
  func `are in both languages, and in Arabic letters wherever there are letters`(folder: String) throws {
    let (english, arabic) = (try Self.texts("en", in: folder), try Self.texts("ar", in: folder))
    #expect(!english.isEmpty)
    #expect(english.symmetricDifference(arabic).sorted() == [])
    let text = try #require(SourceFiles.text("\(folder)/strings/ar.json"))
    var untranslated: [String] = []
    for (key, value) in try #require(try JSON(parsing: Array(text.utf8)).object) where key != "settings.version" {
      let words = try #require(value.string, "\(key)").replacing(/\{[^}]*\}/, with: "")
      let isArabic = words.unicodeScalars.contains { ("\u{0600}"..."\u{06FF}").contains($0) }
      if words.contains(where: \.isLetter) && !isArabic { untranslated.append(key) }
    }
    #expect(untranslated == [])
  }

  @Test func `that the shell's pages name stand in its tables`() throws {
    let english = try Self.texts("en")
    let pages = try SourceFiles.paths(below: "Core/Web") { $0.hasSuffix(".js") && !$0.contains("/console/") }
    var named: Set<String> = []
    for page in pages {
      let script = try #require(SourceFiles.text(page))
      named.formUnion(script.matches(of: /[^A-Za-z]text\("([^"]+)"[,)]/).map { String($0.1) })
    }
    #expect(named.count > 100)
    #expect(named.subtracting(english).sorted() == [])
  }

  @Test(
    .tags(.sp13),
    arguments: [
      "Plugins/SoccerPredictions", "Plugins/FolfScoring", "Plugins/TeamManagement", "Plugins/FitnessChallenges",
      "Plugins/WalkingClubs",
    ])
  func `of a plugin's pages stand in its tables, in both languages; no page brings words of its own`(
    folder: String
  ) throws {
    let (english, arabic) = (try Self.texts("en", in: folder), try Self.texts("ar", in: folder))
    #expect(english == arabic)
    let scripts = try SourceFiles.paths(below: "\(folder)/web") { $0.hasSuffix(".js") }
    let page = try scripts.map { try #require(SourceFiles.text($0)) }.joined(separator: "\n")
    let named = Set(page.matches(of: /app\.text\("([^"]+)"/).map { String($0.1) })
    #expect(named.count > 10)
    #expect(named.subtracting(english).subtracting(try Self.texts("en")).isEmpty)
    #expect(page.unicodeScalars.allSatisfy { !("\u{0600}"..."\u{06FF}").contains($0) })
  }
}
