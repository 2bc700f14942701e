@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Groups that somebody leaves for good` {
  /// How often it is written down of a group that somebody has left it.
  private static func departures(from group: String, _ world: ClubWorld) async throws -> Int {
    try await world.ledger { ledger in
      try await ledger.tables.rows(
        "select count(*) as n from fieldhouse_group_history where group_id = \(group) and action = 'left'")[0]["n"]
    }
  }

  /// Ids have no order: of many clubs some come before their squads and some behind.
  @Test(.tags(.pl23), arguments: TestHost.Engine.allCases)
  func `count one member less each, also those that lie in another one`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let founders = (0..<12).map { AccountID("founder\($0)") }
      let pairs = try await world.ledger { ledger in
        var pairs: [[String]] = []
        for (number, founder) in founders.enumerated() {
          let club = try await ledger.found(GroupDraft(kind: "club", name: "Club \(number)"), by: founder).id
          let squad = try await ledger.found(GroupDraft(kind: "squad", name: "S", parent: club), by: founder).id
          guard number.isMultiple(of: 2) else {
            pairs.append([club, squad])
            continue
          }
          for id in [club, squad] { try await ledger.add(AccountID("other\(number)"), to: id, by: founder) }
          pairs.append([club, squad])
        }
        return pairs
      }
      try await world.ledger { ledger in for founder in founders { try await ledger.erase(founder) } }
      for (number, pair) in pairs.enumerated() {
        for (id, roles) in zip(pair, ["admin+member", "captain+player"]) {
          let group = try await world.group(id)
          let isShared = number.isMultiple(of: 2)
          #expect(group.members == (isShared ? 1 : 0))
          #expect((group.archivedAt == nil) == isShared, "nobody is left")
          #expect(try await world.roles(in: id) == (isShared ? ["other\(number): \(roles)"] : []))
          #expect(try await Self.departures(from: id, world) == 1)
        }
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of whom two accounts become one keep their admin, in the archive too`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (gone, kept) = (AccountID("gone"), AccountID("kept"))
      let clubs = try await world.ledger { ledger in
        var clubs: [String] = []
        for name in ["Living", "Archived", "Alone"] {
          let club = try await ledger.found(GroupDraft(kind: "club", name: name), by: gone).id
          if name != "Alone" { try await ledger.add(kept, to: club, by: gone) }
          if name != "Living" { try await ledger.archive(club, by: gone) }
          clubs.append(club)
        }
        return clubs
      }
      try await world.ledger { try await $0.merge(gone, into: kept) }
      for club in clubs {
        #expect(try await world.roles(in: club) == ["kept: admin+member"])
        #expect(try await world.group(club).members == 1)
      }
      let isBack = try await world.ledger { try await $0.restore(clubs[1], by: nil) }
      #expect(isBack)
      #expect(try await world.roles(in: clubs[1]) == ["kept: admin+member"])
    }
  }

  /// What somebody is to a group: asks, is invited, is kept out.
  private static func standing(_ account: AccountID, _ group: String, _ world: ClubWorld) async throws -> [Bool] {
    try await world.ledger { ledger in
      let tables = ledger.tables
      return [
        try await tables.hasAsked(account, for: group), try await tables.isInvited(account, to: group, at: ledger.now),
        try await tables.isBanned(account, from: group),
      ]
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that do not want one of two accounts want neither, whatever the other has asked for`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, gone, kept) = (Account("ada"), Account("gone"), Account("kept"))
      let clubs = try await world.ledger { ledger in
        var clubs: [String] = []
        for (name, banned, other) in [("First", kept, gone), ("Second", gone, kept), ("Third", ada, gone)] {
          let draft = GroupDraft(kind: "club", name: name, visibility: .private, admission: .request)
          let club = try await ledger.found(draft, by: AccountID("founder"))
          _ = try await ledger.ban(banned.id, from: club, by: AccountID("founder"))
          try await ledger.ask(other, club, message: "", agrees: nil)
          try await ledger.invite(other.id, to: club, by: ada)
          clubs.append(club.id)
        }
        return clubs
      }
      try await world.ledger { try await $0.merge(gone.id, into: kept.id) }
      #expect(try await Self.standing(kept.id, clubs[0], world) == [false, false, true])
      #expect(try await Self.standing(kept.id, clubs[1], world) == [false, false, true])
      #expect(try await Self.standing(kept.id, clubs[2], world) == [true, true, false])
      for club in clubs { #expect(try await Self.standing(gone.id, club, world) == [false, false, false]) }
    }
  }

  @Test(.tags(.pl65), arguments: TestHost.Engine.allCases)
  func `are nobody's responsibility who does not come to be their admin`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (gone, kept) = (AccountID("gone"), AccountID("kept"))
      let leagues = try await world.ledger { ledger in
        var leagues: [String] = []
        for name in ["Wanted", "Unwanted"] {
          let league = try await ledger.found(GroupDraft(kind: "league", name: name), by: nil)
          try await ledger.add(gone, to: league.id, by: nil)
          try await ledger.appoint("chair", gone, in: league.id, by: nil)
          _ = try await ledger.tables.rows(
            "insert into fieldhouse_organisations (group_id, contact) values (\(league.id), \(gone))")
          if name == "Unwanted" { _ = try await ledger.ban(kept, from: league, by: AccountID("operator")) }
          leagues.append(league.id)
        }
        return leagues
      }
      try await world.ledger { try await $0.merge(gone, into: kept) }
      var contacts: [AccountID?] = []
      for league in leagues {
        contacts.append(try await world.ledger { try await $0.tables.organisation(league)?.contact })
      }
      #expect(contacts == [kept, nil])
      #expect(try await world.roles(in: leagues[0]) == ["kept: chair+fan"])
      #expect(try await world.roles(in: leagues[1]).isEmpty)
    }
  }
}
