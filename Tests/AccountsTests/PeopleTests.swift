import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `People and each other` {
  @Test(.tags(.pl36, .sp141, .sp143)) func `following counts on both sides`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      #expect(try await world.call(.put, "/me/following/\(b.accountID)", token: a.token).status == 204)
      #expect(try await world.call(.put, "/me/following/\(b.accountID)", token: a.token).status == 204)
      #expect(try await world.call(.get, "/me", token: a.token).body["following"]?.int == 1)
      let seen = try await world.call(.get, "/people/\(b.accountID)", token: a.token).body
      #expect(seen["followers"]?.int == 1)
      #expect(seen["relation"]?["following"]?.bool == true)
      #expect(try await world.accounts.following(of: a.accountID) == [b.accountID])
      try await world.call(.delete, "/me/following/\(b.accountID)", token: a.token)
      #expect(try await world.call(.get, "/me", token: b.token).body["followers"]?.int == 0)
    }
  }

  @Test(.tags(.pl36, .sp144)) func `only followers and the person see the lists`() async throws {
    try await World.with { world in
      let (star, fan, stranger) = (try await world.person(1), try await world.person(2), try await world.person(3))
      try await world.call(.put, "/me/following/\(star.accountID)", token: fan.token)
      for list in ["followers", "following"] {
        let path = "/people/\(star.accountID)/\(list)"
        #expect(try await world.call(.get, path, token: stranger.token).code == "followers-only")
        #expect(try await world.call(.get, path, token: fan.token).status == 200)
        #expect(try await world.call(.get, path, token: star.token).status == 200)
      }
      let followers = try await world.call(.get, "/people/\(star.accountID)/followers", token: star.token)
      #expect(followers.body["items"]?[0]?["id"]?.string == fan.accountID.text)
      let followed = try await world.call(.get, "/people/\(fan.accountID)/following", token: fan.token)
      #expect(followed.body["items"]?.array?.map { $0["id"] } == [.string(star.accountID.text)])
      let guest = try await world.guestToken()
      try await world.call(.delete, "/me/following/\(star.accountID)", token: fan.token)
      for token in [guest, fan.token] {
        for list in ["followers", "following"] {
          let refused = try await world.call(.get, "/people/\(star.accountID)/\(list)", token: token)
          #expect(refused.code == "followers-only")
        }
      }
    }
  }

  @Test(.tags(.pl36)) func `lists come in pages that follow on each other`() async throws {
    try await World.with { world in
      let star = try await world.person(0)
      for number in 1...5 {
        let fan = try await world.person(number)
        try await world.call(.put, "/me/following/\(star.accountID)", token: fan.token)
      }
      var (seen, next): ([String], String?) = ([], nil)
      repeat {
        let after = next.map { "&after=\($0)" } ?? ""
        let page = try await world.call(.get, "/people/\(star.accountID)/followers?limit=2\(after)", token: star.token)
        seen += page.body["items"]?.array?.compactMap { $0["id"]?.string } ?? []
        next = page.body["next"]?.string
      } while next != nil
      #expect(seen.count == 5)
      #expect(Set(seen).count == 5)
      let forged = try await world.call(.get, "/people/\(star.accountID)/followers?after=AAAA", token: star.token)
      #expect(forged.status == 422)
    }
  }

  @Test(.tags(.pl38, .sp154)) func `blocking ends following both ways and is not told`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      try await world.call(.put, "/me/following/\(b.accountID)", token: a.token)
      try await world.call(.put, "/me/following/\(a.accountID)", token: b.token)
      #expect(try await world.call(.put, "/me/blocked/\(b.accountID)", token: a.token).status == 204)
      for person in [a, b] {
        let me = try await world.call(.get, "/me", token: person.token).body
        #expect(me["followers"]?.int == 0)
        #expect(me["following"]?.int == 0)
      }
      #expect(try await world.call(.put, "/me/following/\(a.accountID)", token: b.token).status == 204)
      #expect(try await world.call(.get, "/me", token: a.token).body["followers"]?.int == 0)
      #expect(
        try await world.call(.get, "/people/\(a.accountID)", token: b.token).body["relation"]?["blocked"] == false)
      #expect(try await world.call(.put, "/me/following/\(b.accountID)", token: a.token).code == "person-blocked")
    }
  }

  @Test(.tags(.pl38)) func `a block is between two people, whoever of them is asked about`() async throws {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      try await world.call(.put, "/me/blocked/\(b.accountID)", token: a.token)
      try await world.call(.put, "/me/blocked/\(a.accountID)", token: c.token)
      let all = [a, b, c].map(\.accountID) + [AccountID("nobody")]
      func blocks(_ person: AccountID) async throws -> Set<AccountID> {
        try await world.accounts.blocks(between: person, and: all)
      }
      #expect(try await blocks(a.accountID) == [b.accountID, c.accountID])
      for person in [b, c] { #expect(try await blocks(person.accountID) == [a.accountID]) }
      #expect(try await blocks(AccountID("nobody")).isEmpty)
      #expect(try await world.accounts.blocks(between: b.accountID, and: a.accountID))
      #expect(try await !world.accounts.blocks(between: b.accountID, and: c.accountID))
      let many = (0..<2_500).map { AccountID("p\($0)") }
      #expect(try await world.accounts.blocks(between: a.accountID, and: many + [c.accountID]) == [c.accountID])
      #expect(try await world.accounts.blocks(between: a.accountID, and: [c.accountID] + many) == [c.accountID])
      #expect(try await world.accounts.blocks(between: a.accountID, and: []).isEmpty)
      // Of many and many at once.
      let several = [b.accountID] + many.prefix(40) + [a.accountID]
      let found = try await world.accounts.blocks(between: several, and: many + [c.accountID, a.accountID])
      #expect(found == [a.accountID: [c.accountID], b.accountID: [a.accountID]])
      #expect(try await world.accounts.blocks(between: several, and: [b.accountID]) == [a.accountID: [b.accountID]])
      #expect(try await world.accounts.blocks(between: [a.accountID], and: [a.accountID]).isEmpty)
      try await world.call(.delete, "/me/blocked/\(b.accountID)", token: a.token)
      #expect(try await blocks(a.accountID) == [c.accountID])
      #expect(try await blocks(b.accountID).isEmpty)
    }
  }

  @Test(.tags(.pl38, .sp163)) func `the blocked are listed and can be unblocked`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      try await world.call(.put, "/me/blocked/\(b.accountID)", token: a.token)
      let list = try await world.call(.get, "/me/blocked", token: a.token)
      #expect(list.body["items"]?[0]?["id"]?.string == b.accountID.text)
      #expect(try await world.call(.delete, "/me/blocked/\(b.accountID)", token: a.token).status == 204)
      #expect(try await world.call(.get, "/me/blocked", token: a.token).body["items"]?.array?.isEmpty == true)
    }
  }

  @Test(.tags(.pl38, .sp163)) func `everybody who is blocked is listed, page by page`() async throws {
    try await World.with { world in
      let me = try await world.person(0)
      var blocked: Set<String> = []
      for number in 1...5 {
        let other = try await world.person(number)
        blocked.insert(other.accountID.text)
        try await world.call(.put, "/me/blocked/\(other.accountID)", token: me.token)
      }
      var (seen, next): ([String], String?) = ([], nil)
      repeat {
        let after = next.map { "&after=\($0)" } ?? ""
        let page = try await world.call(.get, "/me/blocked?limit=2\(after)", token: me.token)
        seen += page.body["items"]?.array?.compactMap { $0["id"]?.string } ?? []
        next = page.body["next"]?.string
      } while next != nil
      #expect(seen.count == 5)
      #expect(Set(seen) == blocked)
    }
  }

  @Test(.tags(.pl37)) func `friends are those whose request was accepted`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      #expect(try await world.call(.put, "/me/friends/\(b.accountID)", token: a.token).status == 204)
      #expect(try await state(world, a, b) == "requested")
      #expect(try await state(world, b, a) == "received")
      #expect(try await world.call(.put, "/me/friends/\(a.accountID)", token: b.token).status == 204)
      #expect(try await state(world, a, b) == "friends")
      let friends = try await world.call(.get, "/me/friends", token: b.token)
      #expect(friends.body["items"]?[0]?["account"]?["id"]?.string == a.accountID.text)
      #expect(friends.body["items"]?[0]?["state"]?.string == "friends")
      try await world.call(.delete, "/me/friends/\(b.accountID)", token: a.token)
      #expect(try await state(world, b, a) == "none")
    }
  }

  @Test func `nobody can follow, befriend or block themselves or somebody who is not there`() async throws {
    try await World.with { world in
      let a = try await world.person(1)
      for path in ["following", "friends", "blocked"] {
        #expect(try await world.call(.put, "/me/\(path)/\(a.accountID)", token: a.token).status == 409)
        #expect(try await world.call(.put, "/me/\(path)/nobody", token: a.token).status == 404)
      }
    }
  }

  @Test(.tags(.pl20)) func `a guest may look but not follow`() async throws {
    try await World.with { world in
      let (a, guest) = (try await world.person(1), try await world.guestToken())
      #expect(try await world.call(.get, "/people/\(a.accountID)", token: guest).status == 200)
      #expect(try await world.call(.put, "/me/following/\(a.accountID)", token: guest).status == 403)
    }
  }

  @Test(.tags(.pl34)) func `people are found by the beginnings of their names, however written`() async throws {
    try await World.with { world in
      let searcher = try await world.person(0)
      let jose = try await world.person(1, name: "José Muñoz")
      _ = try await world.person(2, name: "Joseph Miller")
      func found(_ query: String) async throws -> [String] {
        let page = try await world.call(.get, "/people?query=\(query)", token: searcher.token)
        return page.body["items"]?.array?.compactMap { $0["name"]?.string } ?? []
      }
      #expect(try await found("jos") == ["José Muñoz", "Joseph Miller"])
      #expect(try await found("MUNO") == ["José Muñoz"])
      #expect(try await found("jos%20mil") == ["Joseph Miller"])
      #expect(try await found("ose").isEmpty)
      try await world.call(.put, "/me/blocked/\(jose.accountID)", token: searcher.token)
      #expect(try await found("jos") == ["Joseph Miller"])
    }
  }

  @Test(.tags(.pl34)) func `hyphens, apostrophes and digits in a name are neither skipped nor reordered`()
    async throws
  {
    try await World.with { world in
      let searcher = try await world.person(0)
      let names = ["Ann-Marie Zed", "Annabel Zed", "Ann'e Zed", "Ann7 Zed", "An Zed"]
      for (number, name) in names.enumerated() { _ = try await world.person(number + 1, name: name) }
      func found(_ query: String) async throws -> [String] {
        let page = try await world.call(.get, "/people?query=\(query)", token: searcher.token)
        return page.body["items"]?.array?.compactMap { $0["name"]?.string } ?? []
      }
      #expect(try await found("ann-") == ["Ann-Marie Zed"])
      #expect(try await found("ann") == ["Ann'e Zed", "Ann-Marie Zed", "Ann7 Zed", "Annabel Zed"])
      #expect(try await found("ann%27") == ["Ann'e Zed"])
    }
  }

  @Test(.tags(.pl37)) func `plugins are told the friends, on either side, and none whose request waits`() async throws {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      try await world.call(.put, "/me/friends/\(b.accountID)", token: a.token)
      try await world.call(.put, "/me/friends/\(a.accountID)", token: b.token)
      try await world.call(.put, "/me/friends/\(a.accountID)", token: c.token)
      #expect(try await world.accounts.friends(of: a.accountID) == [b.accountID])
      #expect(try await world.accounts.friends(of: b.accountID) == [a.accountID])
      #expect(try await world.accounts.friends(of: c.accountID).isEmpty)
      try await world.call(.put, "/me/blocked/\(a.accountID)", token: b.token)
      #expect(try await world.accounts.friends(of: a.accountID).isEmpty)
    }
  }

  @Test(.tags(.pl46, .pl69, .tm78, .sp182)) func `a report reaches those who decide it and nobody else`() async throws {
    try await World.with { world in
      let (a, b, admin) = (try await world.person(1), try await world.person(2), try await world.administrator())
      let body: JSON = ["subjectKind": "user", "subject": .string(b.accountID.text), "reason": "bullying"]
      let report = try await world.call(.post, "/reports", body, token: a.token)
      #expect(report.status == 201)
      #expect(try await world.call(.get, "/reports", token: b.token).status == 403)
      let id = try #require(report.body["id"]?.string)
      let queue = try await world.call(.get, "/reports", token: admin.token)
      #expect(queue.body["items"]?[0]?["id"]?.string == id)
      #expect(queue.body["items"]?[0]?["person"]?["id"]?.string == b.accountID.text)
      #expect(queue.body["items"]?[0]?["by"]?["id"]?.string == a.accountID.text)
      #expect(queue.body["items"]?[0]?["reason"] == "bullying")
      #expect(try await world.call(.put, "/reports/\(id)", ["state": "upheld"], token: admin.token).status == 204)
      #expect(try await world.call(.get, "/reports", token: admin.token).body["items"]?.array?.isEmpty == true)
    }
  }

  private func state(_ world: World, _ viewer: Answer, _ person: Answer) async throws -> String? {
    try await world.call(.get, "/people/\(person.accountID)", token: viewer.token).body["relation"]?["friendship"]?
      .string
  }
}
