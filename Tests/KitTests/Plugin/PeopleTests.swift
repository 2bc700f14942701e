import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

/// Knows some people, and remembers how often it was asked.
private final class People: Authentication {
  let asked = Mutex<[[AccountID]]>([])

  func account(forToken token: String) async throws -> Principal? { nil }
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    asked.withLock { $0.append(ids) }
    if ids == [AccountID("broken")] { throw Problem.unavailable("store", "Not now.") }
    let known = ids.filter { $0 != AccountID("gone") }.map { ($0, Account(id: $0, kind: .user, name: "\($0)!")) }
    return Dictionary(
      uniqueKeysWithValues: known + [(AccountID("else"), Account(id: AccountID("else"), kind: .guest, name: "E"))])
  }
  func following(of id: AccountID) async throws -> [AccountID] { [] }
  func friends(of id: AccountID) async throws -> [AccountID] { [] }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }
}

@Suite struct `One person looked up` {
  @Test func `is asked for once and alone, and is nobody when unknown`() async throws {
    let people = People()
    #expect(try await people.account(AccountID("ada"))?.name == "ada!")
    #expect(try await people.account(AccountID("gone")) == nil)
    await #expect(throws: Problem.self) { try await people.account(AccountID("broken")) }
    // What was written before there were blocks to ask for knows of none.
    #expect(try await people.blocks(between: AccountID("ada"), and: [AccountID("bob")]).isEmpty)
    #expect(try await !people.blocks(between: AccountID("ada"), and: AccountID("bob")))
    // It does not say either when accounts change: what is kept of them never counts.
    #expect(try await people.edition() != people.edition())
    #expect(people.asked.withLock { $0 } == ["ada", "gone", "broken"].map { [AccountID($0)] })
  }
}

@Suite struct `An account's id` {
  @Test(arguments: 1...3) func `goes through a table and through JSON as its text`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let id = AccountID(random.text())
      #expect(id.sqlValue == .text(id.text) && AccountID(sqlValue: id.sqlValue) == id)
      #expect(try JSON(encoding: id) == .string(id.text))
      #expect(try JSONDecoder().decode([AccountID].self, from: JSONEncoder().encode([id])) == [id])
    }
  }

  @Test(arguments: [SQLValue.null, .integer(1), .real(1), .blob([0x61])])
  func `is not read from another column`(value: SQLValue) { #expect(AccountID(sqlValue: value) == nil) }
}

@Suite struct `What others see of an account` {
  private static let json: JSON = [
    "id": "a", "kind": "user", "name": "Ann", "username": "ann", "country": "NL", "picture": "/p/1",
  ]

  @Test func `is read and written by the same names`() throws {
    let account = try JSONValueDecoder().decode(Account.self, from: Self.json)
    #expect(
      account
        == Account(id: AccountID("a"), kind: .user, name: "Ann", username: "ann", country: "NL", picture: "/p/1"))
    #expect(try JSON(encoding: account) == Self.json)
    #expect(try JSON(parsing: Array(JSONEncoder().encode(account))) == Self.json)
    #expect(try CompiledSchema(Account.schema).validate(Self.json).isEmpty)
  }

  @Test(arguments: ["id", "kind", "name"]) func `has an id, a kind and a name`(name: String) throws {
    var members = try #require(Self.json.object)
    members[name] = nil
    let error = #expect(throws: JSONDecodingError.self) {
      try JSONValueDecoder().decode(Account.self, from: .object(members))
    }
    #expect(error?.pointer.tokens == [name] && error?.code == "required")
    #expect(try CompiledSchema(Account.schema).validate(.object(members)).map(\.pointer.tokens) == [[name]])
  }

  @Test func `may tell no more than these`() throws {
    let bare = try JSONValueDecoder().decode(Account.self, from: ["id": "g", "kind": "guest", "name": "User1"])
    #expect(bare == Account(id: AccountID("g"), kind: .guest, name: "User1"))
    #expect(bare.username == nil && bare.country == nil && bare.picture == nil)
    #expect(try JSON(encoding: Account.Kind("bot")) == "bot" && Account.Kind("guest") == .guest)
  }
}

@Suite struct `What a person has told of the body` {
  @Test func `is nothing at first, and is kept value by value`() throws {
    #expect(try JSON(encoding: BodyData()) == [:])
    var data = BodyData()
    (data.weight, data.weighedAt) = (70.5, Date(timeIntervalSince1970: 1_700_000_000))
    (data.height, data.fitnessLevel, data.gender, data.dateOfBirth) = (180, "regular", "other", "1990-02-28")
    let json = try JSON(encoding: data)
    #expect(json["weighedAt"] == "2023-11-14T22:13:20Z" && json.object?.count == 6)
    #expect(try JSONValueDecoder().decode(BodyData.self, from: json) == data)
    #expect(try JSONValueDecoder().decode(BodyData.self, from: ["height": 180]).weight == nil)
  }
}
