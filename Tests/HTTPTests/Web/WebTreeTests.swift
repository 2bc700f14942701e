import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHTTP

@Suite struct `Files that are kept for good` {
  private static let page = """
    <html><head><link rel="stylesheet" href="/app.css"><link rel="manifest" href="/app.webmanifest">
    <link rel="icon" href="/missing.svg"><script type="module" src="/app.js"></script></head><body><a href="/app.css">x</a></body></html>
    """
  private static let shell = [
    "index.html": page, "app.css": "css", "app.js": "import \"/dom.js\";", "app.webmanifest": "{}", "dom.js": "dom",
  ]

  /// The shell, and the pages of a plugin.
  private static func tree(_ shell: [String: String] = shell) throws -> [StaticFiles] {
    let (own, golf) = (try FileFolder(shell), try FileFolder(["main.js": "main"]))
    return try withExtendedLifetime((own, golf)) {
      [
        try StaticFiles(folder: own.path, prefix: "/"), try StaticFiles(folder: golf.path, prefix: "/plugins/golf/"),
      ]
    }
  }

  @Test(.tags(.pl85)) func `have the address of their release, whose answers everybody may keep for a year`()
    async throws
  {
    let files = try Self.tree()
    let (own, golf) = (files[0].fingerprint, files[1].fingerprint)
    try await ResponderWorld.with(files: files) { world async throws in
      for (path, text) in [
        ("/assets/\(own)/app.js", "import \"/dom.js\";"), ("/assets/\(own)/app.css", "css"),
        ("/assets/\(golf)/plugins/golf/main.js", "main"),
      ] {
        let reply = try await world.ask("GET \(path)")
        #expect(reply.status == 200 && reply.text == text, "\(path)")
        #expect(reply.headers["cache-control"] == "public, max-age=31536000, immutable", "\(path)")
        #expect(reply.headers["content-security-policy"] == MediaType.pagePolicy)
        let tag = try #require(reply.headers["etag"])
        let known = try await world.ask("GET \(path)", ["If-None-Match: \(tag)"])
        #expect(known.status == 304 && known.headers["cache-control"] == reply.headers["cache-control"])
        // By their own path they are asked for by their mark.
        let plain = try await world.ask("GET \(path.replacing(/^\/assets\/[^\/]+/, with: ""))")
        #expect(plain.text == text && plain.headers["cache-control"] == "no-cache")
      }
    }
  }

  @Test func `are the present ones, which are not kept, under the address of another release`() async throws {
    let files = try Self.tree()
    try await ResponderWorld.with(files: files) { [own = files[0].fingerprint] world async throws in
      for release in ["0123456789abcdef", "x", String(own.dropLast()), "\(own)0"] {
        let reply = try await world.ask("GET /assets/\(release)/app.js")
        #expect(reply.status == 200 && reply.headers["cache-control"] == "no-cache", "\(release)")
      }
      // The fingerprint of the shell says nothing of a plugin's file.
      let other = try await world.ask("GET /assets/\(own)/plugins/golf/main.js")
      #expect(other.status == 200 && other.headers["cache-control"] == "no-cache")
      for path in [
        "/assets/\(own)", "/assets/\(own)/", "/assets/\(own)/index.html", "/assets/\(own)/missing.js", "/assets/",
        "/assets//app.js/", "/assets/\(own)/../app.js", "/assets/\(own)/plugins/golf/",
        "/assets/\(own)/assets/\(own)/app.js",
      ] {
        #expect(try await world.ask("GET \(path)").status == 404, "\(path)")
      }
    }
  }

  @Test func `are named so by a page, which its policy lets have the map of them and nothing else inline`() async throws
  {
    let files = try Self.tree()
    let (own, golf) = (files[0].fingerprint, files[1].fingerprint)
    try await ResponderWorld.with(files: files) { world async throws in
      let reply = try await world.ask("GET /")
      let map =
        #"{"imports":{"/":"/assets/\#(own)/","/plugins/golf/":"/assets/\#(golf)/plugins/golf/","/assets/":"/assets/"}}"#
      let wanted = """
        <html><head><link rel="stylesheet" href="/assets/\(own)/app.css"><link rel="manifest" href="/app.webmanifest">
        <link rel="icon" href="/missing.svg"><script type="importmap">\(map)</script>
          <script type="module" src="/assets/\(own)/app.js"></script></head><body><a href="/assets/\(own)/app.css">x</a></body></html>
        """
      #expect(reply.text == wanted)
      #expect(reply.headers["cache-control"] == "no-cache")
      let policy = try #require(reply.headers["content-security-policy"])
      #expect(policy.hasPrefix("\(MediaType.pagePolicy); script-src 'self' 'sha256-") && !policy.contains("unsafe"))
    }
  }

  /// The digest of FIPS 180-4 for "abc", in base64.
  @Test func `are allowed by the digest of their map`() {
    let digest = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    #expect(MediaType.pagePolicy(allowing: "abc").hasSuffix("; script-src 'self' 'sha256-\(digest)'"))
  }

  @Test func `have another address when any of their folder has other content or another name`() throws {
    let first = try Self.tree()
    #expect(try Self.tree()[0].fingerprint == first[0].fingerprint)
    for changed in [
      Self.shell.merging(["dom.js": "DOM"]) { $1 }, Self.shell.merging(["new.js": ""]) { $1 },
      Self.shell.filter { $0.key != "dom.js" },
    ] {
      let next = try Self.tree(changed)
      #expect(next[0].fingerprint != first[0].fingerprint && next[1].fingerprint == first[1].fingerprint)
      #expect(WebTree(next).file(path: "/")?.tag != WebTree(first).file(path: "/")?.tag)
    }
    // What belongs to one file cannot be read as another's.
    let (left, right) = (try Self.tree(["a": "b", "c": ""]), try Self.tree(["a": "", "bc": ""]))
    #expect(left[0].fingerprint != right[0].fingerprint)
  }

  @Test func `are so on a page that says what it is, too`() async throws {
    let files = try Self.tree()
    try await ResponderWorld.with(
      files: files,
      { $0.preview = PagePreview(isFor: { $0.hasPrefix("/things/") }, head: { _ in "<meta name=\"x\">" }) },
      test: { world async throws in
        let (shell, page) = (try await world.ask("GET /"), try await world.ask("GET /things/a"))
        #expect(page.text == shell.text.replacing("</head>", with: "<meta name=\"x\"></head>"))
        #expect(page.headers["content-security-policy"] == shell.headers["content-security-policy"])
      })
  }
}
