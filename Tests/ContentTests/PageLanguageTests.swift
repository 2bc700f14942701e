import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseContent

@Suite struct `The language of a page` {
  @Test(
    .tags(.pl57),
    arguments: [
      ("pt-BR", ["en", "pt", "pt-BR"], "pt-BR"), ("PT-br", ["en", "pt-BR"], "pt-BR"), ("pt-BR", ["en", "pt"], "pt"),
      ("zh-Hant-TW", ["en", "zh", "zh-Hant"], "zh-Hant"), ("zh-Hant-TW", ["zh-TW", "en"], "en"),
      ("pt", ["en", "pt-BR"], "en"), ("de", ["ar", "en"], "en"), ("de", ["nl", "ar"], "ar"), ("", ["nl", "en"], "en"),
      ("-", ["nl"], "nl"), ("de", [], nil),
    ] as [(String, [String], String?)])
  func `is the reader's, else that without region and script, else English, else the first`(
    reader: String, languages: [String], best: String?
  ) {
    #expect(PageLanguage.best(languages, for: reader) == best)
    #expect(PageLanguage.best(languages.reversed(), for: reader) == best)
  }

  @Test(arguments: [
    ("EN", "en"), ("PT-br", "pt-BR"), ("zh-HANT-tw", "zh-Hant-TW"), ("SR-latn", "sr-Latn"),
    ("de-CH-1996", "de-CH-1996"),
    ("es-419", "es-419"), ("SL-ROZAJ", "sl-rozaj"), ("ar", "ar"),
  ])
  func `is written as is usual`(tag: String, normal: String) {
    #expect(PageLanguage.normal(tag) == normal)
  }
}

@Suite struct `The pages that are shown` {
  @Test(.tags(.pl60), arguments: TestEngine.allCases)
  func `are named once each, in the order of their sections, and titled for who reads`(engine: TestEngine) async throws
  {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      #expect(try await world.content.shownPages() == [])
      try await world.publish("rules", "Rules", section: "rules")
      try await world.publish("terms", "Terms", position: 1)
      try await world.publish("terms", "الشروط", in: "ar", position: 1)
      try await world.publish("about", "About", position: 2)
      try await world.publish("gone", "Gone")
      try await world.call(.delete, "/pages/gone", as: "operator")
      #expect(try await world.content.shownPages() == ["terms", "about", "rules"])
      #expect(try await world.content.title(of: "terms", language: "ar-EG") == "الشروط")
      #expect(try await world.content.title(of: "terms", language: "de") == "Terms")
      #expect(try await world.content.title(of: "gone", language: "en") == nil)
    }
  }
}
