@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Other spellings of an identity, the same in every run.
struct Spellings {
  private var random: SeededRandom
  private static let invisible = [
    "\u{200B}", "\u{200C}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{200E}", "\u{202A}", "\u{FE0F}",
  ]
  private static let separators = [
    " ", "-", ".", "/", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2013}", "\u{2212}", "\u{3000}",
  ]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func one(of texts: [String]) -> String { texts[random.next(below: texts.count)] }
  private mutating func chance(_ percent: Int) -> Bool { random.next(below: 100) < percent }

  /// A German number whose digits behind the country code are given.
  mutating func phone(national: String) -> String {
    let trunk = one(of: ["", "(0)", " (0) ", "0", "（0）", "-(0)-"])
    var text = one(of: ["+49", "0049", "+0049", "＋49", "49", "00 49", "(+49)", " +4 9", "000049"])
    if text != "49" || trunk != "" { text += text == "49" && trunk.contains("(") ? "" : trunk }
    for digit in national {
      if chance(20) { text += one(of: Self.separators) }
      if chance(10) { text += one(of: Self.invisible) }
      text += digitSpelling(digit)
    }
    return text
  }

  private mutating func digitSpelling(_ digit: Character) -> String {
    let value = UInt32(digit.wholeNumberValue ?? 0)
    let zero = [UInt32(0x30), 0x30, 0x30, 0xFF10, 0x0660, 0x06F0, 0x0966][random.next(below: 7)]
    return Unicode.Scalar(zero + value).map { String($0) } ?? String(digit)
  }

  /// An address, its case, its composition, its domain's form and what nobody sees changed.
  mutating func email(local: String, domains: [String]) -> String {
    let dot = chance(20) ? "." : ""
    let at = chance(10) ? "\u{FF20}" : "@"
    let text = varied(local) + at + varied(one(of: domains)) + dot
    return one(of: ["", " ", "\u{FEFF}"]) + text + one(of: ["", " ", "\n"])
  }

  /// A user name in other forms.
  mutating func username(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      if chance(15) { text += one(of: Self.invisible) }
      let scalar = character.unicodeScalars.first ?? " "
      let wide = chance(25) && (0x21...0x7E).contains(scalar.value) ? scalar.value + 0xFEE0 : scalar.value
      let plain = Unicode.Scalar(wide).map { String($0) } ?? String(character)
      text += chance(40) ? plain.uppercased() : plain
    }
  }

  private mutating func varied(_ text: String) -> String {
    let composed =
      chance(50) ? text.decomposedStringWithCanonicalMapping : text.precomposedStringWithCanonicalMapping
    return composed.unicodeScalars.reduce(into: "") { result, scalar in
      if chance(10), scalar.properties.canonicalCombiningClass == .notReordered { result += one(of: Self.invisible) }
      result += chance(40) ? String(scalar).uppercased() : String(scalar)
    }
  }
}

@Suite struct `Ten thousand spellings of one identity` {
  private static let domains = ["münchen.example", "xn--mnchen-3ya.example"]

  @Test(.tags(.pl7)) func `lead to one account and one budget`() async throws {
    try await World.with { world in
      let phone = try await world.signIn(phone: "+4915112345678")
      let mail = try await world.register(email: "josé@münchen.example", changes: ["username": "jose.doe"])
      var (spellings, texts) = (Spellings(seed: 20), [(String, AccountID)]())
      for number in 0..<10_000 {
        switch number % 3 {
        case 0: texts.append((spellings.phone(national: "15112345678"), phone.accountID))
        case 1: texts.append((spellings.email(local: "josé", domains: Self.domains), mail.accountID))
        default: texts.append((spellings.username("jose.doe"), mail.accountID))
        }
      }
      let found = try await world.storage.read { [texts] transaction in
        var found: [(key: String, isRight: Bool)] = []
        for (text, account) in texts {
          let name = LoginName(text)
          found.append((name.text, try await name.owner(in: transaction) == account))
        }
        return found
      }
      for (number, (_, isRight)) in found.enumerated() where !isRight {
        Issue.record("\(texts[number].0.debugDescription) is read as \(found[number].key)")
      }
      #expect(Set(found.map(\.key)).count == 3)
      let distinct = Set(texts.map { Array($0.0.utf8) }).count
      #expect(distinct > 6000)
      print("identity: \(distinct) spellings on \(world.kind) led to \(Set(found.map(\.key)).count) identities")
    }
  }

  @Test(.tags(.pl7)) func `get no more codes, guesses or mails than one does`() async throws {
    try await World.with { world in
      _ = try await world.signIn(phone: "+4915112345678")
      _ = try await world.register(email: "josé@münchen.example", changes: ["username": "jose.doe"])
      let before = try await world.messageCount()
      var spellings = Spellings(seed: 21)
      var statuses: [String: [Int]] = [:]
      for number in 0..<150 {
        let phone = JSON.string(spellings.phone(national: "15112345678"))
        let email = JSON.string(spellings.email(local: "josé", domains: Self.domains))
        let address = "198.51.100.\(number)"
        let cookie = SessionToken.random().text
        for (name, path, body) in [
          ("code", "/auth/otp", ["phone": phone] as JSON), ("reset", "/auth/password/forgot", ["email": email]),
          ("login", "/auth/login", ["identifier": number.isMultiple(of: 2) ? phone : email, "password": "guess"]),
        ] {
          let answer = try await world.call(.post, path, body, address: address, cookie: cookie)
          statuses[name, default: []].append(answer.status)
        }
      }
      #expect(statuses["code"]?.filter { $0 == 202 }.count == 6)
      #expect(statuses["reset"]?.filter { $0 == 202 }.count == 5)
      #expect(statuses["login"]?.filter { $0 == 401 }.count == 100, "fifty for each of the two accounts")
      #expect(statuses["login"]?.filter { $0 == 429 }.count == 50)
      #expect(try await world.messageCount() - before == 11)
    }
  }

  @Test func `a number or address cannot be registered a second time in another spelling`() async throws {
    try await World.with { world in
      let first = try await world.register(email: "josé@münchen.example")
      let number = try await world.signIn(phone: "+4915112345678")
      let other = try await world.apply(
        email: "JOSE\u{301}@xn--mnchen-3ya.EXAMPLE.", address: "198.51.100.1", cookie: try await world.browser())
      #expect(other.code == nil)
      let again = try await world.signIn(phone: "+49 (0)151/1234-5678")
      #expect(again.accountID == number.accountID)
      let people = try await world.storage.read { try await $0.first("select count(*) from people")?[0] ?? 0 }
      #expect(people == 2)
      for identifier in ["josé@münchen.example", "jose\u{301}@xn--mnchen-3ya.example", "JOSÉ@MÜNCHEN.EXAMPLE."] {
        #expect(try await world.login(identifier).accountID == first.accountID, "\(identifier)")
      }
    }
  }

  @Test(.tags(.pl14)) func `an address with accents registers, logs in and gets a new password`() async throws {
    try await World.with { world in
      for (email, typed) in [("zoë@example.org", "ZOË@example.org"), ("αλφα@παράδειγμα.ελ", "ΑΛΦΑ@παράδειγμα.ελ")] {
        let kept = try EmailAddress(email).text
        let applied = try await world.call(.post, "/auth/register", world.registration(email: email))
        try #require(applied.status == 202)
        let proof: JSON = ["email": .string(typed), "code": .string(try await world.lastCode(to: kept))]
        let answer = try await world.call(.post, "/auth/verify", proof)
        #expect(answer.status == 200)
        #expect(try await world.login(typed).accountID == answer.accountID)
        try await world.call(.post, "/auth/password/forgot", ["email": .string(typed)])
        let token = JSON.string(try await world.lastLinkToken(to: kept))
        let body: JSON = ["token": token, "password": "a new long phrase", "passwordConfirmation": "a new long phrase"]
        #expect(try await world.call(.post, "/auth/password/reset", body).status == 204)
        #expect(try await world.login(email, "a new long phrase").accountID == answer.accountID)
      }
    }
  }
}
