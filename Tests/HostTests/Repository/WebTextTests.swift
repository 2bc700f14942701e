import FieldhouseKit
import Testing

@Suite struct `Texts of the web app` {
  /// - Throws: when the file names a key twice: Kit's reader refuses that.
  private static func texts(_ language: String) throws -> Set<String> {
    let text = try #require(SourceFiles.text("Core/Web/strings/\(language).json"))
    return Set(try JSON(parsing: Array(text.utf8)).object?.keys.map(\.self) ?? [])
  }

  @Test func `are there in both languages, each once; a problem without a text is told in the host's English words`()
    throws
  {
    let (english, arabic) = (try Self.texts("en"), try Self.texts("ar"))
    #expect(!english.isEmpty)
    #expect(english.subtracting(arabic).isEmpty)
    #expect(arabic.subtracting(english).allSatisfy { $0.hasPrefix("problem.") })
  }
}
