import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What search engines find` {
  private func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }

  /// An installation with two plugins that have a page for everybody.
  private func installation() throws -> Installation {
    let installation = try Installation()
    let manifest = "manifests/folf-scoring.json"
    try installation.folder.copy("\(Repository.root)/\(manifest)", to: manifest)
    return installation
  }

  @Test(.tags(.pl92, .fs28)) func `is what they may ask for, and every page that is for everybody`() async throws {
    try await RunningHost.run(try installation(), clock: "2024-08-17T11:40:00Z") { host in
      let robots = try await host.get("/robots.txt")
      #expect(robots.status == 200 && robots.headers["content-type"] == "text/plain; charset=utf-8")
      let lines = text(robots).split(separator: "\n").map(String.init)
      #expect(lines.starts(with: ["User-agent: *", "Disallow: /v1/", "Disallow: /console", "Allow: /"]))
      let named = try #require(lines.last { $0.hasPrefix("Sitemap: ") }).dropFirst("Sitemap: ".count)
      let site = try #require(named.hasSuffix("/sitemap.xml") ? named.dropLast("/sitemap.xml".count) : nil)
      let before = try await host.get("/sitemap.xml")
      #expect(before.status == 200 && before.headers["content-type"] == "application/xml")
      let page: JSON = ["language": "en", "section": "help", "title": "A & B", "text": "Text."]
      let published = try await host.call("PUT", "/v1/content/pages/a-b", as: RunningHost.token, body: page)
      try #require(published.status == 200, "\(published.json)")
      let map = text(try await host.get("/sitemap.xml"))
      let places = map.matches(of: /<loc>([^<]+)<\/loc>/).map { String($0.1) }
      for path in ["/", "/welcome", "/help", "/soccer-predictions", "/folf-scoring", "/help/pages/a-b"] {
        #expect(places.contains(site + path), "\(path)")
      }
      #expect(Set(places).count == places.count && !text(before).contains("a-b"))
      #expect(!places.contains { $0.contains("/v1/") || $0.contains("/console") || $0.contains("/account") })
    }
  }

  @Test(.tags(.pl92, .fs28, .fs139), arguments: ["en", "ar"])
  func `says of each page what it is, in the language that is asked for`(language: String) async throws {
    try await RunningHost.run(try installation(), clock: "2024-08-17T11:40:00Z") { host in
      let page: JSON = ["language": "en", "section": "help", "title": "A \"B\" <C>", "text": "Text."]
      try await host.call("PUT", "/v1/content/pages/quoted", as: RunningHost.token, body: page)
      let fields = ["Accept": "text/html", "Accept-Language": language]
      for path in ["/welcome", "/help", "/soccer-predictions", "/folf-scoring", "/help/pages/quoted"] {
        let found = text(try await host.call("GET", path, headers: fields))
        let head = try #require(found.components(separatedBy: "</head>").first)
        let title = try #require(head.firstMatch(of: /og:title" content="([^"]+)"/)).1
        let description = try #require(head.firstMatch(of: /og:description" content="([^"]+)"/)).1
        #expect(title.count > 5 && description.count > 5)
        #expect(head.contains(/<link rel="canonical" href="https?:[^"]+\//))
        let isArabic = description.contains(/\p{Arabic}/)
        #expect(isArabic == (language == "ar"), "\(path): \(description)")
        if path.hasSuffix("quoted") { #expect(title.hasPrefix("A &quot;B&quot; &lt;C&gt; – ")) }
      }
      let none = text(try await host.call("GET", "/help/pages/none", headers: fields))
      #expect(!none.contains("og:title"))
      let first = text(try await host.call("GET", "/", headers: fields))
      #expect(first.contains(/<meta name="description" content="[^"]{80,}"/))
    }
  }
}
