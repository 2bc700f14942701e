import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The store of predictions` {
  private let match = Match.sample()
  private let other = Match.sample("Other", "Another")
  private let ann = AccountID("ann")

  /// Saves predictions in one transaction, in the order of the names.
  private func save(_ predictions: [String: Prediction], of match: Match, in world: SoccerWorld) async throws {
    let (store, now) = (world.store, world.now)
    try await world.storage.write { transaction in
      for (name, prediction) in predictions.sorted(by: { $0.key < $1.key }) {
        try await store.save(prediction, match: match, account: AccountID(name), now: now, in: transaction)
      }
    }
  }

  private func find(_ account: AccountID, in world: SoccerWorld) async throws -> StoredPrediction? {
    let (store, match) = (world.store, match)
    return try await world.storage.read { try await store.find(match.id, account, in: $0) }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gives back what was saved, scorers in their order`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let scorers = [match.awayScorer, match.homeScorer]
      try await save(["ann": Prediction(home: 99, away: 0, scorers: scorers)], of: match, in: world)
      let found = try #require(try await find(ann, in: world))
      #expect(found.prediction == Prediction(home: 99, away: 0, scorers: scorers))
      #expect(found.createdAt == world.now)
      #expect(found.points == nil)
      #expect(try await find(AccountID("bob"), in: world) == nil)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps when a prediction was made when it is changed`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await save(["ann": Prediction(home: 1, away: 0, scorers: [match.homeScorer])], of: match, in: world)
      let made = world.now
      try await world.host.clock.advance(by: .seconds(90))
      try await save(["ann": Prediction(home: 0, away: 0)], of: match, in: world)
      let found = try #require(try await find(ann, in: world))
      #expect(found.prediction == Prediction(home: 0, away: 0))
      #expect(found.createdAt == made)
      #expect(found.updatedAt == made + 90)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `removes one person's prediction of one match`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let both = ["ann": Prediction(home: 1, away: 0), "bob": Prediction(home: 2, away: 0)]
      try await save(both, of: match, in: world)
      try await save(both, of: other, in: world)
      let (store, id, ann) = (world.store, match.id, ann)
      #expect(try await world.storage.write { try await store.remove(id, ann, in: $0) })
      #expect(try await !world.storage.write { try await store.remove(id, ann, in: $0) })
      #expect(try await store.find(id, of: [ann, AccountID("bob")]).map(\.account.text) == ["bob"])
      #expect(try await store.predictions(of: ann, matches: [id, other.id]).keys.sorted() == [other.id])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `finds the predictions of some people and of some matches, and none of nobody`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await save(["bob": Prediction(home: 1, away: 0), "ann": Prediction(home: 2, away: 0)], of: match, in: world)
      try await save(["ann": Prediction(home: 3, away: 0)], of: other, in: world)
      let store = world.store
      let people = ["bob", "eve", "ann"].map(AccountID.init)
      #expect(try await store.find(match.id, of: people).map(\.account.text) == ["ann", "bob"])
      #expect(try await store.find(match.id, of: []).isEmpty)
      let mine = try await store.predictions(of: ann, matches: [match.id, other.id, "unknown"])
      #expect(mine.mapValues(\.prediction.score.home) == [match.id: 2, other.id: 3])
      #expect(try await store.predictions(of: ann, matches: []).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `hands over a match's predictions in pages without gaps`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let names = (0..<7).map { "p\($0)" } + ["Zoë", "ähnlich", "P0"]
      try await save(
        Dictionary(uniqueKeysWithValues: names.map { ($0, Prediction(home: 1, away: 1)) }), of: match, in: world)
      let (store, id) = (world.store, match.id)
      var seen: [String] = []
      while true {
        let after = seen.last ?? ""
        let page = try await world.storage.read { try await store.page(id, after: after, limit: 3, in: $0) }
        seen += page.map(\.account.text)
        if page.count < 3 { break }
      }
      #expect(seen == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `averages all predictions of a match as counting them does`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      #expect(try await world.store.averages(match.id) == PredictionAverages())
      var random = SeededRandom(seed: 7)
      var predictions: [String: Prediction] = [:]
      for number in 0..<40 {
        predictions["p\(number)"] = Prediction(home: random.next(below: 4), away: random.next(below: 4))
      }
      try await save(predictions, of: match, in: world)
      try await save(["p1": Prediction(home: 50, away: 0)], of: other, in: world)
      let expected = predictions.values.reduce(into: PredictionAverages()) { $0.add($1) }
      #expect(try await world.store.averages(match.id) == expected)
    }
  }
}

@Suite struct `The store of settlements` {
  private let match = Match.sample()
  private let season = SeasonKey(league: "en.1", season: "2024-25").description

  private func receipt(_ total: Int, score: Bool, win: Bool) -> PointsReceipt {
    let parts: [(PointsComponent.Kind, Bool)] = [(.win, win), (.score, score)]
    return PointsReceipt(
      ruleVersion: "r", matchVersion: "m", void: nil,
      components: parts.map {
        PointsComponent(kind: $0.0, predicted: "", actual: "", isCorrect: $0.1, points: 0)
      }, total: total)
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `remembers as what each match was settled, until it is forgotten`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let store = world.store
      for (key, expected) in [("a 1", ["m": "a 1"]), ("b 2", ["m": "b 2"]), (nil, [:])] as [(String?, [String: String])]
      {
        let settled = key.map { SettledAs(key: $0, facts: "facts of \($0)") }
        try await world.storage.write { try await store.markSettled(["m": settled], in: $0) }
        #expect(try await store.settledKeys() == expected)
        let facts = try await world.storage.read { try await PredictionStore.settledFacts(of: "m", in: $0) }
        #expect(facts == settled?.facts)
      }
      try await world.storage.write { try await store.markSettled(["unknown": nil], in: $0) }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `counts a person's season from what the predictions earned`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (store, ann, now, season) = (world.store, AccountID("ann"), world.now, season)
      let matches = (0..<4).map { Match.sample("H\($0)", "A\($0)") }
      let receipts = [
        receipt(5, score: true, win: true), receipt(3, score: false, win: true), receipt(0, score: false, win: false),
      ]
      let total = try await world.storage.write { transaction in
        for match in matches {
          try await store.save(Prediction(home: 1, away: 0), match: match, account: ann, now: now, in: transaction)
        }
        for (match, receipt) in zip(matches, receipts) {
          try await store.settle(SettledOutcome(receipt, fun: nil), match: match.id, of: [ann], in: transaction)
        }
        return try await store.totals(of: [ann], season: season, in: transaction)[ann]
      }
      #expect(total?.numbers == [4, 8, 1, 2])
    }
  }

  /// What people have of the match: home goals and points.
  private func points(in world: SoccerWorld) async throws -> [String] {
    let (store, match) = (world.store, match)
    let page = try await world.storage.read { try await store.page(match.id, after: "", limit: 500, in: $0) }
    return page.map { "\($0.account) \($0.points.map { "\($0)" } ?? "-")" }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gives those who have predicted alike the same, and nobody between them`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (store, match, away) = (world.store, match, match.awayScorer)
      let names = (0..<24).map { String(format: "p%02d", $0) }
      let predictions = names.enumerated().map { index, name in
        (name, Prediction(home: index % 3, away: 0, scorers: index % 4 == 3 ? [away] : []))
      }
      let now = world.now
      try await world.storage.write { transaction in
        for (name, prediction) in predictions {
          try await store.save(prediction, match: match, account: AccountID(name), now: now, in: transaction)
        }
        try await store.setJoker(true, match.id, AccountID("p09"), in: transaction)
        let page = try await store.page(match.id, after: "", limit: 500, in: transaction)
        // Those in the middle who have predicted 0:0 without scorer and joker, of whom the first and the last go without.
        let some = page.filter { $0.prediction.score.home == 0 && $0.prediction.scorers.isEmpty && !$0.hasJoker }
        try await store.settle(
          SettledOutcome(points: 4, isExact: true, isCorrect: true, fun: 1), match: match.id,
          Array(some.dropFirst().dropLast()), in: transaction)
      }
      let given = try await points(in: world).filter { !$0.hasSuffix("-") }
      #expect(given == ["p06 4", "p12 4", "p18 4"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gives their points to those whose scorers are kept in another form, and to very different predictions`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (store, match, now) = (world.store, match, world.now)
      let names = (0..<200).map { String(format: "p%03d", $0) }
      let outcome = SettledOutcome(points: 2, isExact: false, isCorrect: true, fun: nil)
      for goals in [1, 50] {
        try await world.storage.write { transaction in
          for (index, name) in names.enumerated() {
            let prediction = Prediction(home: index % goals, away: 0)
            try await store.save(prediction, match: match, account: AccountID(name), now: now, in: transaction)
          }
          try await transaction.execute("update predictions set points = null where 1 = 1")
          try await transaction.execute("update predictions set scorers = '\n' where account = 'p007'")
          let page = try await store.page(match.id, after: "", limit: 500, in: transaction)
          try await store.settle(outcome, match: match.id, page, in: transaction)
        }
        #expect(try await points(in: world) == names.map { "\($0) 2" })
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `takes points back, and counts nothing for people and seasons without predictions`(engine: TestHost.Engine)
    async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (store, ann, now, match, season) = (world.store, AccountID("ann"), world.now, match, season)
      let earned = receipt(5, score: true, win: true)
      let totals = try await world.storage.write { transaction in
        try await store.save(Prediction(home: 1, away: 0), match: match, account: ann, now: now, in: transaction)
        try await store.settle(SettledOutcome(earned, fun: nil), match: match.id, of: [ann], in: transaction)
        try await store.settle(SettledOutcome(nil, fun: nil), match: match.id, of: [ann], in: transaction)
        let all = [ann, AccountID("bob")]
        return [
          try await store.totals(of: all, season: season, in: transaction),
          try await store.totals(of: all, season: "en.1_2023-24", in: transaction),
        ]
      }
      #expect(totals[0].mapValues(\.numbers) == [ann: [1, 0, 0, 0]] && totals[1].isEmpty)
    }
  }
}

extension SeasonTotal {
  fileprivate var numbers: [Int] { [predictions, points, exactScores, correctWins] }
}
