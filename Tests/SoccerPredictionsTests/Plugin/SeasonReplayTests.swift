import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

/// Seven leagues and a cup, each under a rule of another family, played through by the clock and reckoned a second time.
@Suite struct `A replay of several leagues and a cup` {
  private static let people = Guarantee.size(40, full: 2_000)
  private static let members = 12
  private static let group: JSON = [
    "format": 1, "components": ["winner": 3, "draw": 3, "score": 2.5, "minus": true],
    "joker": ["factor": 2, "insured": true], "series": ["length": 3, "points": 5], "slam": ["correct": 2, "points": 4],
  ]
  /// The rule of each league, and how it is reckoned.
  private static let rules: [String: (rule: JSON, reckoning: @Sendable (Reckoning.Said) -> Int)] = [
    "de.1": (
      ["tiers": ["exact": 4, "difference": 3, "outcome": 2, "draw": ["exact": 5, "outcome": 3]]], Reckoning.tiers
    ),
    "es.1": (
      [
        "components": [
          "score": 10, "draw": 7, "winner": 5, "homeGoals": 1, "awayGoals": 1, "difference": 1, "totalGoals": 1,
        ]
      ], Reckoning.components
    ),
    "it.1": (["closeness": ["exact": 3, "close": 1.5, "within": 1, "outcome": 1]], Reckoning.closeness),
    "fr.1": (["deviation": ["from": 10, "perGoal": 1.5, "perDifference": 0.5, "exactGoals": 1]], Reckoning.deviation),
    "nl.1": (
      ["quota": ["least": 2, "most": 6], "joker": ["factor": 2, "deduct": 3, "insured": true], "least": 0],
      Reckoning.quota
    ),
    "br.1": (
      ["pot": ["points": 100, "of": "score"], "components": ["winner": 3, "draw": 3, "minus": true], "least": 0],
      Reckoning.pot
    ),
    "euro": (
      [
        "tiers": ["exact": 4, "difference": 3, "outcome": 2], "basis": "afterExtraTime",
        "stages": [
          ["round": "Quarter-finals", "factor": 1.5], ["round": "Semi-finals", "factor": 2],
          ["round": "Final", "factor": 3],
        ],
      ], Reckoning.stages
    ),
  ]
  private static let scorers: JSON = [
    "format": 1, "whole": true, "tiers": ["exact": 4, "outcome": 2], "least": 0,
    "scorers": ["points": 1.5, "perGoal": true, "most": 3, "wrong": -0.5],
  ]

  /// A replay under way.
  private struct Replay {
    let world: SoccerWorld
    var seasons: [ReplaySeason]
    let accounts: [AccountID]
    /// By league and match, in the order of the accounts.
    var picks: [String: [String: [ReplayPick]]] = [:]

    /// What everybody says of a match.
    func said(_ match: ReplaySeason.Match, in season: ReplaySeason) -> [Reckoning.Said] {
      let crowd = picks[season.code]?[match.key] ?? []
      let actual = season.code == "euro" ? match.extra ?? match.score : match.score
      return crowd.map { Reckoning.Said(pick: $0, actual: actual, match: match, crowd: crowd) }
    }

    /// What a match brings everybody: the English league has another rule from its fourth matchday on.
    func points(_ match: ReplaySeason.Match, in season: ReplaySeason) -> [Int] {
      let isLate = ["Matchday 4", "Matchday 5", "Matchday 6"].contains(match.round)
      let reckoning = rules[season.code]?.reckoning ?? (isLate ? Reckoning.scorers : Reckoning.usual)
      return said(match, in: season).map(reckoning)
    }
  }

  @Test(.tags(.sp73, .sp86), arguments: TestHost.Engine.allCases)
  func `gives everybody what a second reckoning does, and a corrected result changes whom it should`(
    engine: TestHost.Engine
  ) async throws {
    var random = SeededRandom(seed: 8)
    var seasons = [ReplaySeason.league("en.1", &random, hasGoals: true), ReplaySeason.cup(&random)]
    for code in ["de.1", "es.1", "it.1", "fr.1", "nl.1", "br.1"] { seasons.append(ReplaySeason.league(code, &random)) }
    try await SoccerWorld.run(on: engine, season: seasons[0].text) { [seasons, random] world async throws in
      var random = random
      for season in seasons.dropFirst() { try world.publish(season.text, as: "\(season.code).season") }
      try await world.play(until: "2024-08-17T09:06:00Z")
      var names: [String] = []
      for number in 0..<Self.members { names.append("Member\(number)") }
      let members = try await names.asyncMap { try await world.person($0) }
      let others = (Self.members..<Self.people).map { AccountID(String(format: "x%05d", $0)) }
      var replay = Replay(world: world, seasons: seasons, accounts: members.map(\.id) + others)
      for season in seasons.dropFirst() {
        var rule = try #require(Self.rules[season.code]?.rule.object)
        (rule["format"], rule["whole"]) = (1, true)
        try await world.call(.put, "/leagues/\(season.code)/rules", ["rule": .object(rule)], asOperator: true)
      }
      let group = try await found(world, names)
      try await predict(&replay, &random)
      try await world.play(until: "2024-09-07T09:00:00Z")
      try await world.call(.put, "/leagues/en.1/rules", ["rule": Self.scorers], asOperator: true)
      try await world.play(until: "2024-09-22T09:00:00Z")
      try await check(replay)
      try await check(replay, group, names)
      let changed = try await correct(&replay)
      try await check(replay)
      let count = Self.people * seasons.reduce(0) { $0 + $1.matches.count }
      Guarantee.report(
        "season",
        "\(engine): \(Self.people) people, \(seasons.count - 1) leagues and a cup, \(count) predictions: every point and "
          + "place as reckoned twice; a corrected result changed those of \(changed)")
    }
  }

  /// A group of the members with the English league, a rule of its own, and a question that each answers with another team.
  private func found(_ world: SoccerWorld, _ names: [String]) async throws -> String {
    let group = try await world.group(of: names[0])
    let admin = try await world.person(names[0])
    for name in names.dropFirst() {
      let member = try await world.person(name)
      let path = "/v1/groups/soccer-predictions/\(group)/members/\(member.id)"
      #expect(try await world.host.put(path, as: admin).status == 204)
    }
    try await world.call(.put, "/groups/\(group)/rules/en.1", ["rule": Self.group], as: names[0])
    let path = "/groups/\(group)/questions/en.1"
    let question = try await world.call(
      .post, path, ["kind": "champion", "text": "Who wins?", "points": 10], as: names[0])
    let id = try #require(question["id"]?.string)
    for (number, name) in names.enumerated() {
      let team = ["albion", "borough", "city", "dynamo"][number % 4]
      try await world.call(.put, "\(path)/\(id)/mine", ["answer": .string("eng-\(team)")], as: name)
    }
    return group
  }

  /// Everybody predicts every match, with up to two scorers in England, and sets a joker in each round.
  private func predict(_ replay: inout Replay, _ random: inout SeededRandom) async throws {
    let (world, reading) = (replay.world, try replay.world.plugin.catalogue.reading)
    for season in replay.seasons {
      let rounds = Dictionary(grouping: season.matches, by: \.round)
      var jokers: [String: [Int]] = [:]
      for (round, matches) in rounds.sorted(by: { $0.key < $1.key }) {
        jokers[round] = replay.accounts.map { _ in random.next(below: matches.count) }
      }
      for match in season.matches {
        let place = rounds[match.round]?.firstIndex { $0.key == match.key } ?? 0
        let players = [match.home, match.away].flatMap { team in
          (ReplaySeason.players[team] ?? []).map { ReplaySeason.id($0, of: team) }
        }
        var picks: [ReplayPick] = []
        for number in replay.accounts.indices {
          let scorers = players.filter { _ in random.next(below: 3) == 0 }.prefix(2)
          picks.append(
            ReplayPick(
              home: random.next(below: 4), away: random.next(below: 4), scorers: Array(scorers),
              hasJoker: jokers[match.round]?[number] == place))
        }
        replay.picks[season.code, default: [:]][match.key] = picks
        let known = try #require(
          reading.matches.values.first { $0.replayKey == match.key && $0.league.league == season.code })
        try await store(picks, of: replay.accounts, known, in: world)
      }
    }
  }

  private func store(
    _ picks: [ReplayPick], of accounts: [AccountID], _ match: Match, in world: SoccerWorld
  ) async throws {
    let (store, now) = (world.store, world.now)
    let new = zip(accounts, picks).map { account, pick in
      NewPrediction(
        match: match,
        prediction: Prediction(home: pick.home, away: pick.away, scorers: pick.scorers.compactMap { PlayerID($0) }),
        account: account, now: now)
    }
    let jokers = zip(accounts, picks).filter(\.1.hasJoker).map(\.0)
    try await world.storage.write { transaction in
      for start in stride(from: 0, to: new.count, by: 500) {
        _ = try await store.save(Array(new[start..<min(start + 500, new.count)]), in: transaction)
      }
      for start in stride(from: 0, to: jokers.count, by: 500) {
        let some = jokers[start..<min(start + 500, jokers.count)]
        try await transaction.execute(
          "update predictions set joker = 1 where match = \(match.id) and account in (\(list: some))")
      }
    }
  }

  /// The points of every prediction by match and account, as they are stored; -1 for none.
  private func stored(_ world: SoccerWorld) async throws -> [String: [String: Int]] {
    var found: [String: [String: Int]] = [:]
    let matches: [String] = try await world.storage.read {
      try await $0.query("select match from predictions group by match").map { try $0[0] }
    }
    for match in matches {
      let rows = try await world.storage.read {
        try await $0.query("select account, points from predictions where match = \(match)")
      }
      found[match] = Dictionary(
        try rows.map { (try $0["account"], try $0["points"] as Int? ?? -1) }, uniquingKeysWith: { $1 })
    }
    return found
  }

  /// Every prediction, and every place of every league.
  private func check(_ replay: Replay) async throws {
    let (found, reading) = (try await stored(replay.world), try replay.world.plugin.catalogue.reading)
    let ids = Dictionary(
      reading.matches.values.map { ("\($0.league.league) \($0.replayKey)", $0.id) }, uniquingKeysWith: { $1 })
    for season in replay.seasons {
      var totals = replay.accounts.map { _ in [0, 0, 0] }
      for match in season.matches {
        let (points, said) = (replay.points(match, in: season), replay.said(match, in: season))
        let id = try #require(ids["\(season.code) \(match.key)"])
        let wanted = Dictionary(uniqueKeysWithValues: zip(replay.accounts.map(\.text), points))
        #expect(found[id] == wanted, "\(id)")
        for number in totals.indices {
          totals[number][0] += points[number]
          totals[number][1] += said[number].isExact ? 1 : 0
          totals[number][2] += said[number].isRight ? 1 : 0
        }
      }
      try await check(totals, season, replay)
    }
  }

  /// Who has more points is ahead, then more exact scores, then more right outcomes; who is equal in all shares a rank.
  private func check(_ totals: [[Int]], _ season: ReplaySeason, _ replay: Replay) async throws {
    let sorted = totals.sorted { $1.lexicographicallyPrecedes($0) }
    let ranks = Dictionary(zip(sorted, 1...), uniquingKeysWith: { first, _ in first })
    let boards = replay.world.host.services.leaderboards
    let entries = try await boards.members(
      replay.accounts, on: "league", season: nil, partition: "\(season.code)_\(season.season)")
    let found = Dictionary(uniqueKeysWithValues: entries.map { ($0.entry.account.id, $0.entry) })
    #expect(found.count == totals.count)
    for (account, total) in zip(replay.accounts, totals) {
      let entry = try #require(found[account])
      #expect([entry.score] + entry.tieBreaks == total.map { Int64($0) }, "\(season.code) \(account)")
      #expect(entry.rank == ranks[total], "\(season.code) \(account)")
      #expect(entry.details["predictions"]?.int == season.matches.count)
    }
  }

  /// The table of the group, with ten points for who said who would be champion.
  private func check(_ replay: Replay, _ group: String, _ names: [String]) async throws {
    let season = replay.seasons[0]
    let champion = "\(Reckoning.champion(season).lowercased())"
    var wanted: [String: Double] = [:]
    for (number, name) in names.enumerated() {
      let course = season.matches.map { replay.said($0, in: season)[number] }
      let bonus = ["albion", "borough", "city", "dynamo"][number % 4] == champion ? 1_000 : 0
      wanted[name] = Double(Reckoning.group(course) + bonus) / 100
    }
    let page = try await replay.world.call(.get, "/groups/\(group)/board?league=en.1", as: names[0])
    let rows = (page["items"]?.array ?? []).map { ($0["account"]?["name"]?.string ?? "", $0["points"]?.double ?? .nan) }
    #expect(Dictionary(uniqueKeysWithValues: rows) == wanted)
    #expect(Set(wanted.values).count > 3)
  }

  /// One result of the German league becomes another: whose points it changes has others and is told, nobody else.
  /// - Returns: how many these are.
  private func correct(_ replay: inout Replay) async throws -> Int {
    let (world, before) = (replay.world, try await stored(replay.world))
    let place = try #require(replay.seasons.firstIndex { $0.code == "de.1" })
    var told: [String: Int] = [:]
    for number in 0..<Self.members { told["Member\(number)"] = try await world.inbox("Member\(number)").count }
    let (old, last) = (replay.seasons[place], replay.seasons[place].matches.count - 1)
    let score = old.matches[last].score
    replay.seasons[place].matches[last].score = (score.away + 1, score.home)
    try world.publish(replay.seasons[place].text, as: "de.1.season")
    try await world.play(until: "2024-09-22T12:00:00Z")
    let after = try await stored(world)
    let match = replay.seasons[place].matches[last]
    let differing = zip(replay.points(old.matches[last], in: old), replay.points(match, in: replay.seasons[place]))
      .enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(!differing.isEmpty && differing.count < Self.people)
    let changed = after.flatMap { id, points in
      points.filter { before[id]?[$0.key] != $0.value }.map { "\(id) \($0.key)" }
    }
    let id = try #require(
      world.plugin.catalogue.reading.matches.values.first { $0.replayKey == match.key && $0.league.league == "de.1" }?
        .id)
    #expect(changed.sorted() == differing.map { "\(id) \(replay.accounts[$0].text)" }.sorted())
    for number in 0..<Self.members {
      let news = try await world.inbox("Member\(number)").count - (told["Member\(number)"] ?? 0)
      #expect(news == (differing.contains(number) ? 1 : 0), "Member\(number)")
    }
    return differing.count
  }
}

extension Match {
  /// As a replay names it.
  fileprivate var replayKey: String { "\(round ?? "")|\(home.name)|\(away.name)" }
}
