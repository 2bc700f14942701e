import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

/// PDGA, Official Rules of Disc Golf, 808.A: each player keeps a card of the whole group, and they are compared.
@Suite struct `Comparing the cards of a group` {
  private func entry(
    _ author: String?, _ player: String, _ hole: Int, _ value: Int, id: String? = nil, base: Set<String> = []
  ) -> Entry {
    Entry(
      id: id ?? "\(author ?? "")-\(player)-\(hole)", place: CellPlace(player: player, hole: hole), value: value,
      base: base, author: author, device: "d", enteredAt: .distantPast)
  }

  private func differences(
    _ entries: [Entry], _ players: [String], holes: Int = 1, keepers: [String: String], director: String? = nil
  ) -> [Reconciliation.Difference] {
    Reconciliation(
      Card(layout: .plain(holes), players: players, entries: entries), keepers: keepers, director: director
    ).differences
  }

  /// A score is settled when everybody who wrote one wrote the same, and one of them is somebody else.
  @Test(.tags(.fs8), arguments: 0..<4) func `finds just what is not agreed, hole by hole, in whatever order it came`(
    seed: Int
  ) {
    for run in 0..<60 {
      var random = SeededRandom(seed: UInt64(seed * 1_000 + run))
      let (count, holes) = (2 + random.next(below: 3), 1 + random.next(below: 5))
      let players = (0..<count).map { "p\($0)" }
      let keepers = Dictionary(uniqueKeysWithValues: players.dropLast(random.next(below: 2)).map { ("k\($0)", $0) })
      var (entries, wanted): ([Entry], [Reconciliation.Difference]) = ([], [])
      for hole in 1...holes {
        for player in players {
          var said: [String: Int] = [:]
          for keeper in keepers.keys.sorted() where random.next(below: 5) > 0 {
            said[keeper] = 3 + (random.next(below: 6) == 0 ? 1 : 0)
          }
          entries += said.map { entry($0.key, player, hole, $0.value) }
          let others = keepers.filter { $0.value != player }
          let isConfirmed = others.isEmpty ? !said.isEmpty : others.contains { said[$0.key] != nil }
          if Set(said.values).count != 1 || !isConfirmed {
            wanted.append(Reconciliation.Difference(player: player, hole: hole, values: said))
          }
        }
      }
      let again = (entries + entries.prefix(5)).shuffled(using: &random)
      #expect(differences(again, players, holes: holes, keepers: keepers, director: "director") == wanted)
      // The director writes all that differs, in knowledge of it, and nothing is left.
      let word = wanted.map { difference in
        entry(
          "director", difference.player, difference.hole, 5,
          base: Set(difference.values.keys.map { "\($0)-\(difference.player)-\(difference.hole)" }))
      }
      #expect(differences(entries + word, players, holes: holes, keepers: keepers, director: "director") == [])
    }
  }

  @Test(.tags(.fs8)) func `is not done while somebody says two things, such as on two phones`() {
    let keepers = ["A": "a", "B": "b"]
    let agreed = ["A", "B"].flatMap { author in ["a", "b"].map { entry(author, $0, 1, 3) } }
    #expect(differences(agreed, ["a", "b"], keepers: keepers) == [])
    // By the clocks of the phones it comes before the other one, which Bob agrees with.
    let second = entry("A", "b", 1, 4, id: "A-0")
    let found = differences(agreed + [second], ["a", "b"], keepers: keepers)
    #expect(found.map(\.player) == ["b"] && found.map(\.hole) == [1])
    #expect(Set(found.flatMap(\.values.keys)) == ["A", "B"])
    let choice = entry("A", "b", 1, 3, id: "choice", base: ["A-b-1", "A-0"])
    #expect(differences(agreed + [second, choice], ["a", "b"], keepers: keepers) == [])
  }

  @Test(.tags(.fs8)) func `has nothing of a score that was taken back, nor of whoever has left`() {
    let keepers = ["A": "a", "B": "b"]
    let back = ["A", "B"].map { entry($0, "a", 1, 0) } + [entry("A", "b", 1, 3)]
    #expect(
      differences(back, ["a", "b"], keepers: keepers) == [
        Reconciliation.Difference(player: "a", hole: 1, values: ["A": 0, "B": 0])
      ], "to agree that there is none is no score")
    let left = [entry(nil, "a", 1, 3), entry("B", "b", 1, 3)]
    #expect(
      differences(left, ["a", "b"], keepers: ["B": "b"]) == [
        Reconciliation.Difference(player: "a", hole: 1, values: [:])
      ], "what nobody stands by any more")
    #expect(differences(left + [entry("B", "a", 1, 3)], ["a", "b"], keepers: ["B": "b"]) == [])
  }

  @Test(.tags(.fs8)) func `asks for no scores of who is out, and tells first of who may be`() {
    let keepers = ["A": "a", "B": "b"]
    let open = [entry("B", "a", 0, 1), entry("A", "b", 1, 3)]
    #expect(
      differences(open, ["a", "b"], holes: 2, keepers: keepers) == [
        Reconciliation.Difference(player: "a", hole: 0, values: ["B": 1]),
        Reconciliation.Difference(player: "b", hole: 2, values: [:]),
      ])
    let out = open + [entry("A", "a", 0, 1), entry("A", "b", 2, 3)]
    #expect(differences(out, ["a", "b"], holes: 2, keepers: keepers) == [])
    let all = ["a", "b"].flatMap { player in ["A", "B"].map { entry($0, player, 0, 1) } }
    #expect(differences(all, ["a", "b"], holes: 18, keepers: keepers) == [], "a group that gives up together")
  }
}
