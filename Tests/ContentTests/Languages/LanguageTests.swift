import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

private let texts = [
  "app": [
    "en": ["hello": "Hello {name}", "bye": "Bye", "problem.late": "Too late."],
    "ar": ["hello": "مرحبا {name}", "bye": "مع السلامة", "problem.late": "فات الأوان."],
  ],
  "folf": ["en": ["title": "Folf"]],
]

extension ContentWorld {
  fileprivate func languages() async throws -> [String] {
    try await call(.get, "/languages")["items"]?.array?.map { item in
      let state = item["isActive"] == true ? "on" : "off"
      return [item["tag"]?.string ?? "", "\(item["translated"]?.int ?? -1)/\(item["texts"]?.int ?? -1)", state]
        .joined(separator: " ")
    } ?? []
  }

  fileprivate func write(_ entries: [(String, String, String?)], in language: String) async throws -> JSON {
    let items = entries.map { owner, key, text -> JSON in
      ["owner": .string(owner), "key": .string(key), "text": text.map { .string($0) } ?? .null]
    }
    return try await call(.put, "/languages/\(language)/texts", ["texts": .array(items)])
  }

  fileprivate func keys(_ query: String, in language: String) async throws -> [String] {
    try await call(.get, "/languages/\(language)/texts\(query)")["items"]?.array?.map {
      "\($0["owner"]?.string ?? "")/\($0["key"]?.string ?? "")"
    } ?? []
  }
}

@Suite struct `A language` {
  @Test(.tags(.pl59, .sp6), arguments: TestEngine.allCases)
  func `is added, filled and switched on, and people see it then`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      #expect(try await world.languages() == ["en 3/3 on", "ar 3/4 on"])
      let added = try await world.call(.put, "/languages/DE", [:])
      #expect(added["tag"] == "de" && added["name"] == "Deutsch" && added["direction"] == "ltr")
      #expect(added["isActive"] == false && added["isShipped"] == false)
      #expect(world.texts.languages == ["en", "ar"])
      let filled = try await world.write(
        [("app", "hello", "Hallo {name}"), ("folf", "title", "Scheibengolf")], in: "de")
      #expect(filled["translated"] == 2 && filled["texts"] == 4)
      try await world.call(.put, "/languages/de", ["isActive": true])
      #expect(try await world.languages() == ["en 3/3 on", "ar 3/4 on", "de 2/4 on"])
      #expect(world.texts.languages == ["en", "ar", "de"])
      #expect(world.texts.text("app", key: "hello", language: "de", arguments: ["name": "Jo"]) == "Hallo Jo")
      #expect(world.texts.text("app", key: "bye", language: "de", arguments: [:]) == "Bye")
      try await world.call(.put, "/languages/de", ["name": "Deutsch (Sie)"])
      #expect(world.texts.shown.map(\.name) == ["English", "العربية", "Deutsch (Sie)"])
    }
  }

  @Test(.tags(.pl59, .sp6), arguments: TestEngine.allCases)
  func `is switched off, and removed with what was written in it; what came stays`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      try await world.call(.put, "/languages/ar", ["isActive": false])
      #expect(world.texts.languages == ["en"])
      #expect(await problem { try await world.call(.delete, "/languages/ar") }?.code == "language-shipped")
      #expect(
        await problem { try await world.call(.put, "/languages/en", ["isActive": false]) }?.code == "language-needed")
      #expect(await problem { try await world.call(.delete, "/languages/en") }?.code == "language-shipped")
      try await world.call(.put, "/languages/he", ["isActive": true])
      _ = try await world.write([("app", "bye", "להתראות")], in: "he")
      try await world.call(.delete, "/languages/HE")
      #expect(world.texts.languages == ["en"])
      #expect(await problem { try await world.call(.delete, "/languages/he") }?.code == "language-unknown")
      // Added once more, it begins empty.
      let again = try await world.call(.put, "/languages/he", [:])
      #expect(again["translated"] == 0 && again["direction"] == "rtl" && again["isActive"] == false)
    }
  }

  @Test(.tags(.pl59), arguments: TestEngine.allCases)
  func `shows what is missing, by owners and keys, page by page`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      try await world.call(.put, "/languages/de", [:])
      let all = ["app/bye", "app/hello", "app/problem.late", "folf/title"]
      #expect(try await world.keys("", in: "de") == all)
      _ = try await world.write([("app", "hello", "Hallo {name}")], in: "de")
      #expect(try await world.keys("?missing=true", in: "de") == ["app/bye", "app/problem.late", "folf/title"])
      #expect(try await world.keys("?owner=folf", in: "de") == ["folf/title"])
      #expect(try await world.keys("?missing=true", in: "ar") == ["folf/title"])
      let first = try await world.call(.get, "/languages/de/texts?limit=2")
      #expect(first["next"] == "app/hello")
      #expect(try await world.keys("?limit=2&after=app/hello", in: "de") == Array(all[2...]))
      #expect(try await world.call(.get, "/languages/de/texts?limit=2&after=app/hello")["next"] == .null)
      let arabic = try await world.call(.get, "/languages/ar/texts?limit=1")["items"]?.array?.first
      #expect(arabic?["english"] == "Bye" && arabic?["shipped"] == "مع السلامة")
      #expect(arabic?["text"] == nil)
      // In English, sentences about problems are the host's.
      #expect(try await world.keys("", in: "en") == ["app/bye", "app/hello", "folf/title"])
      #expect(await problem { _ = try await world.keys("", in: "fr") }?.code == "language-unknown")
    }
  }

  @Test(.tags(.pl59), arguments: TestEngine.allCases)
  func `takes all texts or none, and says what is wrong with each`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      try await world.call(.put, "/languages/de", [:])
      let refused = await problem {
        _ = try await world.write(
          [
            ("app", "bye", "Tschüs"), ("app", "hello", "Hallo {nam}"), ("app", "nothing", "x"), ("folf2", "title", "x"),
          ], in: "de")
      }
      #expect(refused?.status == 422)
      #expect(refused?.errors.map(\.pointer) == ["/texts/1/text", "/texts/2/key", "/texts/3/key"])
      #expect(refused?.errors.map(\.code) == ["text-placeholder", "text-unknown", "text-unknown"])
      #expect(try await world.keys("?missing=true", in: "de").count == 4)
      let sentence = await problem { _ = try await world.write([("app", "problem.late", "Late!")], in: "en") }
      #expect(sentence?.errors.first?.code == "text-unknown")
      #expect(await problem { _ = try await world.write([], in: "de") }?.status == 422)
      let most = (0..<501).map { _ in ("app", "bye", String?.some("Tschüs")) }
      #expect(await problem { _ = try await world.write(most, in: "de") }?.status == 422)
      #expect(try await world.write(Array(most.dropLast()), in: "de")["translated"] == 1)
      #expect(
        await problem { _ = try await world.write([("app", "bye", String(repeating: "x", count: 2001))], in: "de") }?
          .status == 422)
    }
  }

  @Test(.tags(.pl59), arguments: TestEngine.allCases)
  func `gives up a text of the operators' for the one that came`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      _ = try await world.write([("app", "bye", "وداعا"), ("app", "hello", "أهلا {name}")], in: "ar")
      #expect(world.texts.all(of: "app", in: "ar")["bye"] == "وداعا")
      _ = try await world.write([("app", "bye", nil), ("app", "hello", "  ")], in: "ar")
      #expect(world.texts.all(of: "app", in: "ar")["bye"] == "مع السلامة")
      #expect(world.texts.all(of: "app", in: "ar")["hello"] == "مرحبا {name}")
    }
  }

  @Test(.tags(.pl59), arguments: TestEngine.allCases)
  func `is known to another process after a look`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      let other = TextCatalog()
      for (owner, tables) in texts { other.set(TextTables(tables), of: owner) }
      let follower = Content(
        storage: world.storage, texts: other, pictures: world.shelf.pictures, films: world.reel.films,
        limit: { _ in }, crashLimit: { _ in })
      try await follower.readTexts()
      try await world.call(.put, "/languages/de", ["isActive": true])
      _ = try await world.write([("app", "bye", "Tschüs")], in: "de")
      #expect(other.languages == ["en", "ar"])
      try await follower.followTexts()
      #expect(other.languages == ["en", "ar", "de"])
      #expect(other.all(of: "app", in: "de")["bye"] == "Tschüs")
      try await world.call(.delete, "/languages/de")
      try await follower.followTexts()
      #expect(other.languages == ["en", "ar"])
    }
  }

  @Test(.tags(.pl59), arguments: TestEngine.allCases)
  func `is one of a hundred at most`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, texts: texts)
      for number in 0..<98 {
        let letters = [number / 26, number % 26].map { String(UnicodeScalar(UInt8(97 + $0))) }.joined()
        try await world.call(.put, "/languages/q\(letters)", [:])
      }
      #expect(await problem { try await world.call(.put, "/languages/de", [:]) }?.code == "languages-too-many")
      try await world.call(.put, "/languages/qaa", ["isActive": true])
      #expect(world.texts.languages == ["en", "ar", "qaa"])
    }
  }
}
