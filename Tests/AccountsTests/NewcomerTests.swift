@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Somebody who came through another one's link` {
  private static let day = 86_400.0

  private static func secret(_ world: World, _ inviter: Answer, _ body: JSON = [:]) async throws -> String {
    let made = try await world.call(.post, "/me/invitations", body, token: inviter.token)
    return try #require(made.body["link"]?.string?.split(separator: "=").last.map(String.init))
  }

  /// Signs up with a link.
  /// - Parameter device: the secret of the browser.
  private static func arrive(
    _ world: World, _ secret: String, phone: String = "+4915112345678", device: String? = nil
  ) async throws -> Answer {
    try await world.call(.post, "/auth/otp", ["phone": .string(phone)], device: device)
    let code = JSON.string(try await world.lastCode(to: phone))
    let body: JSON = ["phone": .string(phone), "code": code, "acceptsTerms": true, "invitation": .string(secret)]
    let answer = try await world.call(.post, "/auth/otp/verify", body, device: device)
    try #require(answer.body["isNew"] == true, "\(answer.body)")
    return answer
  }

  /// What plugins will be told of people who count.
  private static func events(_ world: World) async throws -> [JSON] {
    try await world.storage.pendingEffects(after: 0, limit: 1_000).compactMap { effect in
      guard case .event(_, let event) = effect, event.name == "accounts.newcomer-settled" else { return nil }
      return event.payload
    }
  }

  private static func pass(_ seconds: Double, in world: World) async throws {
    world.clock.advance(seconds)
    try await world.accounts.upkeep.settle()
  }

  /// Uses a session.
  private static func use(_ world: World, _ person: Answer) async throws {
    #expect(try await world.call(.get, "/me", token: person.token).status == 200)
    try await world.accounts.flush()
  }

  @Test(.tags(.pl40, .wc62, .sp117)) func `counts once, when the person comes back a day or more later`() async throws {
    try await World.with { world in
      let inviter = try await world.person(1, name: "Jane Doe")
      let link = try await Self.secret(world, inviter, ["kind": "walking-clubs/group", "subject": "g7"])
      let newcomer = try await Self.arrive(world, link)
      try await Self.pass(Self.day - 1, in: world)
      try await Self.use(world, newcomer)
      try await Self.pass(1, in: world)
      #expect(try await Self.events(world).isEmpty, "a use on the first day shows nothing")
      let shown = try await world.call(.get, "/me/newcomers", token: inviter.token).body["items"]?[0]
      #expect(shown?["account"]?["id"]?.string == newcomer.accountID.text)
      #expect(shown?["joinedAt"] == "2025-08-15T12:00:00Z" && shown?["countedAt"]?.string == nil)
      try await Self.pass(3_600, in: world)
      try await Self.use(world, newcomer)
      try await Self.pass(3_750, in: world)
      let payload: JSON = [
        "inviter": .string(inviter.accountID.text), "account": .string(newcomer.accountID.text),
        "kind": "walking-clubs/group", "subject": "g7",
      ]
      #expect(try await Self.events(world) == [payload])
      let counted = try await world.call(.get, "/me/newcomers", token: inviter.token).body["items"]?[0]
      #expect(counted?["countedAt"] == "2025-08-16T14:02:30Z")
      for _ in 0..<3 {
        try await Self.use(world, newcomer)
        try await Self.pass(Self.day, in: world)
      }
      #expect(try await Self.events(world).count == 1)
      #expect(try await world.call(.get, "/me/newcomers", token: newcomer.token).body["items"] == [])
    }
  }

  @Test(.tags(.pl40, .wc62)) func `counts once, however many processes look at once`() async throws {
    try await World.with { world in
      let inviter = try await world.person(1)
      let link = try await Self.secret(world, inviter)
      let newcomer = try await Self.arrive(world, link)
      let processes = try (0..<4).map { _ in try world.anotherProcess() }
      world.clock.advance(Self.day + 1)
      try await Self.use(world, newcomer)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for process in processes { group.addTask { try await process.accounts.upkeep.newcomers.settle() } }
        try await group.waitForAll()
      }
      #expect(try await Self.events(world).count == 1)
    }
  }

  @Test(.tags(.pl40, .wc62)) func `counts for the first who invited, and for nobody when the account was there before`()
    async throws
  {
    try await World.with { world in
      let (first, second) = (try await world.person(1), try await world.person(2))
      let links = [try await Self.secret(world, first), try await Self.secret(world, second)]
      let old = try await world.person(3)
      let newcomer = try await Self.arrive(world, links[0])
      for person in [newcomer, old] {
        #expect(try await world.call(.put, "/invitations/\(links[1])/acceptance", token: person.token).status == 204)
      }
      world.clock.advance(Self.day + 1)
      let late = try await Self.secret(world, second)
      for person in [old, newcomer] {
        _ = try await world.call(.put, "/invitations/\(late)/acceptance", token: person.token)
        try await Self.use(world, person)
      }
      try await Self.pass(3_600, in: world)
      let counted = try await Self.events(world).map { [$0["inviter"]?.string, $0["account"]?.string] }
      // Made after the first link of the second and joined with it on the same day: new, though nobody's link led there.
      let wanted = [[first.accountID.text, newcomer.accountID.text], [second.accountID.text, old.accountID.text]]
      #expect(Set(counted) == Set(wanted))
    }
  }

  @Test(.tags(.wc62)) func `is new for a link that is younger than the account by no more than the way takes`() {
    let made = Date(timeIntervalSince1970: 1_000_000)
    let rows: [(Double, Double, Bool)] = [
      (0, 0, true), (1, 60, true), (0, 86_400, true), (0, 86_401, false), (-1, 60, false),
    ]
    for (age, later, isNew) in rows {
      let created = made.addingTimeInterval(age)
      let now = created.addingTimeInterval(later)
      #expect(Newcomer.isOne(createdAt: created, joining: made, at: now) == isNew, "\(age) \(later)")
    }
  }

  @Test(.tags(.wc62)) func `is looked at less and less often, for sixty days`() throws {
    let joined = Date(timeIntervalSince1970: 1_000_000)
    let newcomer = Newcomer(
      account: AccountID("a"), inviter: AccountID("b"), kind: "friend", subject: "", joinedAt: joined, countedAt: nil)
    #expect(Newcomer.firstLook(joined) == joined.addingTimeInterval(86_400))
    for (age, pause) in [(86_400.0, 3_600.0), (172_800, 7_200), (40 * 86_400, 86_400), (60 * 86_400 - 1, 86_400)] {
      let now = joined.addingTimeInterval(age)
      #expect(newcomer.nextLook(after: now) == now.addingTimeInterval(pause))
    }
    #expect(newcomer.nextLook(after: joined.addingTimeInterval(60 * 86_400)) == nil)
    #expect(!newcomer.hasComeBack(nil) && !newcomer.hasComeBack(joined.addingTimeInterval(86_399)))
    #expect(newcomer.hasComeBack(joined.addingTimeInterval(86_400)))
  }

  @Test(.tags(.wc62)) func `counts for nobody on the inviter's own device, behind a block, or too late`() async throws {
    try await World.with { world in
      let inviter = try await world.person(1)
      let link = try await Self.secret(world, inviter)
      let browser = try await world.browser()
      let phone = "491511000001"
      try await world.call(.post, "/auth/otp", ["phone": .string(phone)], device: browser)
      let code = JSON.string(try await world.lastCode(to: phone))
      try await world.call(.post, "/auth/otp/verify", ["phone": .string(phone), "code": code], device: browser)
      let own = try await Self.arrive(world, link, phone: "+4915100000011", device: browser)
      let blocked = try await Self.arrive(world, link, phone: "+4915100000012")
      let idle = try await Self.arrive(world, link, phone: "+4915100000013")
      try await world.call(.put, "/me/blocked/\(blocked.accountID)", token: inviter.token)
      world.clock.advance(Self.day)
      for person in [own, blocked] { try await Self.use(world, person) }
      try await Self.pass(3_600, in: world)
      #expect(try await Self.events(world).isEmpty)
      for _ in 0..<70 { try await Self.pass(Self.day, in: world) }
      _ = try await world.signIn(phone: "4915100000013")
      try await Self.pass(Self.day, in: world)
      #expect(try await Self.events(world).isEmpty)
      let waiting = try await world.storage.read {
        try await $0.query("select 1 from newcomers where due_at is not null")
      }
      #expect(waiting.isEmpty, "nobody is looked at any more: \(idle.accountID)")
    }
  }

  @Test(.tags(.wc62, .pl23)) func `counts for nobody once the account turns out to be a second one`() async throws {
    try await World.with { world in
      let (inviter, known) = (try await world.person(1), try await world.register())
      let link = try await Self.secret(world, inviter)
      let second = try await Self.arrive(world, link)
      let merged = try await world.call(.post, "/me/merge", ["token": .string(second.token)], token: known.token)
      #expect(merged.status == 200, "\(merged.body)")
      world.clock.advance(Self.day + 1)
      try await Self.use(world, known)
      try await Self.pass(3_600, in: world)
      #expect(try await Self.events(world).isEmpty)
      #expect(try await world.call(.get, "/me/newcomers", token: inviter.token).body["items"] == [])
    }
  }

  @Test(.tags(.wc62)) func `stays the newcomer when a guest of theirs, or their inviter's, becomes part of an account`()
    async throws
  {
    try await World.with { world in
      let inviter = try await world.person(1)
      let link = try await Self.secret(world, inviter)
      let newcomer = try await Self.arrive(world, link, phone: "+4915112345678")
      _ = try await world.signIn(phone: "+4915112345678", guest: try await world.guestToken())
      let main = try await world.register()
      let session = try await world.signIn(phone: "491511000001")
      let merged = try await world.call(.post, "/me/merge", ["token": .string(session.token)], token: main.token)
      #expect(merged.status == 200, "\(merged.body)")
      world.clock.advance(Self.day + 1)
      try await Self.use(world, newcomer)
      try await Self.pass(3_600, in: world)
      #expect(try await Self.events(world).map { $0["inviter"]?.string } == [main.accountID.text])
    }
  }

  @Test(.tags(.wc62, .pl23)) func `is forgotten with either account, and part of both exports`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      let inviter = try await world.person(1)
      let link = try await Self.secret(world, inviter)
      let people = [
        try await Self.arrive(world, link, phone: "+4915100000021"),
        try await Self.arrive(world, link, phone: "+4915100000022"),
      ]
      let mine = try await world.call(.get, "/me/export", token: inviter.token).body["newcomers"]
      #expect(mine?.array?.count == 2 && mine?[0]?["kind"] == "friend")
      let theirs = try await world.call(.get, "/me/export", token: people[0].token).body["cameThrough"]
      #expect(theirs?[0]?["inviter"]?.string == inviter.accountID.text)
      func rows() async throws -> Int {
        try await world.storage.read { try await $0.query("select 1 from newcomers").count }
      }
      #expect(try await rows() == 2)
      try await world.call(.delete, "/me", token: people[0].token)
      #expect(try await rows() == 1)
      try await world.call(.delete, "/me", token: inviter.token)
      #expect(try await rows() == 0)
      world.clock.advance(Self.day + 1)
      try await Self.use(world, people[1])
      try await Self.pass(3_600, in: world)
      #expect(try await Self.events(world).isEmpty)
    }
  }

  @Test(.tags(.pl40, .wc62)) func `has come through a link that another service keeps, if the account is new`()
    async throws
  {
    try await World.with { world in
      let (inviter, old) = (try await world.person(1), try await world.person(2))
      world.clock.advance(60)
      let link = world.clock.now
      let newcomer = try await world.person(3)
      let guest = try await world.call(.post, "/auth/guest")
      for account in [old, newcomer, newcomer, guest, inviter].map(\.accountID) + [AccountID("nobody")] {
        try await world.accounts.noteArrival(
          of: account, through: inviter.accountID, kind: "group", subject: "clubs/g1", link: link, at: world.clock.now)
      }
      try await world.accounts.noteArrival(
        of: old.accountID, through: AccountID("nobody"), kind: "group", subject: "x", link: .distantPast,
        at: world.clock.now)
      world.clock.advance(Self.day)
      for person in [old, newcomer] { try await Self.use(world, person) }
      try await Self.pass(3_600, in: world)
      let payload: JSON = [
        "inviter": .string(inviter.accountID.text), "account": .string(newcomer.accountID.text), "kind": "group",
        "subject": "clubs/g1",
      ]
      #expect(try await Self.events(world) == [payload])
    }
  }
}
