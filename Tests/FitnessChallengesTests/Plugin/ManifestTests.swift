import FieldhouseKit
import Foundation
import Testing

@Suite struct `The texts of fitness challenges` {
  private func table(_ language: String) throws -> JSONObject {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let data = try Data(contentsOf: root.appending(path: "Plugins/FitnessChallenges/strings/\(language).json"))
    return try JSON(parsing: Array(data)).object ?? [:]
  }

  @Test func `are there in every language, with the same values to fill in`() throws {
    let (english, arabic) = (try table("en"), try table("ar"))
    #expect(Set(english.keys) == Set(arabic.keys))
    func holes(_ text: String) -> Set<Substring> { Set(text.matches(of: /\{[a-zA-Z]+\}/).map(\.output)) }
    for (key, text) in english {
      #expect(holes(text.string ?? "") == holes(arabic[key]?.string ?? ""), "\(key)")
    }
  }
}
