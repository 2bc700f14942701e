import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `Texts` {
  private let texts = TextTables(["en": ["hello": "Hello {name}", "only": "English"], "ar": ["hello": "مرحبا {name}"]])

  @Test(.tags(.pl55, .pl57)) func `come in the language asked for, else in English, else as their key`() {
    #expect(texts.text("hello", language: "ar", arguments: ["name": "Omar"]) == "مرحبا Omar")
    #expect(texts.text("only", language: "ar", arguments: [:]) == "English")
    #expect(texts.text("missing", language: "ar", arguments: [:]) == "missing")
    #expect(texts.languages == ["en", "ar"])
  }
}

@Suite struct `Texts in several languages` {
  private let texts = TextTables([
    "en": [
      "greet": "Hello {name}, {name}!", "twice": "{a}{b}", "only": "English", "brace": "a { b } c", "open": "a {b",
    ],
    "ar": ["greet": "مرحبا {name}"], "nl": [:], "de": ["only": "Deutsch"],
  ])

  @Test func `are told all at once, in English where the language lacks them`() {
    #expect(texts.all(in: "ar")["greet"] == "مرحبا {name}")
    #expect(texts.all(in: "ar")["only"] == "English")
    #expect(texts.all(in: "de")["only"] == "Deutsch")
    #expect(texts.all(in: "xx") == texts.all(in: "en"))
    #expect(texts.all(in: "en").count == 5)
    #expect(TextTables([:]).all(in: "en").isEmpty)
  }

  @Test func `are listed with English first`() {
    #expect(texts.languages == ["en", "ar", "de", "nl"])
    #expect(TextTables([:]).languages == [])
  }

  @Test(
    arguments: [
      ("greet", "en", ["name": "Ann"], "Hello Ann, Ann!"), ("greet", "ar", ["name": "Ann"], "مرحبا Ann"),
      ("greet", "nl", ["name": "Ann"], "Hello Ann, Ann!"),
      ("greet", "xx", ["name": "Ann"], "Hello Ann, Ann!"), ("only", "de", [:], "Deutsch"),
      ("missing", "en", ["x": "y"], "missing"),
      ("greet", "en", ["other": "x"], "Hello {name}, {name}!"), ("twice", "en", ["a": "{b}", "b": "{a}"], "{b}{a}"),
      ("greet", "en", [:], "Hello {name}, {name}!"),
      ("brace", "en", [" b ": "x"], "a x c"), ("open", "en", ["b": "x"], "a {b"),
      ("greet", "en", ["name": ""], "Hello , !"),
    ] as [(String, String, [String: String], String)])
  func `are filled in once, in the language or else in English`(
    key: String, language: String, arguments: [String: String], expected: String
  ) {
    #expect(texts.text(key, language: language, arguments: arguments) == expected)
  }
}
