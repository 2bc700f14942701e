import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Signing in through an identity provider` {
  @Test(.tags(.pl19, .pl10)) func `makes an account, and knows it the next time`() async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["name": "Jane  Doe"])
      let journey = try await world.journey(provider, back: "/games/7?round=2")
      let first = try await world.finish(journey)
      #expect(first.status == 200, "\(first.body)")
      #expect(first.body["isNew"] == true)
      #expect(first.body["back"]?.string == "/games/7?round=2")
      let me = try await world.call(.get, "/me", token: first.token).body
      #expect(me["kind"]?.string == "user")
      #expect(me["fullName"]?.string == "Jane Doe")
      let consents = try await world.call(.get, "/me/export", token: first.token).body["consents"]?.array
      #expect(consents?.compactMap { $0["document"]?.string }.sorted() == ["privacy", "terms"])
      let again = try await world.signIn(provider)
      #expect(again.body["isNew"] == false)
      #expect(again.accountID == first.accountID)
      #expect(try await world.signIn(provider, subject: "person-2").accountID != first.accountID)
      #expect(try await world.counts() == (0, 2))
    }
  }

  @Test(.tags(.pl19)) func `asks with PKCE, a state and a nonce, and names itself to the provider`() async throws {
    try await World.withProvider { world, provider in
      let begun = try await world.call(.post, "/auth/providers/club", [:], language: "ar")
      let address = try #require(begun.body["authorizationUrl"]?.string.flatMap { URLComponents(string: $0) })
      let query = Dictionary((address.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
      #expect(query["response_type"] == "code")
      #expect(query["client_id"] == "fieldhouse+club")
      #expect(query["redirect_uri"] == "https://play.club.example/sign-in/club")
      #expect(query["scope"] == "openid profile email")
      #expect(query["code_challenge_method"] == "S256")
      #expect(query["ui_locales"] == "ar")
      for name in ["state", "nonce", "code_challenge"] { #expect(query[name]?.count == 43, "\(name)") }
      let cookie = try #require(begun.cookie("fieldhouse_sign_in"))
      #expect(cookie == Cookie(cookie.name, cookie.value, path: "/v1/auth/providers", seconds: 600))
      #expect(cookie.value.count == 43)
      #expect(try await world.signIn(provider).status == 200)
      let seen = try #require(try await provider.seen().last)
      let pair = "fieldhouse%2Bclub:client-secret-canary%2F%C3%BC"
      #expect(seen["authorization"]?.string == "Basic \(Data(pair.utf8).base64EncodedString())")
      #expect(seen["code_verifier"]?.string?.count == 43)
    }
  }

  @Test(.tags(.pl19)) func `sends the secret in the body where the provider asks for that`() async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["document": ["token_endpoint_auth_methods_supported": ["client_secret_post"]]])
      #expect(try await world.signIn(provider).status == 200)
      #expect(try await provider.seen().last?["client_secret"]?.string == "client-secret-canary/ü")
    }
  }

  @Test(.tags(.pl19, .pl10)) func `makes no account before the terms are agreed to, then goes on where it was`()
    async throws
  {
    try await World.withProvider { world, provider in
      let journey = try await world.journey(provider)
      let asked = try await world.finish(journey, terms: false)
      #expect(asked.status == 409)
      #expect(asked.code == "terms-needed")
      #expect(try await world.counts() == (1, 0))
      #expect(try await world.finish(journey).status == 200)
      #expect(try await provider.seen().count { $0["code"]?.string == journey.body["code"]?.string } == 1)
      #expect(try await world.finish(journey).code == "provider-stale")
      let known = try await world.journey(provider)
      #expect(try await world.finish(known, terms: false).status == 200)
    }
  }

  @Test(.tags(.pl19, .pl20)) func `a guest becomes the account and keeps its id`() async throws {
    try await World.withProvider { world, provider in
      let guest = try await world.call(.post, "/auth/guest")
      let account = try await world.signIn(provider, guest: guest.token)
      #expect(account.accountID == guest.accountID)
      #expect(try await world.call(.get, "/me", token: account.token).body["kind"]?.string == "user")
      #expect(try await world.call(.get, "/me", token: guest.token).status == 401)
    }
  }

  @Test(.tags(.pl19, .pl18)) func `still asks for the second factor, without another way round the provider`()
    async throws
  {
    try await World.withProvider { world, provider in
      let person = try await world.signIn(provider)
      let authenticator = try await world.enrol(person.token)
      let journey = try await world.journey(provider)
      #expect(try await world.finish(journey).code == "second-factor-needed")
      #expect(try await world.finish(journey.with(["secondFactor": "000000"])).code == "second-factor-wrong")
      world.clock.advance(60)
      let code = JSON.string(authenticator.code(at: world.clock.now))
      #expect(try await world.finish(journey.with(["secondFactor": code]), cookie: "other").code == "provider-stale")
      let arrived = try await world.finish(journey.with(["secondFactor": code]))
      #expect(arrived.status == 200, "\(arrived.body)")
      #expect(arrived.accountID == person.accountID)
      #expect(try await world.finish(journey.with(["secondFactor": code])).code == "provider-stale")
    }
  }

  @Test(.tags(.pl19)) func `a disabled account stays out`() async throws {
    try await World.withProvider { world, provider in
      let (person, admin) = (try await world.signIn(provider), try await world.administrator())
      try await world.call(.put, "/people/\(person.accountID)/disabled", token: admin.token)
      #expect(try await world.signIn(provider).code == "account-disabled")
    }
  }

  @Test(.tags(.pl19)) func `goes on after a restart and in another process`() async throws {
    try await World.withProvider { world, provider in
      let (first, second) = (try await world.journey(provider), try await world.journey(provider))
      let other = try world.anotherProcess(settings: provider.settings("club", "school"))
      #expect(try await other.finish(first).status == 200)
      #expect(try await world.finish(first).code == "provider-stale")
      let later = try await world.restarted(settings: provider.settings("club", "school"))
      #expect(try await later.finish(second).status == 200)
      await later.close()
    }
  }

  @Test(.tags(.pl19)) func `is offered as it is set`() async throws {
    try await World.withProvider { world, _ in
      let expected: JSON = [["id": "club", "title": "The club"], ["id": "school", "title": "The school"]]
      let methods = try await world.call(.get, "/auth/methods")
      #expect(methods.body["providers"] == expected)
      #expect(try await world.call(.post, "/auth/providers/other", [:]).code == "provider-unknown")
    }
    try await World.withProvider(change: { $0.methods.providers = false }) { world, _ in
      let methods = try await world.call(.get, "/auth/methods")
      #expect(methods.body["providers"] == [])
      let answer = try await world.call(.post, "/auth/providers/club", [:])
      #expect(answer.code == "provider-unknown")
    }
  }
}

@Suite struct `The identities of an account` {
  @Test(.tags(.pl19)) func `an address that an account has already signs in to nothing, but can be added by its owner`()
    async throws
  {
    try await World.withProvider { world, provider in
      let owner = try await world.register()
      try await provider.set(["email": "Jane@Example.org", "email_verified": true])
      let refused = try await world.signIn(provider)
      #expect(refused.status == 409)
      #expect(refused.code == "provider-email-known")
      #expect(refused.detail?.contains("Sign in to it the usual way, then add this") == true)
      #expect(try await world.counts() == (0, 1))
      let added = try await world.finish(try await world.journey(provider, adding: owner.token), token: owner.token)
      #expect(added.status == 200, "\(added.body)")
      #expect(added.body["added"] == true)
      #expect(added.body["token"]?.string == nil)
      #expect(try await world.signIn(provider).accountID == owner.accountID)
    }
  }

  @Test(.tags(.pl19)) func `an address that the provider has not verified counts for nothing`() async throws {
    try await World.withProvider { world, provider in
      let owner = try await world.register()
      try await provider.set(["email": "jane@example.org", "email_verified": false])
      let other = try await world.signIn(provider)
      #expect(other.status == 200)
      #expect(other.accountID != owner.accountID)
      #expect(try await world.call(.get, "/me", token: other.token).body["email"]?.isNull == true)
    }
  }

  @Test(.tags(.pl19)) func `are listed, removed one by one, and the last way in stays`() async throws {
    try await World.withProvider { world, provider in
      let person = try await world.signIn(provider)
      let list = try await world.call(.get, "/me/identifiers", token: person.token).body["items"]?.array ?? []
      let id = try #require(list.first?["identity"]?.string)
      #expect(list.map { $0["kind"]?.string } == ["identity"])
      #expect(list.first?["provider"]?.string == "The club")
      let path = "/me/identifiers?identity=\(id)"
      #expect(try await world.call(.delete, path, token: person.token).code == "identifier-last")
      let journey = try await world.journey(provider, "school", adding: person.token)
      #expect(try await world.finish(journey, token: person.token).status == 200)
      let other = try await world.person(1)
      #expect(try await world.call(.delete, path, token: other.token).status == 404)
      #expect(try await world.call(.delete, path, token: person.token).status == 204)
      let left = try await world.call(.get, "/me/identifiers", token: person.token).body["items"]?.array ?? []
      #expect(left.map { $0["provider"]?.string } == ["The school"])
      #expect(try await world.signIn(provider).accountID != person.accountID)
      #expect(try await world.signIn(provider, "school").accountID == person.accountID)
      let admin = try await world.administrator()
      let trail = try await world.call(.get, "/audit", token: admin.token).body["items"]?.array ?? []
      let actions = Set(trail.compactMap { $0["action"]?.string })
      #expect(actions.isSuperset(of: ["ownership.identity-added", "ownership.identity-removed"]))
    }
  }

  @Test(.tags(.pl19)) func `a number that signs in no more does not keep the last way in from being removed`()
    async throws
  {
    try await World.withProvider { world, provider in
      let person = try await world.person(1)
      let journey = try await world.journey(provider, adding: person.token)
      #expect(try await world.finish(journey, token: person.token).status == 200)
      let settings = provider.settings("club") { $0.methods.phone = false }
      let later = try world.anotherProcess(settings: settings)
      let list = try await later.call(.get, "/me/identifiers", token: person.token).body["items"]?.array ?? []
      let ids = list.compactMap { $0["identity"]?.string }
      let id = try #require(ids.first)
      let refused = try await later.call(.delete, "/me/identifiers?identity=\(id)", token: person.token)
      #expect(refused.code == "identifier-last")
      #expect(try await later.call(.delete, "/me/identifiers?phone=491511000001", token: person.token).status == 204)
    }
  }

  @Test(.tags(.pl19)) func `one that another account has is refused`() async throws {
    try await World.withProvider { world, provider in
      let (first, second) = (try await world.signIn(provider), try await world.person(1))
      let journey = try await world.journey(provider, adding: second.token)
      #expect(try await world.finish(journey, token: second.token).code == "identifier-taken")
      #expect(try await world.signIn(provider).accountID == first.accountID)
    }
  }

  @Test(.tags(.pl19)) func `are added only to the account that asked, while it is signed in`() async throws {
    try await World.withProvider { world, provider in
      let (victim, attacker) = (try await world.person(1), try await world.person(2))
      for caller in [victim.token, nil] {
        let journey = try await world.journey(provider, adding: attacker.token)
        #expect(try await world.finish(journey, token: caller).code == "provider-stale")
      }
      #expect(try await world.call(.post, "/me/identities/club", [:]).status == 401)
      let guest = try await world.guestToken()
      #expect(try await world.call(.post, "/me/identities/club", [:], token: guest).status == 403)
      #expect(try await world.signIn(provider).body["isNew"] == true)
    }
  }

  @Test(.tags(.pl19, .pl23)) func `go with their owner, and stand in the export`() async throws {
    try await World.withProvider(change: { $0.erasureGraceHours = 0 }) { world, provider in
      let person = try await world.signIn(provider)
      _ = try await world.journey(provider, "school", adding: person.token)
      let export = try await world.call(.get, "/me/export", token: person.token).body["identifiers"]?.array
      #expect(export?.first?["value"]?.string == "\(provider.issuer()) person-1")
      #expect(try await world.call(.delete, "/me", token: person.token).status == 204)
      #expect(try await world.counts() == (0, 0))
      #expect(try await !world.dump().contains("person-1"))
      #expect(try await world.signIn(provider).body["isNew"] == true)
    }
  }
}
