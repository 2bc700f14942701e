import Foundation
import NIOCore
import Testing

@testable import FieldhouseHTTP

@Suite struct `Files of the web app` {
  private static let contents = [
    "index.html": "shell", "app.js": "code", "console/index.html": "console", "style.css": "css", "a b.txt": "spaced",
    ".hidden": "secret", ".git/config": "secret", "sub/.env": "secret", "strings/en.json": "{}", "data.bin": "?",
    "page.webmanifest": "{}", "logo.svg": "<svg/>",
  ]

  private func world(_ test: @escaping @Sendable (ResponderWorld) async throws -> Void) async throws {
    let outside = try FileFolder(["secret.txt": "outside"])
    let folder = try FileFolder(Self.contents)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.txt", withDestinationPath: outside.path + "/secret.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/linked", withDestinationPath: outside.path)
    try await ResponderWorld.with(files: [try StaticFiles(folder: folder.path, prefix: "/")], test: test)
  }

  @Test func `are found by their path, folders by their index, with their type`() async throws {
    try await world { world async throws in
      for (path, text, type) in [
        ("/", "shell", "text/html; charset=utf-8"), ("/index.html", "shell", "text/html; charset=utf-8"),
        ("/app.js", "code", "text/javascript; charset=utf-8"),
        ("/app.js?v=2", "code", "text/javascript; charset=utf-8"),
        ("/console", "console", "text/html; charset=utf-8"), ("/console/", "console", "text/html; charset=utf-8"),
        ("/style.css", "css", "text/css; charset=utf-8"), ("/strings/en.json", "{}", "application/json"),
        ("/data.bin", "?", "application/octet-stream"), ("/page.webmanifest", "{}", "application/manifest+json"),
        ("/logo.svg", "<svg/>", "image/svg+xml"),
      ] {
        let reply = try await world.ask("GET \(path)")
        #expect(reply.status == 200 && reply.text == text && reply.headers["content-type"] == type, "\(path)")
        #expect(reply.headers["content-security-policy"] == MediaType.pagePolicy)
      }
      #expect(try await world.ask("HEAD /app.js").headers["content-length"] == "4")
    }
  }

  @Test(arguments: [
    "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/sub/../app.js", "/./app.js", "//app.js", "/app.js/",
    "/.hidden", "/.git/config", "/sub/.env", "/link.txt", "/linked/secret.txt", "/app.js%00", "/APP.JS",
    "/console/app.js",
    "/\\app.js", "/app.js%00.html", "/....//app.js", "/strings", "/a%20b.txt/../.hidden",
  ])
  func `are reached by nothing but their own path`(path: String) async throws {
    try await world { world async throws in
      let reply = try await world.ask("GET \(path)")
      #expect(reply.status == 404 && reply.code == "not-found")
      #expect(!reply.text.contains("secret") || path.contains("secret"))
    }
  }

  @Test func `paths that a person opens show the shell`() async throws {
    try await world { world async throws in
      let html = ["Accept: text/html,*/*;q=0.8"]
      for path in ["/leagues", "/leagues/en/matches", "/verify?token=x", "/leagues/en.1", "/leagues/en.1/teams"] {
        #expect(try await world.ask("GET \(path)", html).text == "shell", "\(path)")
        #expect(try await world.ask("GET \(path)", ["Accept: application/json"]).status == 404)
      }
      for path in ["/v1/nothing", "/missing.js", "/leagues/missing.png", "/leagues/missing.css"] {
        #expect(try await world.ask("GET \(path)", html).status == 404, "\(path)")
      }
    }
  }

  @Test func `take no body and no other method`() async throws {
    try await world { world async throws in
      #expect(try await world.ask("GET /app.js", [], body: "x").code == "body-unexpected")
      for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let reply = try await world.ask("\(method) /app.js")
        #expect(reply.status == 405 && reply.headers["allow"] == "GET, HEAD", "\(method)")
        #expect(try await world.ask("\(method) /missing.js").status == 404)
      }
    }
  }

  @Test func `change their tag with their content and with their name`() throws {
    let tags = try [["a": "1"], ["a": "2"], ["b": "1"], ["a": "1"]].map { files -> String in
      let folder = try FileFolder(files)
      return try #require(try StaticFiles(folder: folder.path, prefix: "/").file(path: "/" + files.keys.first!)).tag
    }
    #expect(Set(tags).count == 3 && tags[0] == tags[3])
  }

  @Test func `of a plugin stand below its prefix`() throws {
    let folder = try FileFolder(["main.js": "1", "index.html": "2"])
    let files = try StaticFiles(folder: folder.path, prefix: "/plugins/soccer/")
    #expect(files.file(path: "/plugins/soccer/main.js") != nil)
    #expect(files.file(path: "/plugins/soccer/") != nil)
    for path in ["/main.js", "/plugins/soccer", "/plugins/soccermain.js", "/plugins/golf/main.js"] {
      #expect(files.file(path: path) == nil, "\(path)")
    }
  }

  @Test func `cannot be read from where there is no folder`() {
    #expect(throws: (any Error).self) { try StaticFiles(folder: "/nonexistent-folder", prefix: "/") }
  }
}

@Suite struct `Files that shrink` {
  private static let script = String(repeating: "export const answer = 42;\n", count: 200)
  private static let noise = String((0..<3000).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789+-*/".randomElement()! })

  private func world(_ test: @escaping @Sendable (ResponderWorld) async throws -> Void) async throws {
    let folder = try FileFolder(["app.js": Self.script, "small.js": "1", "app.png": Self.script, "index.html": "shell"])
    try await ResponderWorld.with(files: [try StaticFiles(folder: folder.path, prefix: "/")], test: test)
  }

  @Test func `are sent compressed to who takes them so, and as they are to all others`() async throws {
    try await world { world async throws in
      for accepted in ["gzip", "gzip, deflate, br, zstd", "br;q=1, GZIP;q=0.5", "*", "identity;q=0, *;q=1"] {
        let reply = try await world.ask("GET /app.js", ["Accept-Encoding: \(accepted)"])
        #expect(reply.headers["content-encoding"] == "gzip", "\(accepted)")
        #expect(reply.headers["vary"] == "accept-encoding")
        #expect(Int(reply.headers["content-length"] ?? "") ?? .max < Self.script.utf8.count / 10)
        #expect(reply.headers["content-type"] == "text/javascript; charset=utf-8")
      }
      for accepted in [nil, "", "br", "gzip;q=0", "gzip; q=0.000, *", "identity", "*;q=0"] {
        let reply = try await world.ask("GET /app.js", accepted.map { ["Accept-Encoding: \($0)"] } ?? [])
        #expect(reply.headers["content-encoding"] == nil && reply.text == Self.script, "\(accepted ?? "nothing")")
        #expect(reply.headers["vary"] == "accept-encoding")
      }
    }
  }

  @Test func `are no others than those that are worth while`() async throws {
    try await world { world async throws in
      for path in ["/small.js", "/app.png", "/"] {
        let reply = try await world.ask("GET \(path)", ["Accept-Encoding: gzip"])
        #expect(reply.headers["content-encoding"] == nil && reply.headers["vary"] == nil, "\(path)")
      }
    }
    func zipped(_ bytes: [UInt8], _ type: String) -> ByteBuffer? {
      ZippedFile(ByteBuffer(bytes: bytes), type: type)?.bytes
    }
    #expect(zipped(Array(Self.noise.utf8), "text/plain") != nil)
    #expect(zipped((0..<3000).map { _ in UInt8.random(in: 0...255) }, "text/plain") == nil)
    #expect(zipped([UInt8](repeating: 65, count: 1023), "text/plain") == nil)
    #expect(zipped([UInt8](repeating: 65, count: 1024), "text/plain") != nil)
    #expect(zipped([UInt8](repeating: 65, count: 1024), "image/png") == nil)
  }

  /// RFC 1952 § 2.3: the magic number, the method, no time and no name in front; the length behind.
  @Test func `are whole files of gzip, the same each time`() throws {
    let bytes = Array(Self.script.utf8)
    let zipped = try #require(GzipFile.compressed(bytes))
    let view = Array(zipped.readableBytesView)
    #expect(view[..<8] == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    #expect(view.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } == bytes.count)
    #expect(GzipFile.compressed(bytes) == zipped)
  }

  @Test func `have a tag for each way, and are known again by it`() async throws {
    try await world { world async throws in
      let zip = ["Accept-Encoding: gzip"]
      let plain = try #require(try await world.ask("GET /app.js").headers["etag"])
      let zipped = try #require(try await world.ask("GET /app.js", zip).headers["etag"])
      #expect(plain != zipped)
      #expect(try await world.ask("GET /app.js", zip + ["If-None-Match: \(zipped)"]).status == 304)
      #expect(try await world.ask("GET /app.js", zip + ["If-None-Match: \(plain)"]).status == 200)
      #expect(try await world.ask("GET /app.js", ["If-None-Match: \(plain)"]).status == 304)
      #expect(try await world.ask("GET /app.js", ["If-None-Match: \(zipped)"]).status == 200)
      #expect(try await world.ask("GET /app.js", ["If-Match: \(zipped)"]).status == 200)
      #expect(try await world.ask("GET /app.js", zip + ["If-Match: \"other\""]).status == 412)
    }
  }
}
