import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Sign-up by e-mail` {
  @Test(.tags(.pl8, .pl11, .pl12, .fc8, .tm89)) func `the code from the mail signs in at once`() async throws {
    try await World.with { world in
      let answer = try await world.register(changes: ["username": "jane.doe"])
      #expect(answer.status == 200)
      let me = try await world.call(.get, "/me", token: answer.token)
      #expect(me.body["name"]?.string == "Jane Doe")
      #expect(me.body["email"]?.string == "jane@example.org")
      #expect(me.body["username"]?.string == "jane.doe")
      #expect(me.body["kind"]?.string == "user")
    }
  }

  @Test(.tags(.pl11)) func `the link from the mail does the same, once`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/register", world.registration())
      let token = JSON.string(try await world.lastLinkToken(to: "jane@example.org"))
      #expect(try await world.call(.post, "/auth/verify", ["token": token]).status == 200)
      #expect(try await world.call(.post, "/auth/verify", ["token": token]).code == "code-wrong")
    }
  }

  @Test(
    .tags(.pl12, .pl20),
    arguments: [
      ("/folf-scoring/lobbies/ABC", "/folf-scoring/lobbies/ABC"),
      ("/a?b=c&d=%C3%A9#e", "/a%3Fb%3Dc%26d%3D%25C3%25A9%23e"),
      ("/" + String(repeating: "x", count: 499), "/" + String(repeating: "x", count: 499)),
    ])
  func `the links of messages lead on to where it began`(path: String, value: String) async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/register", world.registration(changes: ["back": .string(path)]))
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678", "back": .string(path)])
      let links = try await world.deliveries().compactMap { $0["link"]?.string }
      #expect(links.count == 2)
      #expect(links.allSatisfy { $0.hasSuffix("&back=\(value)") })
      let mailed = try #require(links.first { $0.contains("/verify?token=") })
      let secret = try #require(mailed.split(separator: "=")[1].split(separator: "&").first)
      #expect(try await world.call(.post, "/auth/verify", ["token": .string(String(secret))]).status == 200)
    }
  }

  @Test(.tags(.pl12)) func `without it they end with the secret`() async throws {
    try await World.with { world in
      for path in [JSON.null, "/"] {
        try await world.call(.post, "/auth/register", world.registration(changes: ["back": path]))
      }
      let links = try await world.deliveries().compactMap { $0["link"]?.string }
      #expect(links.count == 2)
      #expect(links.allSatisfy { $0.wholeMatch(of: /.*\/verify\?token=[A-Za-z0-9_-]+/) != nil })
    }
  }

  @Test(
    .tags(.pl12),
    arguments: [
      "https://example.org/", "//example.org/", #"/\example.org"#, #"/a\b"#, "/a b", "/é", "", "a", "/a\n",
      "/" + String(repeating: "x", count: 500),
    ])
  func `they never lead to another site`(path: String) async throws {
    try await World.with { world in
      let applied = try await world.call(.post, "/auth/register", world.registration(changes: ["back": .string(path)]))
      let asked = try await world.call(.post, "/auth/otp", ["phone": "+4915112345678", "back": .string(path)])
      for answer in [applied, asked] {
        #expect(answer.status == 422)
        #expect(answer.mistake("/back") != nil)
      }
      #expect(try await world.deliveries().isEmpty)
    }
  }

  @Test(.tags(.pl12)) func `a guest keeps its id`() async throws {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      let answer = try await world.register(guest: guest.token)
      #expect(answer.accountID == guest.accountID)
    }
  }

  @Test(.tags(.pl9, .wc10, .wc11)) func `every mistake is told at once with its message`() async throws {
    try await World.with { world in
      let body = world.registration(
        email: "jane", changes: ["passwordConfirmation": "another phrase, long", "acceptsTerms": false])
      let answer = try await world.call(.post, "/auth/register", body)
      #expect(answer.status == 422)
      #expect(answer.mistake("/email") == "Please enter a valid e-mail address.")
      #expect(answer.mistake("/passwordConfirmation") == "The two passwords do not match.")
      let terms = "Please agree to the Terms and Conditions and the Privacy Policy."
      #expect(answer.mistake("/acceptsTerms") == terms)
    }
  }

  @Test(.tags(.pl25, .sp33), arguments: [(50, 202), (51, 422)])
  func `a name has 50 characters at most`(_ length: Int, _ status: Int) async throws {
    try await World.with { world in
      let body = world.registration(changes: ["name": .string(String(repeating: "é", count: length))])
      let answer = try await world.call(.post, "/auth/register", body)
      #expect(answer.status == status)
      #expect(answer.mistake("/name") == (status == 202 ? nil : "Full name cannot be more than 50 characters."))
    }
  }

  @Test(.tags(.pl9, .wc12)) func `empty fields are named`() async throws {
    try await World.with { world in
      let answer = try await world.call(.post, "/auth/register", ["name": "", "acceptsTerms": true])
      #expect(answer.mistake("/name") == "Please enter your name.")
      #expect(answer.mistake("/email") == "Please enter a valid e-mail address.")
      #expect(answer.mistake("/password") == "Please enter your password.")
      #expect(answer.mistake("/passwordConfirmation") == "Please enter the password a second time.")
    }
  }

  @Test(
    .tags(.pl8, .pl18),
    arguments: [
      "short", "passwordpassword", "aaaaaaaaaaaaaaaa", "abcabcabcabcabcabc", "qwertyuiopasdfghj", "jane@example.org",
    ])
  func `a short or common password is refused`(password: String) async throws {
    try await World.with { world in
      let body = world.registration(
        changes: ["password": .string(password), "passwordConfirmation": .string(password)])
      let answer = try await world.call(.post, "/auth/register", body)
      #expect(answer.status == 422)
      #expect(answer.mistake("/password") != nil)
    }
  }

  @Test(.tags(.pl8)) func `the shortest password is a setting`() async throws {
    var settings = AccountsSettings()
    settings.minimumPasswordLength = 8
    try await World.with(settings: settings) { world in
      let seven: [String: JSON] = ["password": "x7!kQ2w", "passwordConfirmation": "x7!kQ2w"]
      let refused = try await world.call(.post, "/auth/register", world.registration(changes: seven))
      #expect(refused.mistake("/password") == "The password must have at least 8 characters.")
      let eight: [String: JSON] = ["password": "x7!kQ2wz", "passwordConfirmation": "x7!kQ2wz"]
      let taken = try await world.call(.post, "/auth/register", world.registration(changes: eight))
      #expect(taken.status == 202)
    }
  }

  @Test(.tags(.pl9)) func `a taken address gets the same answer and a mail that says so`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let again = try await world.call(.post, "/auth/register", world.registration())
      let other = try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      #expect(again.status == other.status)
      #expect(again.body["accepted"] == other.body["accepted"])
      #expect(again.body.object?.keys.sorted() == other.body.object?.keys.sorted())
      let mail = try #require(try await world.deliveries().last { $0["to"]?.string == "jane@example.org" })
      #expect(mail["subject"]?.string == "You already have an account at Fieldhouse")
      #expect(mail["code"] == nil)
    }
  }

  @Test(.tags(.pl13)) func `a user name is unique however it is written, and one is suggested`() async throws {
    try await World.with { world in
      _ = try await world.register(changes: ["username": "Jane.Doe"])
      let taken = try await world.call(
        .post, "/auth/register", world.registration(email: "b@example.org", changes: ["username": "jane.doe"]))
      #expect(taken.mistake("/username") == "This user name is already taken.")
      let query = try await world.call(.get, "/auth/username?username=JANE.DOE&name=Jane%20Doe")
      #expect(query.body["available"]?.bool == false)
      let suggestion = try #require(query.body["suggestion"]?.string)
      #expect(suggestion.hasPrefix("jane.doe"))
      #expect(try await world.call(.get, "/auth/username?username=\(suggestion)").body["available"]?.bool == true)
    }
  }

  @Test(.tags(.pl10)) func `the accepted version and time are stored`() async throws {
    try await World.with { world in
      let answer = try await world.register()
      let export = try await world.call(.get, "/me/export", token: answer.token)
      let consents = try #require(export.body["consents"]?.array)
      #expect(consents.map { $0["document"] } == ["privacy", "terms"])
      for consent in consents {
        #expect(consent["version"]?.string == "1")
        #expect(consent["acceptedAt"]?.string == "2025-08-15T12:00:00Z")
      }
    }
  }

  @Test(.tags(.pl18, .tm70, .tm75)) func `passwords are stored as Argon2id with 19 MiB and two passes`() async throws {
    try await World.with { world in
      let answer = try await world.register()
      let row = try await world.storage.read { transaction in
        try await transaction.first("select password_hash from people where id = \(answer.accountID)")
      }
      let hash: String = try #require(row)[0]
      #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }
  }
}
