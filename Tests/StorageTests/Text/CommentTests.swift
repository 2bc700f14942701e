internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Comments in statements", .storageWorld)
struct CommentTests {
  private static let read: [(text: String, words: [String])] = [
    ("a /* b */ c", ["a", "c"]), ("a /*/ b */ c", ["a", "c"]), ("a/*/'*/b", ["a", "b"]), ("/***/ a /* * / */", ["a"]),
    ("a /* -- */ b", ["a", "b"]), ("a -- /*\nb", ["a", "b"]), ("a -- b\r\nc", ["a", "c"]), ("a -- b\r", ["a"]),
    ("a --\r\n--\r\nb --", ["a", "b"]), ("a /* \r b */ c", ["a", "c"]), ("a\r\nb", ["a", "b"]),
  ]

  @Test func `end where both engines end them`() throws {
    for (text, words) in Self.read { #expect(try SQLScanner.tokens(of: text).map(\.text) == words, "\(text)") }
  }

  @Test(arguments: [
    "a /* b /* c */ d */", "a /*/*/ b */", "/* /**/ */", "a -- b\rc", "a -- b\r + c\nd", "--\ra", "/*/", "a /* b *",
  ])
  func `that end elsewhere for one of them are refused`(_ text: String) {
    let error = #expect(throws: StorageError.self) { try SQLScanner.tokens(of: text) }
    #expect(error?.code == .statement)
  }

  /// What stands in a comment to a careless reader, and outside of it to an engine.
  private static let disguised = [
    "select 1 /*/ ' */ , (select count(*) from pg_catalog.pg_roles) /*/ ' */",
    "select 1 /*/ ' */ , (select count(*) from sqlite_master) /*/ ' */",
    "select 1 /*/ ' */ ; drop table kept /*/ ' */", "select 1 /*/ \" */ ; delete from kept /*/ \" */",
    "select 1 -- \r , (select count(*) from pg_catalog.pg_roles)", "select 1 -- \r ; delete from kept",
    "select 1 /* /* */ -- */ */ , (select count(*) from pg_catalog.pg_roles)",
  ]

  @Test(arguments: EngineKind.available)
  func `hide nothing from the first wall`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind, "create table kept (a integer);\r\n-- one\r\ninsert into kept values (1); /* two */\r\n-- end")
    for text in Self.disguised {
      #expect(throws: StorageError.self, "\(text)") { try StatementInspector.check(text, as: .writing) }
      await #expect(throws: StorageError.self, "\(text)") {
        try await storage.write { try await $0.query(SQL(text: text, values: [])) }
      }
    }
    #expect(try await storage.column("select a from kept") == [1])
  }

  /// Pieces of statements that tempt a careless reader to cut.
  private static let pieces = [
    "select", "a", "';'", "'it''s; -- '", "\"b;\"\"c\"", "/* ; ' */", "-- ; \" '\n", "?1", "1.5e-3", "(", ")", "/*/;*/",
    "'/*'", "\"--\"", "<>", "ä", "--\n",
  ]

  @Test func `and quotes never cut a statement`() throws {
    var random = SeededRandom(seed: 8)
    for _ in 0..<400 {
      var (text, statements) = ("", [String]())
      for _ in 0...random.next(below: 4) {
        let words = (0...random.next(below: 5)).map { _ in Self.pieces[random.next(below: Self.pieces.count)] }
        text += words.joined(separator: " ") + " ;"
        // A statement is what stands between its first and its last word that is no comment.
        let isSaid = { (word: String) in !word.hasPrefix("--") && !word.hasPrefix("/*") }
        guard let first = words.firstIndex(where: isSaid), let last = words.lastIndex(where: isSaid) else { continue }
        statements.append(words[first...last].joined(separator: " "))
      }
      #expect(try StatementSplitter.split(text) == statements, "\(text)")
    }
  }
}
