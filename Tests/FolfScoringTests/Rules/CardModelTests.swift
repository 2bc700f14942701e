import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

/// Phones that enter, lose their connection, meet again and send everything more than once, against what must be true
/// of any merge: all that have got the same entries show the same, and an entry is out of force only by one that knew
/// of it.
@Suite struct `A card on many phones` {
  private struct Phone {
    var entries: [Entry] = []
    var skew: Double
  }

  private static let runs = 400

  @Test(arguments: 0..<8) func `shows the same on all of them, and loses nothing`(_ part: Int) {
    for run in 0..<(Self.runs / 8) {
      var random = SeededRandom(seed: UInt64(part * 1_000 + run))
      let phones = play(&random)
      check(phones, &random, "seed \(part * 1_000 + run)")
    }
  }

  /// Up to five phones and a host, which get one another's entries now and then.
  private func play(_ random: inout SeededRandom) -> [Phone] {
    var phones = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      Phone(skew: Double.random(in: -43_200...43_200, using: &random))
    }
    for step in 0..<Int.random(in: 5...60, using: &random) {
      let index = phones.indices.randomElement(using: &random) ?? 0
      if Bool.random(using: &random) {
        phones[index].entries.append(made(by: phones[index], "\(index)-\(step)", &random))
      } else if let other = phones.indices.randomElement(using: &random) {
        // Some of what the other one has, in another order, also what was there already.
        phones[index].entries += phones[other].entries.shuffled(using: &random).prefix(
          Int.random(in: 0...9, using: &random))
      }
    }
    return phones
  }

  private func made(by phone: Phone, _ id: String, _ random: inout SeededRandom) -> Entry {
    let place = CellPlace(player: Bool.random(using: &random) ? "a" : "b", hole: Int.random(in: 0...2, using: &random))
    let shown = Cell(phone.entries.filter { $0.place == place }).current
    return Entry(
      id: id, place: place, value: Int.random(in: place.hole == 0 ? 0...1 : 0...4, using: &random),
      base: Set(shown.map(\.id)), author: nil, device: "d", enteredAt: Date(timeIntervalSince1970: phone.skew))
  }

  private func check(_ phones: [Phone], _ random: inout SeededRandom, _ seed: Comment) {
    let all = phones.flatMap(\.entries)
    let cards = (0..<3).map { _ in
      card((all + all.prefix(Int.random(in: 0...all.count, using: &random))).shuffled(using: &random))
    }
    let places = Set(all.map(\.place))
    for place in places {
      let cells = cards.compactMap { $0.cell(place.player, place.hole) }
      #expect(Set(cells.map { $0.current.map(\.id) }).count == 1 && Set(cells.map(\.entries)).count == 1, seed)
      let cell = cells[0]
      #expect(Set(cell.entries) == Set(all.filter { $0.place == place }), seed)
      #expect(!cell.current.isEmpty, seed)
      let named = Set(cell.entries.flatMap(\.base))
      #expect(Set(cell.current.map(\.id)) == Set(cell.entries.map(\.id)).subtracting(named), seed)
    }
    #expect(Set(cards.map { $0.lines.map(\.throwCount) }).count == 1, seed)
    settle(places, all, seed)
  }

  /// Who sees a dispute ends it.
  private func settle(_ places: Set<CellPlace>, _ all: [Entry], _ seed: Comment) {
    for place in places {
      let cell = Cell(all.filter { $0.place == place })
      let choice = Entry(
        id: "choice", place: place, value: 1, base: Set(cell.current.map(\.id)), author: nil, device: "d",
        enteredAt: .distantPast)
      #expect(Cell(cell.entries + [choice]).value == 1, seed)
    }
  }

  private func card(_ entries: [Entry]) -> Card { Card(layout: .plain(2), players: ["a", "b"], entries: entries) }
}
