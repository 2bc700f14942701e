@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `An ID token` {
  private static let now = Date(timeIntervalSince1970: 1_755_259_200)
  private static let provider = IdentityProvider(
    id: "club", title: "The club", issuer: "https://id.club.example", clientID: "fieldhouse")

  private static let claims: JSONObject = [
    "iss": "https://id.club.example", "aud": "fieldhouse", "exp": 1_755_259_500, "iat": 1_755_259_190, "nonce": "n",
    "sub": "person-1", "name": "  Jane   Doe ", "email": "Jane@Example.org", "email_verified": true,
  ]

  /// A token of some claims, those of a good one changed by `changes`.
  private static func text(_ changes: JSONObject = [:], header: JSON = ["alg": "RS256"]) -> String {
    var claims = claims
    for (key, value) in changes { claims[key] = value == .null ? nil : value }
    let parts = [header, .object(claims)].map { Base64URL.encode(Array($0.serialized().utf8)) }
    return (parts + ["c2ln"]).joined(separator: ".")
  }

  private static func identity(_ changes: JSONObject = [:], nonce: String = "n") throws -> ProviderIdentity {
    try IDToken(text(changes)).identity(from: provider, nonce: nonce, now: now)
  }

  private static func mistake(_ changes: JSONObject) -> IDToken.Mistake? {
    do {
      _ = try identity(changes)
      return nil
    } catch { return error as? IDToken.Mistake }
  }

  @Test(.tags(.pl19)) func `tells who somebody is`() throws {
    let identity = try Self.identity()
    #expect(identity.issuer == "https://id.club.example" && identity.subject == "person-1")
    #expect(identity.name == "Jane Doe" && identity.email == "jane@example.org")
    #expect(identity.value == "https://id.club.example person-1")
    #expect(ProviderIdentity.issuer(of: identity.value) == identity.issuer)
  }

  @Test(
    .tags(.pl19),
    arguments: [
      ("", "no parts"), ("a.b", "two parts"), ("a.b.c.d", "four parts"), ("!.!.!", "no base 64"),
      ("e30.e30.", "no algorithm"), ("W10.W10.c", "no objects"), ("..", "empty parts"),
    ])
  func `that cannot be read is none`(text: String, why: String) {
    #expect(throws: IDToken.Mistake.unreadable, "\(why)") { try IDToken(text) }
  }

  @Test(arguments: ["none", "None", "NONE"]) func `that nobody would have signed is none`(algorithm: String) {
    #expect(throws: IDToken.Mistake.unreadable) { try IDToken(Self.text(header: ["alg": .string(algorithm)])) }
  }

  @Test(
    .tags(.pl19),
    arguments: [
      (["iss": "https://id.club.example/"], .issuer), (["iss": .null], .issuer), (["aud": "other"], .audience),
      (["aud": []], .audience), (["aud": 7], .audience), (["aud": .null], .audience),
      (["aud": ["fieldhouse", "other"]], .authorizedParty), (["azp": "other"], .authorizedParty),
      (["exp": .null], .expired), (["exp": "soon"], .expired), (["exp": 1_755_259_140], .expired),
      (["iat": .null], .issuedAt), (["iat": 1_755_259_261], .issuedAt), (["iat": 1_755_258_539], .issuedAt),
      (["nonce": "m"], .nonce), (["nonce": "n "], .nonce), (["nonce": .null], .nonce), (["sub": ""], .subject),
      (["sub": .null], .subject), (["sub": .string(String(repeating: "s", count: 256))], .subject),
    ] as [(JSONObject, IDToken.Mistake)])
  func `is refused for what is wrong with it`(changes: JSONObject, mistake: IDToken.Mistake) {
    #expect(Self.mistake(changes) == mistake)
  }

  @Test(
    .tags(.pl19),
    arguments: [
      ["aud": ["fieldhouse"]], ["aud": ["fieldhouse", "other"], "azp": "fieldhouse"], ["azp": "fieldhouse"],
      ["exp": 1_755_259_141], ["iat": 1_755_259_260], ["iat": 1_755_258_540],
      ["sub": .string(String(repeating: "s", count: 255))],
    ] as [JSONObject])
  func `is taken up to the very bounds`(changes: JSONObject) { #expect(Self.mistake(changes) == nil) }

  @Test(
    arguments: [
      (["email_verified": "true"], "jane@example.org"), (["email_verified": false], nil),
      (["email_verified": .null], nil), (["email_verified": "yes"], nil), (["email": "no address"], nil),
      (["email": .null], nil),
    ] as [(JSONObject, String?)])
  func `has an address only where the provider has verified it`(changes: JSONObject, email: String?) throws {
    #expect(try Self.identity(changes).email == email)
  }

  @Test(
    arguments: [
      (["name": .null], nil), (["name": "   "], nil), (["name": 7], nil),
      (["name": .string(String(repeating: "n", count: 51))], nil),
      (["name": .string(String(repeating: "n", count: 50))], String(repeating: "n", count: 50)),
    ] as [(JSONObject, String?)])
  func `has a name only where a profile takes it`(changes: JSONObject, name: String?) throws {
    #expect(try Self.identity(changes).name == name)
  }
}

@Suite struct `The path to go on at after a sign-in` {
  @Test(arguments: [nil, "/", "/people", "/a?b=c#d", "/a%2F..", "/" + String(repeating: "a", count: 499)] as [String?])
  func `is one of this site`(path: String?) throws { #expect(try ReturnPath(path).text == path ?? "/") }

  @Test(
    arguments: [
      "", "people", "//evil.example", "https://evil.example", "/\\evil.example", "\\/evil.example", "/a b", "/a\n",
      "/\t/evil.example", "/é", "/a\u{7F}", "/" + String(repeating: "a", count: 500), "javascript:alert(1)",
    ])
  func `is nothing that a browser takes for another one`(path: String) {
    #expect(throws: Problem.self) { try ReturnPath(path) }
  }
}

@Suite struct `The address of a provider` {
  @Test(
    arguments: [
      ("https://id.club.example", true), ("HTTPS://id.club.example/x", true), ("http://localhost:8080", true),
      ("http://127.0.0.1", true), ("http://[::1]:9000/a", true), ("http://id.club.example", false),
      ("https://user@id.club.example", false), ("http://localhost.evil.example", false),
      ("http://127.0.0.1.evil.example", false), ("ftp://localhost", false), ("localhost", false), ("", false),
    ])
  func `is trusted with secrets over TLS or on this machine`(address: String, isTrustworthy: Bool) {
    #expect(IdentityProvider.isTrustworthy(address) == isTrustworthy)
  }

  @Test func `is asked for OpenID in any case`() {
    func scopes(_ scopes: [String]) -> [String] {
      IdentityProvider(id: "a", title: "A", issuer: "i", clientID: "c", scopes: scopes).scopes
    }
    #expect(scopes([]) == ["openid"] && scopes(["email"]) == ["openid", "email"])
    #expect(scopes(["email", "openid"]) == ["email", "openid"])
    #expect(IdentityProvider(id: "a", title: "A", issuer: "i", clientID: "c").scopes == ["openid", "profile", "email"])
  }

  @Test(
    arguments: [
      ([("a", "b")], "a=b"), ([("a b", "c&d=e"), ("ü", "+/%")], "a%20b=c%26d%3De&%C3%BC=%2B%2F%25"), ([], ""),
      ([("a", "")], "a="), ([("-._~", "~")], "-._~=~"),
    ] as [([(String, String)], String)])
  func `is sent fields in which nothing passes for something else`(fields: [(String, String)], text: String) {
    #expect(FormEncoding.encode(fields) == text)
  }
}
