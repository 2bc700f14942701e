import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `A message to the operators` {
  private func texts(_ world: ContentWorld, _ query: String = "") async throws -> [String] {
    try await world.call(.get, "/messages" + query, as: "operator")["items"]?.array?.compactMap { $0["text"]?.string }
      ?? []
  }

  @Test(.tags(.pl62, .sp165, .sp182), arguments: TestEngine.allCases)
  func `arrives with who wrote it, waits until it is done, and can be removed`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let first = try await world.write("Where is the\nmeeting?", as: "ann", name: "Ann Ames", email: "ann@example.org")
      world.clock.advance(1)
      let second = try await world.write("I cannot sign in.")
      let list = try await world.call(.get, "/messages", as: "operator")["items"]?.array ?? []
      #expect(list == [first, second])
      #expect(first["account"] == "ann" && first["name"] == "Ann Ames" && first["email"] == "ann@example.org")
      #expect(first["text"] == "Where is the\nmeeting?" && first["state"] == "open")
      #expect(second["account"] == .null || second["account"] == nil)
      let id = try #require(first["id"]?.string)
      try await world.call(.put, "/messages/\(id)", ["state": "done"], as: "operator")
      #expect(try await texts(world) == ["I cannot sign in."])
      #expect(try await texts(world, "?state=done") == ["Where is the\nmeeting?"])
      try await world.call(.delete, "/messages/\(id)", as: "operator")
      #expect(try await texts(world, "?state=done") == [])
      let gone = await problem { try await world.call(.put, "/messages/\(id)", ["state": "open"], as: "operator") }
      #expect(gone?.code == "message-unknown")
    }
  }

  @Test(.tags(.pl62, .sp165), arguments: [1, 499, 500, 501])
  func `has at most 500 characters`(count: Int) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await ContentWorld(database)
      // A character may take many bytes.
      let refused = await problem { try await world.write(String(repeating: "é", count: count)) }
      #expect(refused?.errors.map(\.pointer) == (count > 500 ? ["/text"] : nil))
      #expect(try await texts(world).map(\.count) == (count > 500 ? [] : [count]))
    }
  }

  @Test(
    .tags(.pl62, .sp165),
    arguments: [
      ("", "jo@example.org", "Text", "/name"), ("Jo", "", "Text", "/email"), ("Jo", "nobody", "Text", "/email"),
      ("Jo", "jo@example.org", "", "/text"), (String(repeating: "J", count: 101), "jo@example.org", "Text", "/name"),
    ])
  func `says who wrote it, and how to answer`(name: String, email: String, text: String, pointer: String) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await ContentWorld(database)
      let refused = await problem { try await world.write(text, name: name, email: email) }
      #expect(refused?.status == 422 && refused?.errors.map(\.pointer) == [pointer])
      #expect(try await texts(world) == [])
    }
  }

  @Test func `is not taken from who writes too often`() async throws {
    try await TestEngine.sqlite.run { database in
      let left = Mutex(2)
      let world = try await ContentWorld(database) { _ in
        guard
          left.withLock({
            $0 -= 1; return $0 >= 0
          })
        else {
          throw Problem(status: 429, code: "too-many-attempts", detail: "Later.")
        }
      }
      try await world.write("One")
      try await world.write("Two")
      #expect(await problem { try await world.write("Three") }?.status == 429)
      #expect(try await texts(world).sorted() == ["One", "Two"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is read a page at a time, those of one instant each once`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      for index in 0..<7 { try await world.write("\(index)") }
      var (seen, after): ([String], String?) = ([], nil)
      repeat {
        let page = try await world.call(
          .get, "/messages?limit=3" + (after.map { "&after=\($0)" } ?? ""), as: "operator")
        seen += page["items"]?.array?.compactMap { $0["text"]?.string } ?? []
        after = page["next"]?.string
      } while after != nil
      #expect(seen.sorted() == (0..<7).map(String.init))
      #expect(await problem { _ = try await texts(world, "?after=x") }?.status == 422)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `goes with the account, moves with it, and is in its export`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await world.write("of ann", as: "ann")
      try await world.write("of bob", as: "bob")
      let body: JSON = ["language": "en", "section": "help", "title": "FAQ", "text": "Text."]
      try await world.call(.put, "/pages/faq", body, as: "ann")
      let export = try await world.content.export(AccountID("ann"))
      #expect(export["messages"]?.array?.map { $0["text"] } == ["of ann"])
      #expect(export["published"] == [["page": "faq", "version": 1]])
      try await world.storage.write { try await Content.merge(AccountID("ann"), into: AccountID("eve"), in: $0) }
      #expect(try await world.content.export(AccountID("ann")) == ["messages": [], "published": []])
      #expect(try await world.content.export(AccountID("eve"))["published"] == [["page": "faq", "version": 1]])
      try await world.storage.write { try await Content.erase(AccountID("eve"), in: $0) }
      #expect(try await world.content.export(AccountID("eve")) == ["messages": [], "published": []])
      #expect(try await texts(world) == ["of bob"])
      #expect(try await world.call(.get, "/pages/faq/versions/1")["title"] == "FAQ")
    }
  }
}
