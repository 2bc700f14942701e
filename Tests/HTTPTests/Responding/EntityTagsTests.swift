import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

@Suite struct `Entity tags` {
  @Test(arguments: [
    (#""a""#, true, true), (#"W/"a""#, true, false), ("*", true, true), (" * ", true, true), (#""b", "a""#, true, true),
    (#""b",W/"a" , "c""#, true, false), (#""b""#, false, false), ("", false, false), ("a", false, false),
    (#""a"#, false, false), (#"w/"a""#, false, false), (#""a" "b""#, false, false), (#""x,y", "a""#, true, true),
    (#""x, "a""#, false, false), (#"*, "a""#, false, false), (#",, "a" ,"#, true, true), (#""A""#, false, false),
    (#""a b""#, false, false), (#""ä", "a""#, true, true),
  ])
  func `match weakly and strongly as RFC 9110 says`(field: String, weakly: Bool, strongly: Bool) {
    #expect(EntityTags(field).matchesWeakly(#""a""#) == weakly)
    #expect(EntityTags(field).matchesStrongly(#""a""#) == strongly)
  }

  @Test func `a weak tag never matches strongly`() {
    #expect(!EntityTags(#"W/"a""#).matchesStrongly(#"W/"a""#))
    #expect(EntityTags(#"W/"a""#).matchesWeakly(#"W/"a""#))
    #expect(EntityTags(#""a""#).matchesWeakly(#"W/"a""#))
  }

  @Test(arguments: ["/v1/tagged", "/openapi.json", "/index.html"])
  func `spare the body of what the client has`(path: String) async throws {
    let folder = try FileFolder(["index.html": "<p>"])
    try await ResponderWorld.with(files: [try StaticFiles(folder: folder.path, prefix: "/")]) { world async throws in
      let first = try await world.ask("GET \(path)")
      let tag = try #require(first.headers["etag"])
      #expect(first.status == 200)
      for field in ["\(tag)", "W/\(tag)", "*", "\"x\", \(tag)", "\"x\"\r\nIf-None-Match: \(tag)"] {
        let reply = try await world.ask("GET \(path)", ["If-None-Match: \(field)"])
        #expect(reply.status == 304 && reply.body.isEmpty, "\(field)")
        #expect(reply.headers["etag"] == tag && reply.headers["cache-control"] == "no-cache")
        #expect(try await world.ask("HEAD \(path)", ["If-None-Match: \(field)"]).status == 304)
      }
      for field in ["\"x\"", "", "x", "\(tag.dropLast())x\""] {
        let reply = try await world.ask("GET \(path)", ["If-None-Match: \(field)"])
        #expect(reply.status == 200 && reply.body == first.body, "\(field)")
      }
    }
  }

  @Test func `a file is sent only in the version that is wanted`() async throws {
    let folder = try FileFolder(["app.js": "1"])
    try await ResponderWorld.with(files: [try StaticFiles(folder: folder.path, prefix: "/")]) { world async throws in
      let tag = try #require(try await world.ask("GET /app.js").headers["etag"])
      for field in [tag, "*", "\"x\", \(tag)"] {
        #expect(try await world.ask("GET /app.js", ["If-Match: \(field)"]).status == 200)
      }
      for field in ["\"x\"", "W/\(tag)", ""] {
        let reply = try await world.ask("GET /app.js", ["If-Match: \(field)"])
        #expect(reply.status == 412 && reply.code == "precondition-failed")
      }
    }
  }
}
