import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

/// What is true of every game on whatever is thrown.
@Suite struct `Every game` {
  private struct World {
    let layout: Layout
    let players: Int
    var entries: [Entry]
    let format: TeamFormat
    let teams: [Int?]
    let handicaps: [Int]

    func standing(_ game: GameChoice, _ entries: [Entry]? = nil) -> GameStanding? {
      let card = Card(layout: layout, players: (0..<players).map(String.init), entries: entries ?? self.entries)
      return Sample.standing(game, card, format, teams: teams, handicaps: handicaps)
    }
  }

  private static let games = Game.allCases.flatMap { kind in
    [false, true].flatMap { net in [false, true].map { GameChoice(kind: kind, isNet: net, byTeam: $0) } }
  }

  private func world(_ random: inout SeededRandom) -> World {
    let (count, holes) = (Int.random(in: 1...5, using: &random), Int.random(in: 1...12, using: &random))
    var layout = Layout.plain(holes)
    for hole in layout.holes.indices { layout.holes[hole].par = Int.random(in: 3...5, using: &random) }
    var entries: [Entry] = []
    for hole in 1...holes where Int.random(in: 0..<12, using: &random) > 0 {
      for player in 0..<count where Int.random(in: 0..<30, using: &random) > 0 {
        entries.append(entry(player, hole, .throwing, Int.random(in: 1...7, using: &random)))
      }
      for mark in [Mark.bingo, .bango, .bongo, .wolf] {
        entries.append(entry(0, hole, mark, Int.random(in: 0...count, using: &random)))
      }
    }
    return World(
      layout: layout, players: count, entries: entries,
      format: TeamFormat.allCases.randomElement(using: &random) ?? .own,
      teams: (0..<count).map { _ in [nil, 1, 2].randomElement(using: &random) ?? nil },
      handicaps: (0..<count).map { _ in Int.random(in: -5...25, using: &random) })
  }

  private func entry(_ player: Int, _ hole: Int, _ mark: Mark, _ value: Int, id: String? = nil, base: Set<String> = [])
    -> Entry
  {
    Entry(
      id: id ?? "\(player)-\(hole)-\(mark)", place: CellPlace(player: "\(player)", hole: hole, mark: mark),
      value: value,
      base: base, author: nil, device: "d", enteredAt: .distantPast)
  }

  @Test(.tags(.fs3, .fs116), arguments: 0..<4) func `is the same in whatever order entries come, and however often`(
    part: Int
  ) {
    for seed in 0..<60 {
      var random = SeededRandom(seed: UInt64(part * 1_000 + seed))
      let world = world(&random)
      let again = (world.entries + world.entries.prefix(7)).shuffled(using: &random)
      for game in Self.games {
        #expect(world.standing(game, again) == world.standing(game), "\(game) with seed \(part * 1_000 + seed)")
      }
    }
  }

  /// A corrected score gives what would have been there if it had been entered so at first; where scores are added up
  /// hole by hole nothing changes but for the player and the hole.
  @Test(.tags(.fs116), arguments: 0..<4) func `changes by a correction as if it had been entered so`(part: Int) {
    for seed in 0..<60 {
      var random = SeededRandom(seed: UInt64(part * 1_000 + seed))
      let world = world(&random)
      guard let index = world.entries.indices.randomElement(using: &random) else { continue }
      let old = world.entries[index]
      guard old.place.mark == .throwing else { continue }
      let value = old.value % 7 + 1
      var fresh = world.entries
      fresh[index] = entry(Int(old.place.player) ?? 0, old.place.hole, .throwing, value)
      let corrected =
        world.entries + [
          entry(Int(old.place.player) ?? 0, old.place.hole, .throwing, value, id: "new", base: [old.id])
        ]
      for game in Self.games {
        let (before, after) = (world.standing(game), world.standing(game, corrected))
        #expect(after == world.standing(game, fresh), "\(game) with seed \(part * 1_000 + seed)")
        guard let before, let after, !before.byHole.isEmpty else { continue }
        for (hole, rows) in zip(before.byHole, after.byHole).enumerated() where hole + 1 != old.place.hole {
          #expect(rows.0 == rows.1, "\(game): another hole")
        }
        for side in before.sides.indices where !before.sides[side].players.contains(old.place.player) {
          #expect(before.points[side] == after.points[side], "\(game): another side")
        }
      }
    }
  }

  @Test(arguments: 0..<4) func `gives what its rules have to give`(part: Int) {
    for seed in 0..<60 {
      var random = SeededRandom(seed: UInt64(part * 1_000 + seed))
      let world = world(&random)
      for game in Self.games {
        guard let standing = world.standing(game) else { continue }
        let sides = standing.sides.count
        #expect(standing.sides.flatMap(\.players).sorted() == (0..<world.players).map(String.init), "everybody, once")
        for match in standing.matches { #expect(abs(match.up) + match.left <= world.layout.holes.count) }
        if game.kind == .skins { #expect(standing.points.reduce(standing.carried, +) <= world.layout.holes.count) }
        if game.kind == .nassau { #expect(standing.matches.count == 3) }
        if game.kind == .bingo { #expect(standing.points.reduce(0, +) <= 3 * world.layout.holes.count) }
        if game.kind == .suddenDeath || game.kind == .aggregate {
          #expect(standing.isIn.count == sides && standing.isIn.contains(true), "somebody is always left")
        }
      }
    }
  }
}
