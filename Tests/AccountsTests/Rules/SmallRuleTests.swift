@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A day of the calendar` {
  @Test(
    arguments: [
      ("2024-02-29", true), ("2023-02-29", false), ("1900-02-29", false), ("2000-02-29", true), ("2025-04-30", true),
      ("2025-04-31", false), ("2025-12-31", true), ("2025-13-01", false), ("2025-00-10", false), ("2025-01-00", false),
      ("2025-1-01", false), ("2025-01-1", false), ("0000-01-01", false), ("0001-01-01", true), ("9999-12-31", true),
      ("+025-01-01", false), ("٢٠٢٥-01-01", false), ("2025-01-01 ", false), ("", false), ("2025-01-01-01", false),
    ])
  func `is read when there is such a day`(text: String, isDay: Bool) {
    #expect((CalendarDay(text) != nil) == isDay)
    if isDay { #expect(CalendarDay(text)?.description == text) }
  }

  @Test(
    arguments: [(0.0, "1970-01-01"), (-1, "1969-12-31"), (1_755_259_200, "2025-08-15"), (951_782_399, "2000-02-28")])
  func `is that of an instant in UTC`(seconds: Double, day: String) {
    #expect(CalendarDay(Date(timeIntervalSince1970: seconds)).description == day)
  }

  @Test func `comes before the next one, and is written as a text in JSON`() throws {
    let days = try ["1999-12-31", "2000-01-01", "2000-01-02", "2000-02-01"].map { try #require(CalendarDay($0)) }
    #expect(days.shuffled().sorted() == days)
    let json = try JSON(encoding: days[0])
    #expect(json == "1999-12-31")
    #expect(try JSONValueDecoder().decode(CalendarDay.self, from: json) == days[0])
    #expect(throws: (any Error).self) { try JSONValueDecoder().decode(CalendarDay.self, from: "1999-02-30") }
  }
}

@Suite struct `The text that people are searched by` {
  @Test(
    arguments: [
      ("Jane Doe", "jane doe"), ("  JÜRGEN \t Müller\n", "jurgen muller"), ("Ångström", "angstrom"),
      ("", ""), ("   ", ""), ("محمد", "محمد"),
    ])
  func `is folded`(text: String, folded: String) { #expect(SearchKey.fold(text) == folded) }

  @Test func `is the name and the user name that everybody sees`() throws {
    var person = Person(id: AccountID("a"), kind: .user, now: Date(timeIntervalSince1970: 0))
    (person.name, person.username, person.generatedName) = ("Jane van der Doe", "jane.doe", "User123456")
    #expect(SearchKey.words(of: person) == ["jane", "van", "der", "doe", "jane.doe"])
    person.visibility[.name] = .followers
    #expect(SearchKey.words(of: person) == ["user123456"])
    person.visibility[.username] = .everyone
    #expect(SearchKey.words(of: person) == ["user123456", "jane.doe"])
  }

  @Test(arguments: [(" Jane \n  Doe ", "Jane Doe"), ("", ""), ("a", "a")])
  func `has single spaces where a name is kept`(text: String, tidy: String) { #expect(SearchKey.tidy(text) == tidy) }
}

@Suite struct `Texts made of bytes` {
  @Test(
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func `are those of RFC 4648, without padding`(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.decode(text).map { String(decoding: $0, as: UTF8.self) } == plain)
  }

  @Test func `come back whole, whatever the bytes`() {
    for count in 0..<70 {
      let bytes = Sodium.randomBytes(count)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: ["Zg==", "Z g", "Zm+v", "Zm/v", "é", "Zm9v\n"]) func `hold no other character`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test(
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func `in base 32 are those of RFC 4648 as well`(plain: String, text: String) {
    #expect(Base32.encode(Array(plain.utf8)) == text)
  }

  @Test(
    arguments: [
      ("a b&c=d", "a%20b%26c%3Dd"), ("ü", "%C3%BC"), ("a-b._~", "a-b._~"), ("+/?", "%2B%2F%3F"), ("\r\n", "%0D%0A"),
    ])
  func `in a form are percent-encoded`(text: String, encoded: String) {
    #expect(FormEncoding.encode(text) == encoded)
    #expect(FormEncoding.encode([(text, "x"), ("y", text)]) == "\(encoded)=x&y=\(encoded)")
  }

  @Test func `as ids are twenty characters without look-alikes, and never twice`() {
    let ids = Set((0..<2000).map { _ in Identifier.random() })
    #expect(ids.count == 2000)
    #expect(ids.allSatisfy { $0.count == 20 && !$0.contains { "iluo".contains($0) } && $0 == $0.lowercased() })
  }
}

@Suite struct `What the secret of an installation does` {
  private let secret = InstallationSecret(bytes: [UInt8](repeating: 7, count: 32))
  private let other = InstallationSecret(bytes: [UInt8](repeating: 8, count: 32))

  @Test(arguments: ["", "a", "Grüße, السلام", String(repeating: "x", count: 5000)])
  func `opens what it sealed, and nobody else does`(text: String) {
    let sealed = secret.seal(text)
    #expect(secret.open(sealed) == text)
    #expect(other.open(sealed) == nil)
    #expect(secret.seal(text) != sealed)
  }

  @Test func `opens nothing that was changed by a single bit, cut or made up`() throws {
    let sealed = try #require(Base64URL.decode(secret.seal("a cursor")))
    for place in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[place] ^= 1 << bit
        #expect(secret.open(Base64URL.encode(changed)) == nil, "byte \(place), bit \(bit)")
      }
      #expect(secret.open(Base64URL.encode(sealed[..<place])) == nil)
    }
    for text in ["", "x", "not sealed", String(repeating: "A", count: 200)] { #expect(secret.open(text) == nil) }
  }

  @Test func `hashes alike only what is alike in purpose and in every part`() {
    let hashes = [
      secret.hash("p", "ab", "c"), secret.hash("p", "a", "bc"), secret.hash("p", "abc"), secret.hash("p", "abc", ""),
      secret.hash("pa", "b", "c"), secret.hash("q", "ab", "c"), other.hash("p", "ab", "c"), secret.hash("p"),
    ]
    #expect(Set(hashes).count == hashes.count)
    #expect(secret.hash("p", "ab", "c") == hashes[0])
  }
}

@Suite struct `A code of an authenticator app` {
  private let app = TimeCode(key: Array("12345678901234567890".utf8))
  private let now = Date(timeIntervalSince1970: 1_755_259_200)

  @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)])
  func `may be one step early or late`(steps: Int64, counts: Bool) {
    let current = Int64(now.timeIntervalSince1970 / 30)
    let code = app.code(at: current + steps)
    #expect(app.step(of: code, at: now, after: 0) == (counts ? current + steps : nil))
  }

  @Test func `counts once, and none before it afterwards`() {
    let current = Int64(now.timeIntervalSince1970 / 30)
    #expect(app.step(of: app.code(at: current), at: now, after: current) == nil)
    #expect(app.step(of: app.code(at: current - 1), at: now, after: current) == nil)
    #expect(app.step(of: app.code(at: current + 1), at: now, after: current) == current + 1)
  }

  @Test(arguments: ["", "0", "00000", "0000000", "abcdef", "١٢٣٤٥٦"])
  func `is six digits`(code: String) {
    #expect(app.step(of: code, at: now, after: 0) == nil)
  }
}

@Suite struct `Where a page ended` {
  private let secret = InstallationSecret(bytes: [UInt8](repeating: 7, count: 32))

  @Test(arguments: ["a", "with/slash", "0123456789abcdefghjk"]) func `comes back as it was`(id: String) throws {
    let at = Date(timeIntervalSince1970: 1_755_259_200.123)
    let text = Cursor(at: at, id: id).text(secret: secret)
    let read = try Cursor(text, secret: secret)
    #expect(read?.id == id)
    #expect(read?.at.millisecondsSince1970 == at.millisecondsSince1970)
    #expect(!text.contains("with/slash"))
  }

  @Test func `is nothing without a text, and refused when it was made up`() throws {
    #expect(try Cursor(nil, secret: secret)?.id == nil)
    let foreign = InstallationSecret(bytes: [UInt8](repeating: 9, count: 32))
    for text in ["x", Cursor(at: Date(), id: "a").text(secret: foreign), secret.seal("no cursor"), secret.seal("x/a")] {
      #expect(throws: Problem.self) { try Cursor(text, secret: secret) }
    }
  }
}

@Suite struct `An id in the order of time` {
  @Test func `has the form of every id, and sorts as it was made`() {
    let times = [0, 0.001, 1, 1_755_259_200, 1_755_259_200.001, 1_755_259_201, 33_000_000_000]
      .map(Date.init(timeIntervalSince1970:))
    let ids = times.map(Identifier.ordered)
    #expect(ids.sorted() == ids && Set(ids).count == ids.count)
    #expect(ids.allSatisfy(Identifier.isOne))
    #expect(Identifier.isOne(Identifier.ordered(Date(timeIntervalSince1970: -5))), "a clock before 1970")
  }

  @Test func `is another each time within one millisecond`() {
    let now = Date(timeIntervalSince1970: 1_755_259_200)
    #expect(Set((0..<1_000).map { _ in Identifier.ordered(now) }).count == 1_000)
    #expect(Set((0..<1_000).map { _ in Identifier.ordered(now).prefix(9) }).count == 1)
  }
}
