import NIOHTTP1
import Testing

@testable import FieldhouseHTTP

@Suite struct `A request target` {
  @Test(
    arguments: [
      ("/", "/", nil), ("/a/b?c=d", "/a/b?c=d", nil), ("/a b", "/a b", nil), ("//a", "//a", nil), ("/*", "/*", nil),
      ("http://club.example/a?b", "/a?b", "club.example"), ("HTTPS://Club.example:1/", "/", "Club.example:1"),
      ("http://club.example", "/", "club.example"), ("http://club.example?a", "/?a", "club.example"),
      ("http://a?b/c", "/?b/c", "a"), ("http:///a", "/a", ""), ("http://[::1]:80/x", "/x", "[::1]:80"),
    ] as [(String, String, String?)])
  func `is a path, whatever form it came in`(uri: String, path: String, authority: String?) {
    let target = RequestTarget(uri, method: .GET)
    #expect(target?.path == path)
    #expect(target?.authority.map(String.init) == authority)
  }

  @Test(arguments: ["", "*", "a", "?a", "ftp://a/", "http:/a", "http:a", "://a", "a:80", "javascript://x", "#", "\\a"])
  func `is nothing else`(uri: String) {
    #expect(RequestTarget(uri, method: .GET) == nil)
  }

  @Test func `of OPTIONS may be the whole server`() {
    #expect(RequestTarget("*", method: .OPTIONS)?.path == "*")
    #expect(RequestTarget("**", method: .OPTIONS) == nil)
  }
}

@Suite struct `What the listener reads of a header` {
  private static func traits(_ fields: [(String, String)]) -> RequestTraits { RequestTraits(HTTPHeaders(fields)) }

  @Test(
    arguments: [
      ([("Content-Length", "5")], 5, false), ([("content-LENGTH", "0")], 0, false), ([], nil, false),
      ([("Content-Length", "007")], 7, false), ([("Content-Length", "7 ")], 7, false),
      ([("Content-Length", "9223372036854775807")], .max, false),
      ([("Content-Length", "9223372036854775808")], .max, false),
      ([("Content-Length", "99999999999999999999999")], .max, false), ([("Content-Length", "")], .max, true),
      ([("Content-Length", "-1")], -1, true), ([("Content-Length", "+1")], 1, true),
      ([("Content-Length", "1,1")], .max, true),
      ([("Content-Length", "1"), ("Content-Length", "1")], 1, true), ([("Content-Length", "1 1")], .max, true),
      ([("Content-Length", "１")], .max, true),
    ] as [([(String, String)], Int?, Bool)])
  func `is a length of digits`(fields: [(String, String)], length: Int?, isWrong: Bool) {
    let traits = Self.traits(fields)
    #expect(traits.declaredLength == length)
    #expect(traits.hasWrongLength == isWrong)
  }

  @Test(arguments: [
    ("Forwarded", true), ("FORWARDED", true), ("X-Forwarded-For", true), ("x-forwarded-host", true),
    ("X-Forwarded-Proto", true), ("X-Forwarded-Port", false), ("Accept-Encoding", false), ("Forwardef", false),
    ("Transfer-Encoding", false),
  ])
  func `is whether it is asked for somebody else`(name: String, isForwarded: Bool) {
    #expect(Self.traits([(name, "x")]).isForwarded == isForwarded)
  }

  @Test func `is what is there, by the length of its name`() {
    let names = Self.traits([("Host", "a"), ("X-" + String(repeating: "y", count: 100), "b")]).nameLengths
    #expect(names.mayContain("host") && names.mayContain("date") && !names.mayContain("accept"))
    #expect(names.mayContain(String(repeating: "z", count: 63)) && !names.mayContain(String(repeating: "z", count: 62)))
  }
}
