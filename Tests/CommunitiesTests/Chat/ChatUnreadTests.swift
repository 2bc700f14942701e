@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Very many messages that somebody has not read` {
  /// Adds messages behind the last one of a chat.
  private static func add(_ count: Int, by author: TestPerson, to group: TestGroup, _ world: ClubWorld) async throws {
    try await world.ledger { ledger in
      let last = try await ledger.tables.lastMessage(in: group.id)
      _ = try await ledger.tables.rows(
        """
        insert into fieldhouse_chat_messages (group_id, number, account, at, text, reply_to, state)
        with recursive series (n) as (select 1 union all select n + 1 from series where n < \(count))
        select \(group.id), n + \(last), \(author.id), 0, 'm', cast(null as integer), 'said' from series
        """)
      _ = try await ledger.tables.rows(
        """
        insert into fieldhouse_chats (group_id, last) values (\(group.id), \(last + count))
        on conflict (group_id) do update set last = excluded.last
        """)
    }
  }

  @Test(.tags(.pl45), arguments: TestHost.Engine.allCases)
  func `count up to a thousand, of the latest, without one's own and those taken back`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob) = (people[0], people[1])
      func unread(_ count: Int) async throws {
        #expect(try await world.unread(in: club, as: ada) == [count, count, count])
      }
      try await Self.add(1_000, by: bob, to: club, world)
      try await unread(1_000)
      try await Self.add(200, by: bob, to: club, world)
      try await unread(1_000)
      // Of the latest thousand 100 are one's own.
      try await Self.add(100, by: ada, to: club, world)
      try await unread(900)
      for number in 1_191...1_200 {
        #expect(try await world.host.delete("\(club.path)/chat/\(number)", as: bob).status == 204)
      }
      try await unread(890)
      try await world.read(upTo: 1_100, in: club, as: ada)
      try await unread(90)
      try await world.read(upTo: 50, in: club, as: ada)
      try await unread(90)
      try await world.read(upTo: 5_000_000, in: club, as: ada)
      try await unread(0)
      #expect(try await world.host.get("\(club.path)/chat/read", as: ada)["readUpTo"] == 1_300)
      try await world.say("news", in: club, as: bob)
      try await unread(1)
    }
  }

  @Test(.tags(.pl45), arguments: TestHost.Engine.allCases)
  func `name up to twenty people each, and of those the members`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob, cleo, stranger) = (people[0], people[1], people[2], try await world.host.person("Dan"))
      let named = [cleo, bob, ada, stranger, bob].map { JSON.string($0.id.text) }
      let said = try await world.say("you", in: club, as: ada, ["mentions": .array(named)])
      #expect(said["mentions"]?.array?.compactMap(\.string) == [bob.id.text, cleo.id.text].sorted())
      let many = { (count: Int) -> JSONObject in
        ["mentions": .array((0..<count).map { .string("nobody\($0)") })]
      }
      #expect(try await world.say("twenty", in: club, as: ada, many(20))["mentions"] == [])
      #expect(try await world.say("more", in: club, as: ada, many(21)).pointers == ["/mentions"])
      #expect(try await world.say("to what?", in: club, as: ada, ["replyTo": 3]).pointers == ["/replyTo"])
      #expect(try await world.say("to that", in: club, as: ada, ["replyTo": 2])["replyTo"] == 2)
      #expect(try await world.host.get("\(club.path)/chat", as: ada)["last"] == 3)
    }
  }
}
