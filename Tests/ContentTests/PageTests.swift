import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A page` {
  @Test(.tags(.pl60, .sp164), arguments: TestEngine.allCases)
  func `is what was published last, and what was published before stays readable`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      #expect(try await world.publish("terms", "Terms", text: "First.")["version"] == 1)
      world.clock.advance(60)
      #expect(try await world.publish("terms", "Terms of use", text: "Second.")["version"] == 2)
      let shown = try await world.call(.get, "/pages/terms")
      #expect(shown["title"] == "Terms of use" && shown["text"] == "Second." && shown["version"] == 2)
      #expect(shown["html"] == "<p>Second.</p>\n")
      let first = try await world.call(.get, "/pages/terms/versions/1")
      #expect(first["title"] == "Terms" && first["text"] == "First.")
      #expect(first["publishedAt"] != shown["publishedAt"])
      let history = try await world.call(.get, "/pages/terms/versions", as: "operator")
      #expect(history["items"]?.array?.map { $0["version"]?.int } == [2, 1])
    }
  }

  @Test(.tags(.pl60), arguments: TestEngine.allCases)
  func `has a text in each language, and its numbers name one text each`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await world.publish("faq", "Questions")
      #expect(try await world.publish("faq", "الأسئلة", in: "ar")["version"] == 2)
      #expect(try await world.publish("faq", "Perguntas", in: "PT-br")["language"] == "pt-BR")
      for (reader, title) in [
        ("en", "Questions"), ("en-GB", "Questions"), ("ar", "الأسئلة"), ("ar-EG", "الأسئلة"), ("pt-BR", "Perguntas"),
        // Nobody has written it in German; a Portuguese one is not the Brazilian's.
        ("de", "Questions"), ("pt", "Questions"),
      ] {
        #expect(try await world.call(.get, "/pages/faq", language: reader)["title"] == .string(title), "\(reader)")
        #expect(try await world.call(.get, "/pages/faq?language=\(reader)")["title"] == .string(title), "\(reader)")
        #expect(try await world.titles(language: reader) == [title])
      }
      #expect(try await world.call(.get, "/pages/faq/versions/2")["language"] == "ar")
    }
  }

  @Test(.tags(.pl60), arguments: TestEngine.allCases)
  func `goes out of sight in one language, and its versions stay`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await world.publish("about", "عنا", in: "ar")
      try await world.publish("about", "Über uns", in: "de")
      // Without English the first one is shown.
      #expect(try await world.call(.get, "/pages/about")["title"] == "عنا")
      try await world.call(.delete, "/pages/about/languages/AR", as: "operator")
      #expect(try await world.call(.get, "/pages/about", language: "ar")["title"] == "Über uns")
      try await world.call(.delete, "/pages/about/languages/de", as: "operator")
      #expect(await problem { try await world.call(.get, "/pages/about") }?.code == "page-unknown")
      #expect(try await world.titles() == [])
      #expect(
        await problem { try await world.call(.delete, "/pages/about/languages/de", as: "operator") }?.status == 404)
      #expect(try await world.call(.get, "/pages/about/versions/2")["title"] == "Über uns")
      #expect(try await world.publish("about", "About")["version"] == 3)
    }
  }

  @Test(.tags(.pl60), arguments: TestEngine.allCases)
  func `stands in its section by its position, and news by their age`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await world.publish("spring", "Spring", section: "news")
      world.clock.advance(1)
      try await world.publish("autumn", "Autumn", section: "news")
      try await world.publish("scoring", "Scoring", section: "rules", position: 2)
      try await world.publish("putting", "Putting", section: "guides")
      try await world.publish("throwing", "Throwing", section: "rules", position: 1)
      try await world.publish("privacy", "Privacy", position: 1)
      try await world.publish("terms", "Terms", position: 1)
      try await world.publish("about", "About", position: 3)
      let all = ["Privacy", "Terms", "About", "Throwing", "Scoring", "Putting", "Autumn", "Spring"]
      #expect(try await world.titles() == all)
      #expect(try await world.titles("?section=rules") == ["Throwing", "Scoring"])
      // A page lies in one place, in whichever language it was put there.
      try await world.publish("putting", "التسديد", in: "ar", section: "rules", position: 9)
      #expect(try await world.titles("?section=rules") == ["Throwing", "Scoring", "Putting"])
      #expect(try await world.titles("?section=guides") == [])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is not published over what somebody else has published meanwhile`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await world.publish("faq", "One", after: 0)
      let refused = await problem { try await world.publish("faq", "Other", after: 0) }
      #expect(refused?.status == 412 && refused?.code == "page-changed")
      try await world.publish("faq", "واحد", in: "ar", after: 0)
      #expect(try await world.publish("faq", "Two", after: 1)["version"] == 3)
      #expect(await problem { try await world.publish("faq", "Other", after: 1) }?.status == 412)
      #expect(try await world.call(.get, "/pages/faq")["title"] == "Two")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `gets a number of its own each time, however many publish at once`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let numbers = try await withThrowingTaskGroup(of: Int?.self) { group in
        for index in 0..<20 { group.addTask { try await world.publish("faq", "T\(index)")["version"]?.int } }
        return try await group.reduce(into: []) { $0.append($1 ?? 0) }
      }
      #expect(numbers.sorted() == Array(1...20))
      #expect(try await world.call(.get, "/pages/faq")["version"] == 20)
      let page = try await world.call(.get, "/pages/faq/versions?limit=8", as: "operator")
      #expect(page["items"]?.array?.count == 8 && page["next"] == "13")
      let rest = try await world.call(.get, "/pages/faq/versions?limit=100&before=13", as: "operator")
      #expect(rest["items"]?.array?.count == 12 && rest["next"] == .null || rest["next"] == nil)
    }
  }

  @Test(
    arguments: [
      ("/pages/Terms", "en", "help", "T", "t"), ("/pages/-a", "en", "help", "T", "t"),
      ("/pages/a", "english", "help", "T", "t"), ("/pages/a", "en", "ads", "T", "t"),
      ("/pages/a", "en", "help", "", "t"), ("/pages/a", "en", "help", "T", ""),
      ("/pages/a", "en", "help", String(repeating: "T", count: 201), "t"),
      ("/pages/a", "en", "help", "T", String(repeating: "t", count: 100_001)),
    ])
  func `that does not fit is refused`(path: String, language: String, section: String, title: String, text: String)
    async throws
  {
    try await TestEngine.sqlite.run { database in
      let world = try await ContentWorld(database)
      let body: JSON = [
        "language": .string(language), "section": .string(section), "title": .string(title), "text": .string(text),
      ]
      #expect(await problem { try await world.call(.put, path, body, as: "operator") }?.status == 422)
      #expect(try await world.titles() == [])
    }
  }

  @Test func `may be as long as it says`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await ContentWorld(database)
      let (title, text) = (String(repeating: "T", count: 200), String(repeating: "t", count: 100_000))
      let page = try await world.publish("a", title, text: text)
      #expect(page["title"] == .string(title) && page["text"] == .string(text))
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `tells which version somebody who reads a language is shown`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let version = Content.publishedVersions(in: world.storage)
      #expect(try await version("terms", "en") == nil)
      try await world.publish("terms", "Terms")
      try await world.publish("terms", "الشروط", in: "ar")
      #expect(try await version("terms", "en") == "terms/1")
      #expect(try await version("terms", "ar-EG") == "terms/2")
      #expect(try await version("privacy", "en") == nil)
    }
  }
}
