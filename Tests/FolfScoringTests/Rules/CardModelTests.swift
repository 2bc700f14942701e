import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

/// Four to eight phones and a host around a card of 18 to 27 holes, whose clocks are hours apart: they enter and
/// correct, meet in twos without the host, are cut off in groups, send everything more than once and in any order, and
/// one of them dies. In the end all that are left have met.
@Suite struct `A card on many phones` {
  private struct Phone {
    var entries: [Entry] = []
    let skew: Double
    var isDead = false
    /// Phones of different groups do not reach one another.
    var group = 0
  }

  /// A world of phones, of which the last one is the host: it enters nothing, and never dies.
  private struct World {
    var phones: [Phone]
    let layout: Layout
    let players: [String]
    /// What has left the phone that died, or was entered on another one: this must never be lost.
    var kept: Set<Entry> = []
  }

  private static let runs = Guarantee.size(300, full: 10_000)
  private static let parts = 8

  @Test(.tags(.fs14, .fs76, .fs85, .fs94), arguments: 0..<parts)
  func `is the same on all of them in the end, has lost nothing, and shows every conflict`(_ part: Int) {
    let count = Self.runs / Self.parts + (part < Self.runs % Self.parts ? 1 : 0)
    var (entries, conflicts) = (0, 0)
    for run in 0..<count {
      let seed = UInt64(part * 1_000_000 + run)
      var random = SeededRandom(seed: seed)
      var world = play(&random)
      meet(&world, &random)
      conflicts += check(world, &random, "seed \(seed)")
      entries += world.kept.count
      Guarantee.progress("merge", run, of: count)
    }
    Guarantee.report("merge", "\(count) runs, \(entries) entries, \(conflicts) conflicts shown; all cards alike\n")
    #expect(conflicts > 0, "phones that never contradict one another prove nothing")
  }

  private func play(_ random: inout SeededRandom) -> World {
    let count = Int.random(in: 4...8, using: &random)
    let phones = (0...count).map { _ in Phone(skew: Double.random(in: -43_200...43_200, using: &random)) }
    var world = World(
      phones: phones, layout: .plain(Int.random(in: 18...27, using: &random)),
      players: (0..<Int.random(in: 2...4, using: &random)).map { "p\($0)" })
    let (steps, dying) = (Int.random(in: 60...160, using: &random), Int.random(in: 0..<count, using: &random))
    let death = Int.random(in: 10...steps, using: &random)
    for step in 0..<steps {
      if step == death { world.phones[dying].isDead = true }
      if step % 20 == 0 { part(&world, &random) }
      let index = Int.random(in: 0..<count, using: &random)
      guard !world.phones[index].isDead else { continue }
      if Int.random(in: 0..<3, using: &random) > 0 {
        let entry = made(by: world.phones[index], "\(index)-\(step)", world, &random)
        world.phones[index].entries.append(entry)
        if index != dying { world.kept.insert(entry) }
      } else {
        pass(from: index, to: Int.random(in: 0...count, using: &random), &world, &random)
      }
    }
    return world
  }

  /// Cuts the phones off from one another in up to three groups, of which only one has the host.
  private func part(_ world: inout World, _ random: inout SeededRandom) {
    let groups = Int.random(in: 1...3, using: &random)
    for index in world.phones.indices { world.phones[index].group = Int.random(in: 0..<groups, using: &random) }
  }

  /// Mostly the next holes, now and then a correction of one before.
  private func made(by phone: Phone, _ id: String, _ world: World, _ random: inout SeededRandom) -> Entry {
    let hole =
      Int.random(in: 0..<20, using: &random) == 0 ? 0 : Int.random(in: 1...world.layout.holes.count, using: &random)
    let mark: Mark = hole > 0 && Int.random(in: 0..<10, using: &random) == 0 ? .penalties : .throwing
    let place = CellPlace(player: world.players.randomElement(using: &random) ?? "p0", hole: hole, mark: mark)
    let shown = Cell(phone.entries.filter { $0.place == place }).current
    return Entry(
      id: id, place: place, value: Int.random(in: hole == 0 ? 0...1 : 0...6, using: &random),
      base: Set(shown.map(\.id)),
      author: nil, device: "d", enteredAt: Date(timeIntervalSince1970: 1_000_000 + phone.skew))
  }

  /// Some of what one phone has reaches another one, in any order, also what was there already.
  private func pass(from index: Int, to other: Int, _ world: inout World, _ random: inout SeededRandom) {
    guard index != other, world.phones[index].group == world.phones[other].group, !world.phones[other].isDead else {
      return
    }
    let all = world.phones[index].entries.shuffled(using: &random)
    let some = all.prefix(Int.random(in: 0...all.count, using: &random))
    world.phones[other].entries += some
    world.kept.formUnion(some)
  }

  /// The connection is back for all that are left: they send what they have, twice, and hear the rest.
  private func meet(_ world: inout World, _ random: inout SeededRandom) {
    let host = world.phones.count - 1
    for _ in 1...2 {
      for index in world.phones.indices.shuffled(using: &random) where !world.phones[index].isDead {
        world.phones[host].entries += world.phones[index].entries.shuffled(using: &random)
      }
    }
    for index in world.phones.indices where !world.phones[index].isDead && index != host {
      world.phones[index].entries += world.phones[host].entries.shuffled(using: &random)
    }
  }

  /// - Returns: how many conflicts are shown.
  private func check(_ world: World, _ random: inout SeededRandom, _ seed: Comment) -> Int {
    let left = world.phones.filter { !$0.isDead }
    let all = left.last.map { Set($0.entries) } ?? []
    #expect(all.isSuperset(of: world.kept), seed)
    let cards = left.map { Card(layout: world.layout, players: world.players, entries: $0.entries) }
    #expect(Set(cards.map { $0.lines.map { [$0.throwCount, $0.toPar, $0.holes] } }).count == 1, seed)
    #expect(Set(cards.map { $0.lines.map(\.isDisputed) }).count == 1, seed)
    let conflicts = Dictionary(grouping: all, by: \.place).map { place, entries in
      check(place, entries, cards, seed)
    }
    settle(all, world, seed)
    return conflicts.count(where: \.self)
  }

  /// An entry is in force unless one that knew of it was made; two in force that differ are a conflict.
  /// - Returns: whether it is one.
  private func check(_ place: CellPlace, _ entries: [Entry], _ cards: [Card], _ seed: Comment) -> Bool {
    let cells = cards.compactMap { $0.cell(place.player, place.hole, place.mark) }
    #expect(cells.count == cards.count && Set(cells.map(\.entries)).count == 1, seed)
    #expect(Set(cells.map { $0.current.map(\.id) }).count == 1 && Set(cells[0].entries) == Set(entries), seed)
    let inForce = entries.filter { entry in !entries.contains { $0.base.contains(entry.id) } }
    #expect(Set(cells[0].current) == Set(inForce), seed)
    let isConflict = Set(inForce.map(\.value)).count > 1
    #expect(cells.allSatisfy { $0.isDisputed == isConflict }, seed)
    if isConflict { #expect(cells.allSatisfy { $0.value == nil && $0.values == Set(inForce.map(\.value)) }, seed) }
    return isConflict
  }

  /// Who sees a dispute ends it, on any phone.
  private func settle(_ all: Set<Entry>, _ world: World, _ seed: Comment) {
    for (place, entries) in Dictionary(grouping: all, by: \.place) {
      let choice = Entry(
        id: "choice", place: place, value: 1, base: Set(Cell(entries).current.map(\.id)), author: nil, device: "d",
        enteredAt: .distantPast)
      #expect(Cell(entries + [choice]).value == 1, seed)
    }
  }
}
