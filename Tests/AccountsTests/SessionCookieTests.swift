import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The web app's session` {
  private static let name = Accounts.sessionCookie

  /// A sign-in as the web app or another client makes it.
  private static func signIn(_ way: String, in world: World, isWeb: Bool) async throws -> Answer {
    let device = try await world.browser()
    switch way {
    case "guest": return try await world.call(.post, "/auth/guest", [:], isWeb: isWeb)
    case "code":
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"], cookie: device)
      let code = try await world.lastCode(to: "+4915112345678")
      let body: JSON = ["phone": "+4915112345678", "code": .string(code), "acceptsTerms": true]
      return try await world.call(.post, "/auth/otp/verify", body, cookie: device, isWeb: isWeb)
    case "confirmation":
      let code = try #require(try await world.apply(cookie: device).code)
      let body: JSON = ["email": "jane@example.org", "code": .string(code)]
      return try await world.call(.post, "/auth/verify", body, cookie: device, isWeb: isWeb)
    case "password":
      _ = try await world.register()
      let body: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      return try await world.call(.post, "/auth/login", body, cookie: device, isWeb: isWeb)
    default:
      let link = try #require(try await world.accounts.setUpPath()?.split(separator: "=").last.map(String.init))
      let body: JSON = [
        "token": .string(link), "email": "ada@example.org", "password": .string(World.password),
        "passwordConfirmation": .string(World.password),
      ]
      return try await world.call(.post, "/auth/setup", body, cookie: device, isWeb: isWeb)
    }
  }

  @Test(.tags(.pl16), arguments: ["guest", "code", "confirmation", "password", "set-up"])
  func `is a cookie, and every other client's a token`(way: String) async throws {
    try await World.with { world in
      let answer = try await Self.signIn(way, in: world, isWeb: true)
      #expect(answer.status == (way == "guest" || way == "set-up" ? 201 : 200), "\(answer.body)")
      let cookie = try #require(answer.cookie(Self.name))
      #expect(cookie == Cookie(Self.name, cookie.value, seconds: 30 * 86_400))
      #expect(answer.body["token"] == nil)
      #expect(try await world.accounts.account(forToken: cookie.value)?.account.id == answer.accountID)
    }
    try await World.with { world in
      let answer = try await Self.signIn(way, in: world, isWeb: false)
      #expect(answer.cookie(Self.name) == nil)
      #expect(try await world.accounts.account(forToken: answer.token)?.account.id == answer.accountID)
    }
  }

  @Test func `comes together with the cookie of a new device`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let body: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      let answer = try await world.call(.post, "/auth/login", body, isWeb: true)
      #expect(answer.cookies.map(\.name) == [Self.name, "fieldhouse_device"])
    }
  }

  @Test func `lasts in the browser as long as it lasts here, at any rate of the clock`() async throws {
    for (days, rate) in [(7, 1.0), (7, 50), (90, 0)] {
      var settings = AccountsSettings()
      (settings.sessionDays, settings.clockRate) = (days, rate)
      try await World.with(settings: settings) { world in
        let answer = try await world.call(.post, "/auth/guest", [:], isWeb: true)
        let cookie = try #require(answer.cookie(Self.name))
        #expect(cookie.seconds == days * 86_400)
        world.clock.advance(Double(cookie.seconds) * max(1, rate) - 1)
        #expect(try await world.accounts.account(forToken: cookie.value) != nil)
      }
    }
  }

  @Test(.tags(.pl16)) func `lasts longer in the browser whenever the app asks who it is`() async throws {
    try await World.with { world in
      let cookie = try #require(try await world.call(.post, "/auth/guest", [:], isWeb: true).cookie(Self.name))
      let new = try #require(try await world.call(.post, "/auth/guest", [:], isWeb: true).cookie(Self.name))
      world.clock.advance(86_399.999)
      let early = try await world.call(.get, "/me", token: new.value, session: new.value)
      #expect(early.cookies == [], "late, it would bring back a session in whose place another one has come")
      world.clock.advance(0.001)
      let me = try await world.call(.get, "/me", token: cookie.value, session: cookie.value)
      #expect(me.cookies == [Cookie(Self.name, cookie.value, seconds: 30 * 86_400)])
      let other = try await world.guestToken()
      #expect(try await world.call(.get, "/me", token: other, session: cookie.value).cookies == [])
      #expect(try await world.call(.get, "/me", token: other).cookies == [])
    }
  }

  @Test(.tags(.pl64, .wc64)) func `is remembered when the browser is closed unless somebody says no`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let device = try await world.browser()
      func signIn(_ remember: JSON?, isBrief: Bool = false) async throws -> [Cookie] {
        var body: JSONObject = ["identifier": "jane@example.org", "password": .string(World.password)]
        if let remember { body["remember"] = remember }
        let answer = try await world.call(
          .post, "/auth/login", .object(body), device: device, isBrief: isBrief, isWeb: true)
        #expect(answer.status == 200, "\(answer.body)")
        return answer.cookies
      }
      for remember in [nil, JSON.null, true] {
        let cookies = try await signIn(remember)
        #expect(cookies.map(\.name) == [Self.name] && cookies[0].seconds == 30 * 86_400)
      }
      let brief = try await signIn(false)
      #expect(brief.map(\.seconds) == [-1, -1])
      #expect(brief.map(\.name) == [Self.name, "fieldhouse_brief"] && brief[1].isHiddenFromScripts)
      let token = brief[0].value
      world.clock.advance(2 * 86_400)
      let me = try await world.call(.get, "/me", token: token, session: token, isBrief: true)
      #expect(me.cookies == [], "asking who it is does not make it last")
      let forgotten = Cookie("fieldhouse_brief", "", seconds: 0)
      #expect(try await signIn(true, isBrief: true).last == forgotten)
      let gone = try await world.call(.post, "/auth/logout", [:], token: token, isBrief: true, isWeb: true)
      #expect(gone.cookies == [Cookie(Self.name, "", seconds: 0), forgotten])
    }
  }

  @Test func `goes out of the browser when it is ended`() async throws {
    try await World.with { world in
      let cookie = try #require(try await world.call(.post, "/auth/guest", [:], isWeb: true).cookie(Self.name))
      let gone = try await world.call(.post, "/auth/logout", [:], token: cookie.value, isWeb: true)
      #expect(gone.status == 204 && gone.cookies == [Cookie(Self.name, "", seconds: 0)])
      #expect(try await world.call(.get, "/me", token: cookie.value).code == "session-ended")
    }
  }

  @Test(arguments: ["/auth/login", "/auth/otp/verify"]) func `is given to nobody who is refused`(path: String)
    async throws
  {
    try await World.with { world in
      let body: JSON =
        path == "/auth/login"
        ? ["identifier": "jane@example.org", "password": "a wrong one"]
        : ["phone": "+4915112345678", "code": "000000", "acceptsTerms": true]
      let answer = try await world.call(.post, path, body, isWeb: true)
      #expect(answer.status == 401)
      #expect(answer.cookies == [])
    }
  }
}
