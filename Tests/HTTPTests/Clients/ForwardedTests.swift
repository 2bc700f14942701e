import FieldhouseTestSupport
import NIOHTTP1
import Testing

@testable import FieldhouseHTTP

@Suite struct `A step of a request's way` {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:8080", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
    ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:443", "2001:db8::1"), ("[::ffff:192.0.2.1]:1", "192.0.2.1"),
    ("unknown", "unknown"), ("unknown:80", "unknown"), ("_hidden", "_hidden"), ("_SEVKISEK:_port", "_SEVKISEK"),
    ("_", "unknown"), ("_a b", "unknown"), ("nonsense", "unknown"), ("192.0.2.999", "unknown"), ("[::1", "unknown"),
    ("", "unknown"),
  ])
  func `is an address, a made-up name or unknown`(text: String, read: String) {
    #expect(Hop(text).text == read)
  }

  @Test func `with a name of more than 64 characters is unknown`() {
    #expect(Hop("_" + String(repeating: "a", count: 63)).text.count == 64)
    #expect(Hop("_" + String(repeating: "a", count: 64)).text == "unknown")
  }
}

@Suite struct `A Forwarded field` {
  /// The first rows are the examples of RFC 7239 § 4 and § 7.1.
  @Test(
    arguments: [
      ("for=\"_gazonk\"", ["_gazonk||"]), ("For=\"[2001:db8:cafe::17]:4711\"", ["2001:db8:cafe::17||"]),
      ("for=192.0.2.60;proto=http;by=203.0.113.43", ["192.0.2.60|http|"]),
      ("for=192.0.2.43, for=198.51.100.17", ["192.0.2.43||", "198.51.100.17||"]),
      ("for=_hidden, for=_SEVKISEK", ["_hidden||", "_SEVKISEK||"]),
      ("proto=HTTPS;host=\"play.example:8443\";for=192.0.2.1", ["192.0.2.1|https|play.example:8443"]),
      ("for=\"a\\\"b,c;d\";proto=http", ["unknown|http|"]), ("proto=https", ["|https|"]), (" for = x", nil),
      ("for=192.0.2.1:80", ["192.0.2.1||"]), ("for=[::1]:80", ["::1||"]), ("", []), (" , ,", []),
      ("for=192.0.2.1;;proto=https;", ["192.0.2.1|https|"]), ("for=\"unclosed", nil), ("for=\"x\\", nil), ("for", nil),
      ("for=", nil), ("=x", nil), ("for=a b", nil), ("for=\"a\"b", nil),
      ("for=192.0.2.1 ; proto=https", ["192.0.2.1|https|"]),
    ] as [(String, [String]?)])
  func `is read as its grammar says, or not at all`(value: String, elements: [String]?) {
    let found = ForwardedElement.elements(of: value)?.map { "\($0.hop?.text ?? "")|\($0.proto ?? "")|\($0.host ?? "")" }
    #expect(found == elements)
  }

  @Test func `of random bytes is read or refused, and ends`() {
    var random = SeededRandom(seed: 7239)
    let alphabet = Array("for=proto;host,\"\\[]:_ 192.0\t\u{7f}é".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      _ = ForwardedElement.elements(of: String(decoding: bytes, as: UTF8.self))
    }
  }
}

@Suite struct `The client behind trusted proxies` {
  private static func find(_ fields: [(String, String)], trusted: String = "10.0.0.0/8,127.0.0.1") throws
    -> ForwardedClient
  {
    try ForwardedClient(HTTPHeaders(fields), TrustedProxies(parsing: trusted))
  }

  @Test(
    arguments: [
      ([("X-Forwarded-For", "192.0.2.1")], "192.0.2.1"), ([("X-Forwarded-For", "1.1.1.1, 192.0.2.1")], "192.0.2.1"),
      ([("X-Forwarded-For", "1.1.1.1, 192.0.2.1, 10.0.0.1, 10.0.0.2")], "192.0.2.1"),
      ([("X-Forwarded-For", "1.1.1.1"), ("X-Forwarded-For", "192.0.2.1, 10.0.0.1")], "192.0.2.1"),
      ([("X-Forwarded-For", "10.0.0.9, 10.0.0.1")], "10.0.0.9"), ([("X-Forwarded-For", "1.1.1.1, garbage")], "unknown"),
      ([("X-Forwarded-For", "1.1.1.1, unknown, 10.0.0.1")], "unknown"), ([("X-Forwarded-For", " , ")], nil),
      ([("X-Forwarded-For", "[2001:db8::1]:5, 10.0.0.1")], "2001:db8::1"), ([], nil),
      ([("Forwarded", "for=1.1.1.1, for=192.0.2.1;proto=https, for=10.0.0.1")], "192.0.2.1"),
      ([("Forwarded", "for=1.1.1.1"), ("Forwarded", "for=_who, for=\"10.0.0.1\"")], "_who"),
      ([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "1.1.1.1, 192.0.2.1")], "192.0.2.1"),
      ([("Forwarded", "proto=https"), ("X-Forwarded-For", "192.0.2.1")], "192.0.2.1"),
      ([("Forwarded", "host=a;proto=https")], nil),
    ] as [([(String, String)], String?)])
  func `is the rightmost that is no proxy`(fields: [(String, String)], client: String?) throws {
    #expect(try Self.find(fields).hop?.text == client)
  }

  @Test(arguments: [
    ([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.2")], ListenerFault.forwardedContradictory),
    ([("Forwarded", "for=192.0.2.1;proto=http"), ("X-Forwarded-Proto", "https")], .forwardedContradictory),
    ([("Forwarded", "for=192.0.2.1;host=a"), ("X-Forwarded-Host", "b")], .forwardedContradictory),
    ([("Forwarded", "for=\"unclosed"), ("Forwarded", "for=192.0.2.1")], .forwardedInvalid),
    ([("X-Forwarded-Host", "a/b")], .forwardedInvalid), ([("Forwarded", "host=\"a b\"")], .forwardedInvalid),
  ])
  func `is refused when nobody can say whom to believe`(fields: [(String, String)], fault: ListenerFault) {
    #expect(throws: fault) { try Self.find(fields) }
  }

  @Test(
    arguments: [
      ([("X-Forwarded-Proto", "https")], true, nil), ([("X-Forwarded-Proto", "HTTPS")], true, nil),
      ([("X-Forwarded-Proto", "http")], false, nil), ([("X-Forwarded-Host", "play.example")], nil, "play.example"),
      (
        [
          ("X-Forwarded-For", "192.0.2.1, 10.0.0.1"), ("X-Forwarded-Proto", "https, http"),
          ("X-Forwarded-Host", "a, b"),
        ],
        true, "a"
      ),
      ([("X-Forwarded-For", "6.6.6.6, 192.0.2.1, 10.0.0.1"), ("X-Forwarded-Proto", "https")], true, nil),
      ([("X-Forwarded-For", "6.6.6.6, 192.0.2.1"), ("X-Forwarded-Proto", "https, http")], false, nil),
      (
        [("Forwarded", "for=6.6.6.6;proto=https, for=192.0.2.1;proto=http;host=b, for=10.0.0.1;proto=https")], false,
        "b"
      ),
    ] as [([(String, String)], Bool?, String?)])
  func `came by https and to a host as its own proxy says`(
    fields: [(String, String)], isSecure: Bool?, host: String?
  ) throws {
    let found = try Self.find(fields)
    #expect(found.isSecure == isSecure)
    #expect(found.host == host)
  }
}
