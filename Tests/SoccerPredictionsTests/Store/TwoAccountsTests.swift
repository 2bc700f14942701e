import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What two accounts have that become one` {
  private let ann = AccountID("ann")
  private let bob = AccountID("bob")
  private let cat = AccountID("cat")

  private func match(_ name: String, _ round: String?) -> Match {
    var match = Match.sample(name, "Other", round: round)
    match.id = name
    return match
  }

  /// Jokers on matches of some rounds, by their names; those in capitals are settled.
  private func store(_ jokers: [AccountID: [String]], _ rounds: [String: String?], in world: SoccerWorld) async throws {
    let (store, now) = (world.store, world.now)
    let matches = rounds.map { match($0.key, $0.value) }
    try await world.storage.write { transaction in
      for table in ["predictions", "matches"] {
        try await transaction.execute(SQL(stringLiteral: "delete from \(table) where 1 = 1"))
      }
      try await IdentityStore.save(
        matches.map { MatchRecord(match: $0, state: .present, source: $0.id) }, in: transaction)
      for (account, names) in jokers {
        for match in matches where names.contains(match.id) {
          try await store.save(Prediction(home: 1, away: 0), match: match, account: account, now: now, in: transaction)
          try await store.setJoker(true, match.id, account, in: transaction)
          guard match.id == match.id.uppercased() else { continue }
          try await store.settle(
            SettledOutcome(points: 3, isExact: false, isCorrect: true, fun: 3), match: match.id, of: [account],
            in: transaction)
        }
      }
    }
  }

  /// The jokers that an account has after another one has become it.
  private func merged(_ account: AccountID, into other: AccountID, in world: SoccerWorld) async throws -> [String] {
    let store = world.store
    return try await world.storage.write { transaction in
      _ = try await store.merge(account, into: other, in: transaction)
      return try await store.jokers(of: other, season: "en.1_2024-25", in: transaction)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is one joker a round, that which counts already before the other's own`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let rounds =
        ["a": "One", "b": "One", "c": "Two", "d": nil, "e": nil, "S": "One", "T": "One"] as [String: String?]
      for (mine, theirs, expected) in [
        (["a"], ["b"], ["b"]), (["c"], ["b"], ["b", "c"]), (["a", "c"], [], ["a", "c"]), (["d"], ["e"], ["e"]),
        (["S"], ["b"], ["S"]), (["a"], ["S"], ["S"]), (["S"], ["T"], ["S", "T"]), (["a"], ["a"], ["a"]),
      ] as [([String], [String], [String])] {
        try await store([ann: mine, bob: theirs, cat: ["a", "c"]], rounds, in: world)
        #expect(try await merged(ann, into: bob, in: world) == expected, "\(mine) into \(theirs)")
        let (store, cat) = (world.store, cat)
        let others = try await world.storage.read { try await store.jokers(of: cat, season: "en.1_2024-25", in: $0) }
        #expect(others == ["a", "c"], "nobody else's")
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are the challenges with everybody else, of which those of the account that stays go before`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (now, store, dan) = (world.now, ChallengeStore(), AccountID("dan"))
      try await world.storage.write { transaction in
        for (challenger, other, state, leagues) in [
          (ann, bob, .running, ["a"]), (ann, cat, .running, ["b", "c"]), (dan, ann, .pending, ["d"]),
          (bob, dan, .running, ["e"]),
        ] as [(AccountID, AccountID, Challenge.State, [String])] {
          let new = Challenge(
            pair: ChallengePair(challenger, other), challenger: challenger, state: state, leagues: leagues)
          #expect(try await store.ask(new, at: now, in: transaction))
          #expect(try await !store.ask(new, at: now, in: transaction), "there is one of the two, whoever asks")
        }
        try await store.merge(ann, into: bob, at: now + 60, in: transaction)
        func told(_ account: AccountID) async throws -> [String] {
          try await store.all(of: account, in: transaction).map {
            "\($0.pair.opponent(of: account).text) \($0.state(for: account)) \($0.leagues.joined(separator: "+"))"
          }
        }
        #expect(try await told(bob) == ["dan running e", "cat running b+c"], "nobody plays against himself")
        #expect(try await told(cat) == ["bob running b+c"])
        #expect(try await told(dan) == ["bob running e"])
        #expect(try await told(ann) == [])
        try await store.erase(bob, in: transaction)
        #expect(try await told(cat) + told(dan) == [])
      }
    }
  }

  @Test(arguments: [("ann", "bob"), ("Ann", "ann"), ("ä", "z"), ("孫", "ä"), ("a", "aa")])
  func `are a pair whoever is named first`(one: String, other: String) {
    let pair = ChallengePair(AccountID(one), AccountID(other))
    #expect(pair == ChallengePair(AccountID(other), AccountID(one)))
    #expect(pair.opponent(of: AccountID(one)).text == other && pair.opponent(of: AccountID(other)).text == one)
  }
}
