import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `A push message` {
  private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  @Test(.tags(.pl48)) func `is encrypted as RFC 8291 shows it in appendix A`() throws {
    let pair = try #require(PushCrypto.pair(of: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    #expect(
      Base64URL.encode(pair.publicKey)
        == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
    let body = PushEncryption.encrypt(
      Array("When I grow up, I want to be a watermelon".utf8),
      for: try Self.bytes(SampleDevice.keys["p256dh"]?.string ?? ""),
      secret: try Self.bytes(SampleDevice.keys["auth"]?.string ?? ""), pair: pair,
      salt: try Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    #expect(
      body.map(Base64URL.encode)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
  }

  @Test func `has keys of its own each time, and none for a device whose key is no point`() throws {
    let key = try Self.bytes(SampleDevice.keys["p256dh"]?.string ?? "")
    let secret = [UInt8](repeating: 1, count: 16)
    let bodies = (0..<10).map { _ in PushEncryption.encrypt([1, 2, 3], for: key, secret: secret) }
    #expect(Set(bodies.compactMap { $0 }).count == 10)
    var wrong = key
    wrong[64] ^= 1
    #expect(PushEncryption.encrypt([1], for: wrong, secret: secret) == nil)
    #expect(PushEncryption.encrypt([1], for: [], secret: secret) == nil)
  }

  @Test(arguments: [0, 1, 500, 5_000, 100_000])
  func `fits every push service, however long its text is`(count: Int) throws {
    for sign in ["a", "é", "\u{1}", "👨‍👩‍👧", "\\\""] {
      let text = String(repeating: sign, count: count)
      let message = PushMessage(id: "soccer/1", title: text, body: text, tag: "t", language: "en", unread: 3)
      #expect(message.bytes.count <= PushEncryption.longest)
      let shown = try JSON(parsing: message.bytes)
      #expect(shown["unread"] == 3 && shown["tag"] == "t")
      let key = try Self.bytes(SampleDevice.keys["p256dh"]?.string ?? "")
      let body = PushEncryption.encrypt(message.bytes, for: key, secret: [UInt8](repeating: 1, count: 16))
      #expect(try #require(body).count <= 4096)
    }
  }

  @Test func `is cut between characters, with an ellipsis`() {
    #expect(PushMessage.cut("abcdef", 6) == "abcdef")
    #expect(PushMessage.cut("abcdefg", 6) == "abc…")
    #expect(PushMessage.cut("ééééé", 8) == "éé…")
  }

  @Test func `takes the place of another with the same tag, at the push service too`() {
    func topic(_ tag: String) -> String {
      PushMessage(id: nil, title: "", body: "", tag: tag, language: "en", unread: 0).topic
    }
    #expect(topic("a") == topic("a") && topic("a") != topic("b"))
    #expect(
      topic("a").count == 32
        && topic("a").allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
  }
}

@Suite struct `The key of an installation for push services` {
  @Test func `follows from its secret alone, and is asked for again where a number is none`() {
    let zero = [UInt8](repeating: 0, count: 32)
    let key = VAPIDKey(secret: { $0 < 2 ? zero : Array(1...32) }, contact: "mailto:a@b")
    #expect(key.publicKey == VAPIDKey(secret: { _ in Array(1...32) }, contact: "mailto:a@b").publicKey)
    #expect(key.publicKey != VAPIDKey(secret: { _ in Array(2...33) }, contact: "mailto:a@b").publicKey)
    #expect(Base64URL.decode(key.publicKey).map(PushCrypto.isPublicKey) == true)
  }

  @Test func `says who sends where and for how long`() throws {
    let key = VAPIDKey(secret: { _ in Array(1...32) }, contact: "mailto:a@b")
    let now = Date(timeIntervalSince1970: 1_000_000)
    let header = try #require(key.authorization(for: "https://push.example:8443/a/b?c", at: now))
    let match = try #require(header.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^,]+),k=(.+)/))
    let claims = try JSON(parsing: #require(Base64URL.decode(String(match.2))))
    #expect(claims == ["aud": "https://push.example:8443", "exp": 1_043_200, "sub": "mailto:a@b"])
    #expect(try JSON(parsing: #require(Base64URL.decode(String(match.1)))) == ["typ": "JWT", "alg": "ES256"])
    #expect(Base64URL.decode(String(match.3))?.count == 64 && String(match.4) == key.publicKey)
  }
}
