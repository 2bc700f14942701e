import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseContent

@Suite struct `A catalog of texts` {
  private let catalog = TextCatalog()

  init() {
    catalog.set(
      TextTables([
        "en": ["hello": "Hello {name}", "bye": "Bye", "problem.late": "Too late."],
        "ar": ["hello": "مرحبا {name}", "problem.late": "فات الأوان."],
      ]), of: "app")
    catalog.set(TextTables(["en": ["title": "Folf"], "nl": ["title": "Frisbeegolf"]]), of: "folf")
  }

  private func take(
    _ texts: [String: [String: [String: String]]], languages: [WrittenTexts.Language] = [], asOf number: Int = 1
  ) {
    catalog.take(WrittenTexts(languages: languages, texts: texts), asOf: number)
  }

  private func text(_ key: String, _ language: String, of owner: String = "app") -> String {
    catalog.text(owner, key: key, language: language, arguments: ["name": "Ann"])
  }

  @Test(.tags(.pl55, .pl57)) func `finds a text as operators wrote it, as it came, in English, or its key`() {
    take(["ar": ["app": ["hello": "أهلا {name}"]], "en": ["app": ["bye": "So long"]], "de": ["app": ["bye": "Tschüs"]]])
    #expect(text("hello", "ar") == "أهلا Ann")
    #expect(text("bye", "ar") == "So long")
    #expect(text("problem.late", "ar") == "فات الأوان.")
    #expect(text("hello", "de") == "Hello Ann")
    #expect(text("bye", "de") == "Tschüs")
    #expect(text("bye", "en") == "So long")
    #expect(text("nothing", "ar") == "nothing")
    #expect(text("hello", "ar", of: "nobody") == "hello")
    #expect(catalog.knows("app") && !catalog.knows("nobody"))
  }

  @Test(.tags(.pl57)) func `gives all texts of an owner with what is missing in English`() {
    take(["de": ["app": ["bye": "Tschüs"]], "en": ["app": ["bye": "So long"]]])
    #expect(
      catalog.all(of: "app", in: "de") == ["hello": "Hello {name}", "bye": "Tschüs", "problem.late": "Too late."])
    #expect(catalog.all(of: "app", in: "xx")["bye"] == "So long")
    #expect(catalog.all(of: "app", in: "en")["hello"] == "Hello {name}")
    #expect(catalog.all(of: "nobody", in: "en").isEmpty)
  }

  @Test func `leaves out what was written for a text that is gone`() {
    take(["ar": ["app": ["old": "قديم"], "gone": ["x": "y"]]])
    #expect(text("old", "ar") == "old")
    #expect(catalog.all(of: "app", in: "ar")["old"] == nil)
    #expect(text("x", "ar", of: "gone") == "x")
  }

  @Test func `speaks for one owner with what is written meanwhile`() {
    let texts = catalog.texts(of: "folf")
    #expect(texts.text("title", language: "nl", arguments: [:]) == "Frisbeegolf")
    take(["nl": ["folf": ["title": "Discgolf"]]])
    #expect(texts.text("title", language: "nl", arguments: [:]) == "Discgolf")
    #expect(texts.languages == ["en", "ar", "nl"])
  }

  @Test(.tags(.pl59)) func `shows English, what came, and what operators switched on`() {
    #expect(catalog.languages == ["en", "ar", "nl"])
    take(
      [:],
      languages: [
        .init(tag: "ar", name: "عربي", isActive: false), .init(tag: "de", name: "Deutsch", isActive: true),
        .init(tag: "he", name: "עברית", isActive: true), .init(tag: "fr", name: "Français", isActive: false),
      ])
    #expect(catalog.languages == ["en", "de", "he", "nl"])
    #expect(catalog.shown.map(\.name) == ["English", "Deutsch", "עברית", "Nederlands"])
    #expect(catalog.shown.map(\.direction) == ["ltr", "ltr", "rtl", "ltr"])
    #expect(catalog.all.map(\.tag) == ["en", "ar", "de", "fr", "he", "nl"])
    #expect(catalog.all.filter(\.isShipped).map(\.tag) == ["en", "ar", "nl"])
  }

  @Test func `does not go back to what it was before`() {
    take(["en": ["app": ["bye": "Second"]]], asOf: 2)
    take(["en": ["app": ["bye": "First"]]], asOf: 1)
    #expect(text("bye", "en") == "Second")
    #expect(catalog.change == 2)
  }
}

@Suite struct `The tag of a language` {
  @Test(
    arguments: [
      ("en", "English", false), ("ar", "العربية", true), ("de", "Deutsch", false), ("fr", "Français", false),
      ("he", "עברית", true), ("fa", "فارسی", true), ("ur", "اردو", true), ("pt-BR", "Português (Brasil)", false),
      ("zh-Hant", "繁體中文", false), ("dv", "ދިވެހިބަސް", true), ("xx", "xx", false),
    ] as [(String, String, Bool)])
  func `tells its own name and which way it runs`(tag: String, name: String, isRightToLeft: Bool) {
    #expect(LanguageTag.ownName(of: tag) == name)
    #expect(LanguageTag.isRightToLeft(tag) == isRightToLeft)
  }

  @Test func `runs as its script does`() {
    #expect(LanguageTag.isRightToLeft("ku-Arab"))
    #expect(LanguageTag.isRightToLeft("az-arab-IR"))
    #expect(!LanguageTag.isRightToLeft("ur-Latn"))
    // A variant of four letters begins with a digit.
    #expect(!LanguageTag.isRightToLeft("de-1996"))
  }
}

@Suite struct `Placeholders of texts` {
  @Test(
    arguments: [
      ("Hallo {name}", "Hello {name}", []), ("Hallo", "Hello {name}", []), ("{n} von {m}", "{n}", ["m"]),
      ("{Name} {name }", "{name}", ["Name", "name "]), ("a { b", "x", []), ("a } b {", "x", []), ("{}", "x", [""]),
      ("{{a}}", "{a}", ["{a"]),
    ] as [(String, String, [String])])
  func `that the English text does not have are found`(text: String, english: String, unknown: [String]) {
    #expect(Placeholders.unknown(in: text, source: english) == unknown)
  }

  @Test(
    arguments: [
      ("Code: {code}", "Your code is {code}", []), ("Code", "Your code is {code} {name}", ["code"]),
      ("", "{link} {code}", ["code", "link"]), ("Hallo", "Hello {name}", []),
    ] as [(String, String, [String])])
  func `that a message is sent for must not be left out`(text: String, english: String, missing: [String]) {
    #expect(Placeholders.missing(in: text, source: english) == missing)
  }
}
