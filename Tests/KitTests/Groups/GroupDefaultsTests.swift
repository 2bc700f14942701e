import FieldhouseKit
import Foundation
import Testing

@Suite struct `A plugin without groups` {
  private let ada = AccountID("ada")

  private func problem(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return "\(error)" }
    return nil
  }

  @Test func `knows none, whoever is asked for`() async throws {
    let groups = NoGroups()
    #expect(try await groups.group("g") == nil)
    #expect(try await !groups.isMember(ada, of: Scope("club", "g")))
    #expect(try await groups.groups(of: ada, kind: nil).isEmpty)
    #expect(try await groups.members(of: "g", after: nil, limit: 10).isEmpty)
    #expect(try await groups.membership(of: ada, in: "g") == nil)
  }

  @Test func `has none in its transactions, and says so`() async {
    let groups = UntouchedTransaction().groups
    #expect(
      await problem { _ = try await groups.found(GroupDraft(kind: "club", name: "Lions"), by: ada) }
        == "500 group-kind-unknown: The plugin's manifest declares no groups 'club'.")
    let unknown = "404 group-unknown: There is no such group."
    #expect(await problem { _ = try await groups.edit("g", GroupEdit(name: "L"), by: ada) } == unknown)
    #expect(await problem { _ = try await groups.add(ada, to: "g", by: nil) } == unknown)
    #expect(await problem { _ = try await groups.remove(ada, from: "g", successor: nil, by: nil) } == unknown)
    #expect(await problem { _ = try await groups.appoint("admin", ada, in: "g", by: nil) } == unknown)
    #expect(await problem { _ = try await groups.dismiss("admin", ada, in: "g", by: nil) } == unknown)
    #expect(await problem { _ = try await groups.archive("g", by: nil) } == unknown)
  }
}

@Suite struct `A kind of group in a manifest` {
  private func kind(_ text: String) throws -> GroupKind {
    try JSONValueDecoder().decode(GroupKind.self, from: JSON(parsing: text))
  }

  @Test func `is private, by invitation, for anybody to found, with room for a million, unless it says otherwise`()
    throws
  {
    let kind = try kind(#"{"kind": "club", "title": "Club", "member": "fan", "admin": "chair"}"#)
    #expect(kind == GroupKind(kind: "club", title: "Club", member: "fan", admin: "chair"))
    #expect(kind.visibility == [.private])
    #expect(kind.admission == [.invitation])
    #expect(kind.capacity == 1_000_000)
    #expect(kind.founders == .account)
    #expect(kind.name == GroupKind.NameRule(longest: 60, isUnique: false))
    #expect(kind.hasSuccession)
    #expect(!kind.hasChat)
    #expect(!kind.hasFeed)
    #expect(kind.hasPictures)
    #expect(!kind.isWithin)
    #expect(kind.memberships == nil)
    #expect(kind.in == nil)
    #expect(kind.actions.isEmpty)
  }

  @Test func `says all that it may say`() throws {
    let kind = try kind(
      #"""
      {"kind": "squad", "title": "Squad", "member": "player", "admin": "captain", "in": "club",
       "actions": {"edit": "train"}, "name": {"longest": 25, "unique": true}, "visibility": ["public", "listed"],
       "admission": ["open"], "capacity": 11, "founders": "admins", "memberships": 1, "within": true,
       "succession": false, "chat": true, "feed": true, "pictures": false}
      """#)
    #expect(kind.in == "club")
    #expect(kind.actions == ["edit": "train"])
    #expect(kind.name == GroupKind.NameRule(longest: 25, isUnique: true))
    #expect(kind.visibility == [.public, .listed])
    #expect(kind.admission == [.open])
    #expect(kind.capacity == 11)
    #expect(kind.founders == .admins)
    #expect(kind.memberships == 1)
    #expect(kind.isWithin)
    #expect(!kind.hasSuccession)
    #expect(kind.hasChat)
    #expect(kind.hasFeed)
    #expect(!kind.hasPictures)
  }

  @Test func `has a group as the scope of its rights`() {
    let group = Group(
      id: "g", kind: "club", parent: nil, name: "Lions", about: "", picture: nil, visibility: .public, admission: .open,
      capacity: 2, members: 1, version: 1, createdAt: .distantPast, archivedAt: nil)
    #expect(group.scope == Scope("club", "g"))
  }
}
