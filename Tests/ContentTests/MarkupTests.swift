import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `The text of a page` {
  /// Looks at what a text comes out as.
  private func look(_ text: String, _ body: @escaping @Sendable (String) -> Void) async throws {
    try await TestEngine.sqlite.run { database in
      let page = try await ContentWorld(database).publish("page", "Page", text: text)
      body(try #require(page["html"]?.string))
    }
  }

  @Test(arguments: [
    ("# One\n\ntwo *three* **four**", "<h1>One</h1>\n<p>two <em>three</em> <strong>four</strong></p>\n"),
    ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("[rules](https://example.org/?a=1&b=2)", "<p><a href=\"https://example.org/?a=1&amp;b=2\">rules</a></p>\n"),
    ("a < b & \"c\"", "<p>a &lt; b &amp; &quot;c&quot;</p>\n"), ("مرحبا", "<p>مرحبا</p>\n"),
  ])
  func `is CommonMark`(text: String, html expected: String) async throws {
    try await look(text) { #expect($0 == expected) }
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<iframe src=\"https://example.org\"></iframe>",
    "[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](&#106;avascript:alert(1))", "<javascript:alert(1)>",
    "![a](javascript:alert(1))", "[a](vbscript:x)", "[a](data:text/html,x)", "[a]: javascript:alert(1)\n\n[a]",
    "[a](https://example.org \"\" onclick=alert(1) x=\"\")", "<a href=\"javascript:alert(1)\">a</a>",
    "```\" onclick=\"alert(1)\n```", "<style>*{display:none}</style>", "<!-- --><svg onload=alert(1)>",
  ])
  func `brings nothing to a browser but text, links and pictures`(text: String) async throws {
    try await look(text) { html in
      let harmless = /<(p|a|img|em|strong|code|pre|ul|li|h1)( (href|src|alt|title|class)="[^"]*")*( \/)?>/
      for tag in html.matches(of: /<[^!\/][^>]*>/).map({ String($0.output).lowercased() }) {
        #expect(tag.wholeMatch(of: harmless) != nil, "\(tag)")
        for scheme in ["javascript:", "vbscript:", "data:"] { #expect(!tag.contains(scheme), "\(tag)") }
      }
    }
  }
}
