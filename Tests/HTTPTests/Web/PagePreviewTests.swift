import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHTTP

@Suite struct `A page that people share` {
  private func world(
    shell: String = "<html><head><title>T</title></head><body></body></html>",
    _ test: @escaping @Sendable (ResponderWorld) async throws -> Void
  ) async throws {
    let folder = try FileFolder(["index.html": shell, "things/file.txt": "file"])
    try await ResponderWorld.with(
      files: [try StaticFiles(folder: folder.path, prefix: "/")],
      {
        $0.languages = { ["en", "ar"] }
        $0.preview = PagePreview(
          isFor: { $0.hasPrefix("/things/") || $0.hasPrefix("/v1/") },
          head: { "<meta content=\"\($0.path) \($0.query ?? "-") \($0.call.language) \($0.call.principal == nil)\">" })
      }, test: test)
  }

  @Test func `says what it is in its head, to programs that say nothing of what they want and to everybody alike`()
    async throws
  {
    try await world { world async throws in
      let wanted =
        "<html><head><title>T</title><meta content=\"/things/a%20b x=1 en true\"></head><body></body></html>"
      for fields in [[], ["Accept: */*"], ["Accept: text/html"], ["Accept: image/png"], ["Authorization: Bearer ada"]] {
        let reply = try await world.ask("GET /things/a%20b?x=1", fields)
        #expect(reply.status == 200 && reply.text == wanted, "\(fields)")
        #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
        #expect(reply.headers["content-security-policy"] == MediaType.pagePolicy)
        #expect(reply.headers["cache-control"] == "no-cache")
      }
      #expect(try await world.ask("GET /things/a", ["Accept-Language: ar"]).text.contains(" - ar true"))
      let length = String(wanted.utf8.count)
      #expect(try await world.ask("HEAD /things/a%20b?x=1").headers["content-length"] == length)
    }
  }

  @Test func `has another tag when it says something else`() async throws {
    try await world { world async throws in
      let tag = try #require(try await world.ask("GET /things/a").headers["etag"])
      #expect(try await world.ask("GET /things/a", ["If-None-Match: \(tag)"]).status == 304)
      #expect(try await world.ask("GET /things/b", ["If-None-Match: \(tag)"]).status == 200)
      #expect(try await world.ask("GET /", ["If-None-Match: \(tag)"]).status == 200)
    }
  }

  @Test func `changes nothing of files, other pages, methods and the interface`() async throws {
    try await world { world async throws in
      #expect(try await world.ask("GET /things/file.txt").text == "file")
      #expect(try await world.ask("GET /others/a").status == 404)
      let page = try await world.ask("GET /others/a", ["Accept: text/html"])
      #expect(!page.text.contains("meta"))
      #expect(try await world.ask("GET /v1/nothing", ["Accept: text/html"]).status == 404)
      let posted = try await world.ask("POST /things/a")
      #expect(posted.status == 405 && posted.headers["allow"] == "GET, HEAD")
      #expect(try await world.ask("GET /things/a", [], body: "x").code == "body-unexpected")
    }
  }

  @Test func `is the shell as it is where that has no head`() async throws {
    try await world(shell: "shell") { world async throws in
      #expect(try await world.ask("GET /things/a").text == "shell")
    }
  }
}

@Suite struct `What search engines read` {
  @Test(.tags(.pl92, .fs28)) func `is there where the host has it, is only read, and is no page`() async throws {
    let folder = try FileFolder(["index.html": "<html><head></head></html>"])
    let files = [try StaticFiles(folder: folder.path, prefix: "/")]
    try await ResponderWorld.with(
      files: files, { $0.site = SiteFiles(robots: "User-agent: *\n") { "<urlset/>" } },
      test: { world async throws in
        #expect(try await world.ask("GET /robots.txt").text == "User-agent: *\n")
        let map = try await world.ask("GET /sitemap.xml", ["Accept: text/html"])
        #expect(map.text == "<urlset/>" && map.headers["content-type"] == "application/xml")
        #expect(try await world.ask("GET /sitemap.xml?page=2").status == 422)
        let posted = try await world.ask("POST /robots.txt")
        #expect(posted.status == 405 && posted.headers["allow"] == "GET, HEAD")
      })
    try await ResponderWorld.with(
      files: files, { _ in },
      test: { world async throws in
        #expect(try await world.ask("GET /robots.txt", ["Accept: text/html"]).status == 404)
        #expect(try await world.ask("GET /sitemap.xml", ["Accept: text/html"]).status == 404)
      })
  }
}
