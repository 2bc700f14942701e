import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `What is kept beside the rows of a card` {
  /// A running round of three on nine holes; in formats in which teams throw together the first and the third are one.
  private func started(
    _ world: FolfWorld, _ format: TeamFormat, _ ada: TestPerson, _ bob: TestPerson
  ) async throws -> String {
    let host = world.host
    let round = try await world.opened(by: ada)
    let path = world.path(round)
    let code = try await world.card(round, as: ada)["code"] ?? .null
    #expect(try await host.post("\(FolfWorld.area)/rounds/join", ["code": code], as: bob).status == 200)
    #expect(try await host.post("\(path)/guests", ["name": "Mo"], as: ada).status == 204)
    for name in ["Ada", "Mo"] {
      let row = try await world.row(name, round, as: ada)
      #expect(try await host.put("\(path)/players/\(row)", ["team": 1], as: ada).status == 200)
    }
    let games: JSON = ["games": [["kind": "stroke"]], "format": .string(format.rawValue)]
    #expect(try await host.put("\(path)/games", games, as: ada).status == 200)
    #expect(try await host.post("\(path)/start", as: ada).status == 204)
    return round
  }

  private func entry(_ id: String, _ rows: [String], _ known: [Entry], _ random: inout SeededRandom) -> Entry {
    let mark = [Mark.throwing, .throwing, .throwing, .penalties, .putts, .disc][random.next(below: 6)]
    let hole = mark == .throwing ? random.next(below: 10) : 1 + random.next(below: 9)
    let place = CellPlace(player: rows[random.next(below: rows.count)], hole: hole, mark: mark)
    // Mostly in knowledge of what is there, at times without.
    let shown = random.next(below: 4) > 0 ? Cell(known.filter { $0.place == place }).current.map(\.id) : []
    return Entry(
      id: id, place: place, value: random.next(below: hole == 0 ? 2 : 6), base: Set(shown), author: nil, device: "d",
      enteredAt: Date(timeIntervalSince1970: Double(random.next(below: 1_000))))
  }

  /// Few entries at once are reckoned from the rows that they touch, many from the whole card.
  @Test(.tags(.fs14, .fs82), arguments: TestHost.Engine.available)
  func `is what all entries say together, whether they come one by one or many at once`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      for format in [TeamFormat.own, .bestShot] {
        try await play(try await started(world, format, ada, bob), world, seed: format == .own ? 5 : 6)
      }
    }
  }

  private func play(_ id: String, _ world: FolfWorld, seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var made = 0
    for step in 0..<40 {
      let count = [1, 1, 2, 4, 5, 9][random.next(below: 6)]
      let (round, players, known) = try await read(id, world)
      let rows = players.map(\.id)
      let entries = (0..<count).map { entry("\(step)-\($0)", rows, known, &random) }
      let taken = try await world.host.services.storage.write {
        try await EntryStore.take(entries, into: round, of: players, at: world.host.clock.now, in: $0)
      }
      #expect(taken.refused.isEmpty && taken.version == round.version + count)
      made += count
      try await check(id, world, count: made, "step \(step) of seed \(seed)")
    }
  }

  private func read(_ id: String, _ world: FolfWorld) async throws -> (Round, [Player], [Entry]) {
    try await world.host.services.storage.read { transaction in
      let (round, players) = try await RoundStore.roundWithPlayers(id, in: transaction)
      return (round, players, try await EntryStore.entries(of: id, in: transaction).map(\.entry))
    }
  }

  private func check(_ id: String, _ world: FolfWorld, count: Int, _ step: Comment) async throws {
    let (round, players, entries) = try await read(id, world)
    #expect(entries.count == count, step)
    let card = round.card(players, entries)
    let lines: [String: String] = try await world.host.services.storage.read { transaction in
      let rows: [(String, String)] = try await transaction.query(
        "select id, line from players where round = \(id)"
      ).map { (try $0["id"], try $0["line"]) }
      return Dictionary(uniqueKeysWithValues: rows)
    }
    for (place, player) in players.enumerated() {
      // The third has thrown with the first, where teams throw together.
      let row = round.format.isShared && place == 2 ? players[0].id : player.id
      let line = CardLine(of: row, on: card)
      let kept = player.result
      #expect([kept.throwCount, kept.toPar, kept.holes] == [line.throwCount, line.toPar, line.holes], step)
      #expect(kept.isComplete == line.isComplete && kept.isOut == line.isOut, step)
      // Of a row in which nothing was entered yet nothing is written down.
      if entries.contains(where: { $0.place.player == row }) {
        #expect(lines[player.id] == (round.format.isShared ? "" : PlayedRound(of: row, on: card).text), step)
      }
    }
  }
}
