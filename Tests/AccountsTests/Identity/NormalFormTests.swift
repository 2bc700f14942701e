@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The normal form of a phone number` {
  @Test(arguments: [
    "+4915112345678", "004915112345678", "+49 151 12345678", "+49 (0)151 12345678", "+49 (0) 151-1234-5678",
    "0049 (0151) 12345678", "+49-151-1234-5678", "+49.151.12345678", "+49/151/12345678", "+49\u{A0}151\u{2011}12345678",
    "+４９１５１１２３４５６７８", "＋49 （0）151 12345678", "+49\u{200B}151\u{200D}123\u{2060}45678",
    "\u{202A}+49 151 12345678\u{202C}", "+٤٩١٥١١٢٣٤٥٦٧٨", "  +49 151 12345678\n", "+0049 151 12345678",
    "+49 [151] 12345678", "+49 151 1234\u{2212}5678", "49 151 12345678", "00 49 151 12345678", "+49 0151 12345678",
    "+49\u{00AD}15112345678", "0000 49 151 12345678", "(+49) 151 12345678",
  ])
  func `is the same for every spelling`(text: String) throws {
    #expect(try PhoneNumber(text).digits == "4915112345678")
  }

  @Test(arguments: [
    ("+39 06 1234 5678", "390612345678"), ("+39 (0)6 1234 5678", "390612345678"),
    ("+225 01 02 03 04 05", "2250102030405"),
    ("0151 12345678", "015112345678"), ("+1 (415) 555-0100", "14155550100"), ("+44 (0)20 7946 0958", "442079460958"),
    ("+421 (0)2 1234 5678", "421212345678"), ("12345678", "12345678"), ("44012345", "44012345"),
    ("+358 (0)40 123 4567", "358401234567"),
  ])
  func `keeps the zeros that belong to a number`(text: String, digits: String) throws {
    #expect(try PhoneNumber(text).digits == digits)
  }

  @Test(arguments: [
    "", "+", "00", "1234567", "1234567890123456", "12345678x", "++4915112345678", "49+15112345678",
    "49151\u{301}12345678",
    "phone", "+49 151 1234567₈x", "1️⃣2345678", "½½½½½½½½½",
  ])
  func `does not exist for what is no number`(text: String) {
    #expect(throws: Problem.self) { try PhoneNumber(text) }
  }

  @Test func `is its own normal form`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<5000 {
      let digits = String((0..<(8 + random.next(below: 8))).map { _ in Character(String(random.next(below: 10))) })
      guard let once = try? PhoneNumber(digits).digits else { continue }
      #expect(try PhoneNumber(once).digits == once, "\(digits)")
      #expect(try PhoneNumber("+" + once).digits == once, "+\(digits)")
    }
  }
}

@Suite struct `The normal form of an e-mail address` {
  @Test(arguments: [
    "josé@münchen.example", "JOSÉ@MÜNCHEN.EXAMPLE", "jose\u{301}@mu\u{308}nchen.example", "josé@xn--mnchen-3ya.example",
    "josé@XN--MNCHEN-3YA.Example.", " josé@münchen.example ", "josé@münchen。example", "josé＠münchen．example",
    "jo\u{200B}sé@mün\u{AD}chen.example", "\u{FEFF}josé@münchen.example", "josé@ｍünchen.ｅxample",
    "JOSE\u{301}@MU\u{308}NCHEN.EXAMPLE.", "josé\u{2060}@münchen.example\n",
  ])
  func `is the same for every spelling`(text: String) throws {
    let address = try EmailAddress(text)
    #expect(address.text.isSpelled("jos\u{E9}@xn--mnchen-3ya.example"))
    #expect(try EmailAddress(address.text).text.isSpelled(address.text))
  }

  @Test(arguments: [
    ("jane@example.org", "jane@example.org"), ("Jane.Doe+club@Example.ORG", "jane.doe+club@example.org"),
    ("straße@example.org", "straße@example.org"), ("jane@straße.example", "jane@xn--strae-oqa.example"),
    ("用户@例え.jp", "用户@xn--r8jz45g.jp"), ("o'neil@a-b.example", "o'neil@a-b.example"),
    ("\u{212A}elvin@example.org", "kelvin@example.org"),
  ])
  func `leaves different mailboxes different`(text: String, expected: String) throws {
    #expect(try EmailAddress(text).text.isSpelled(expected))
  }

  @Test(arguments: [
    "", "jane", "jane@", "@example.org", "jane@example", "jane@@example.org", "jane doe@example.org",
    "jane@exa mple.org",
    ".jane@example.org", "jane.@example.org", "ja..ne@example.org", "jane@-example.org", "jane@example-.org",
    "jane@example..org", "jane@exa%6dple.org", "jane@example.org:25", "jane@[127.0.0.1]", "jane@ex_ample.org",
    "jane@example.org..", "jane\r\nBcc: x@example.org", "<jane@example.org>", "jane@i❤.ws",
    String(repeating: "a", count: 65) + "@example.org",
    "jane@" + String(repeating: "a", count: 64) + ".org", "jane@" + String(repeating: "abcdefg.", count: 32) + "org",
  ])
  func `does not exist for what is no address`(text: String) {
    #expect(EmailAddress(lenient: text) == nil)
    #expect(throws: Problem.self) { try EmailAddress(text) }
  }
}

@Suite struct `The normal form of a user name` {
  @Test(arguments: [
    "jane.doe", "JANE.DOE", " Jane.Doe ", "ｊａｎｅ．ｄｏｅ", "jane\u{200D}.doe", "j\u{AD}ane.doe", "\u{202E}jane.doe",
    "jane\u{FE0F}.doe",
  ])
  func `is the same for every spelling`(text: String) {
    #expect(UsernameKey(text)?.text == "jane.doe")
  }

  @Test(arguments: [
    "jаne.doe", "jáne.doe", "1jane", "ja", "", "jane doe", "jane@doe", String(repeating: "a", count: 31),
  ])
  func `does not exist for letters that only look alike, nor for what is no name`(text: String) {
    #expect(UsernameKey(text) == nil)
  }

  @Test func `no user name with an invisible character or a letter that only looks alike can be chosen`() async throws {
    try await World.with { world in
      for name in ["jane\u{200D}doe", "jаnedoe", "jane\u{202E}doe", "ｊanedoe", "jane\u{0301}doe", "jane doe"] {
        let body = world.registration(changes: ["username": .string(name)])
        let answer = try await world.call(.post, "/auth/register", body)
        #expect(answer.mistake("/username") != nil, "\(name)")
      }
    }
  }
}

@Suite struct `One line of text` {
  @Test(arguments: [
    ("Jane Doe", "Jane Doe"), ("Jane\r\nBcc: all@example.org", "Jane Bcc: all@example.org"),
    ("a\u{2028}b\u{85}c", "a b c"),
    ("\u{202E}evil\u{202C}", "evil"), ("\u{0}\u{7}x", "x"), ("👩‍👧", "👩‍👧"), ("  a \t b  ", "a b"), ("José", "José"),
  ])
  func `has no break, no control and no mark of direction`(text: String, expected: String) {
    #expect(PlainText.line(text) == expected)
  }
}
