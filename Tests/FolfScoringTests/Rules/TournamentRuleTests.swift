import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `The rules of a tournament` {
  private func score(_ id: String, _ rounds: [Int], isOut: Bool = false, number: Int? = nil, name: String = "")
    -> TournamentScore
  {
    TournamentScore(id: id, rounds: rounds, isOut: isOut, memberNumber: number, lastName: name)
  }

  /// PDGA, Competition Manual, 1.09: places other than the first stay tied; who did not finish has none.
  @Test(.tags(.fs160)) func `give places by the total, which equal ones share`() {
    let scores = [
      score("a", [50, 54]), score("b", [52, 52]), score("c", [60, 50]), score("d", [49], isOut: true),
      score("e", [55, 49]),
    ]
    #expect(Placing.places(scores) == ["a": 1, "b": 1, "e": 1, "c": 4])
    #expect(Placing.ties(scores) == ["a", "b", "e"])
    #expect(
      Placing.places([score("a", [50]), score("b", [])]) == ["a": 1], "who has not finished the round has no place yet")
    #expect(Placing.ties([score("a", [50]), score("b", [51])]) == [] && Placing.places([]) == [:])
  }

  /// As above: the winner of a playoff is first alone; of somebody who is no longer first it says nothing.
  @Test(.tags(.fs160)) func `give the first place to the winner of a playoff, and the second to the others`() {
    func winner(_ id: String, _ rounds: [Int]) -> TournamentScore {
      TournamentScore(id: id, rounds: rounds, isOut: false, hasWonPlayoff: true)
    }
    let scores = [score("a", [50]), winner("b", [50]), score("c", [50]), score("d", [51])]
    #expect(Placing.places(scores) == ["a": 2, "b": 1, "c": 2, "d": 4] && Placing.ties(scores) == [])
    let later = [score("a", [49]), winner("b", [50]), score("c", [49])]
    #expect(Placing.places(later) == ["a": 1, "b": 3, "c": 1] && Placing.ties(later) == ["a", "c"])
    #expect(Placing.ties(scores.map(\.withoutPlayoff)) == ["a", "b", "c"])
  }

  /// As above: for groups the lower score in the more recent round, then the lower number, then the last name; the
  /// leaders play last.
  @Test func `sort groups by the last round, the number and the name`() {
    let scores = [
      score("last", [60, 60]), score("older", [50, 54]), score("recent", [54, 50]),
      score("high", [52, 52], number: 900),
      score("low", [52, 52], number: 7), score("zed", [52, 52], name: "Zed"), score("abe", [52, 52], name: "Abe"),
      score("out", [40, 40], isOut: true),
    ]
    #expect(Placing.order(scores) == ["last", "older", "zed", "abe", "high", "low", "recent"])
    #expect(Placing.order(scores.reversed()) == Placing.order(scores))
  }

  @Test(.tags(.fs6), arguments: [(4, [4]), (5, [3, 2]), (9, [3, 3, 3]), (10, [4, 3, 3]), (1, [1]), (0, [])])
  func `make cards of nearly equal size`(players: Int, sizes: [Int]) {
    let cards = TeeSheet.cards((0..<players).map(String.init), size: 4, interval: 10, holes: 18)
    #expect(cards.map(\.entrants.count) == sizes)
    #expect(cards.map(\.minutes) == sizes.indices.map { $0 * 10 } && cards.allSatisfy { $0.hole == 1 })
  }

  @Test func `begin all at once in a shotgun start, each card on a hole of its own`() {
    let cards = TeeSheet.cards((0..<12).map(String.init), size: 3, interval: nil, holes: 3)
    #expect(cards.map(\.hole) == [1, 2, 3, 1] && cards.allSatisfy { $0.minutes == 0 })
  }

  /// PDGA, Competition Manual, 1.09: what tied places earn is added and divided.
  @Test(.tags(.fs159)) func `give the points of shared places in equal parts`() {
    #expect(
      LeaguePoints.points(["a": 1, "b": 2, "c": 2, "d": 4], [10, 8, 5]) == ["a": 10, "b": 6.5, "c": 6.5, "d": 0])
    #expect(LeaguePoints.points(["a": 1, "b": 1], [9]) == ["a": 4.5, "b": 4.5])
    #expect(LeaguePoints.points([:], [9]) == [:])
  }

  private func card(_ values: [(author: String, player: String, hole: Int, value: Int)]) -> Card {
    let entries = values.enumerated().map { index, said in
      Entry(
        id: "\(index)", place: CellPlace(player: said.player, hole: said.hole), value: said.value, base: [],
        author: said.author,
        device: "d", enteredAt: .distantPast)
    }
    return Card(layout: .plain(1), players: ["a", "b"], entries: entries)
  }

  /// PDGA, Official Rules of Disc Golf, 808.A: each player keeps a card of the group, and they are compared.
  @Test(.tags(.fs8)) func `compare cards hole by hole, and take nobody's word for the own score alone`() {
    let keepers = ["A": "a", "B": "b"]
    func differences(_ values: [(String, String, Int, Int)]) -> [Reconciliation.Difference] {
      Reconciliation(
        card(values.map { (author: $0.0, player: $0.1, hole: $0.2, value: $0.3) }), keepers: keepers,
        director: "director"
      ).differences
    }
    #expect(differences([("A", "a", 1, 3), ("B", "a", 1, 3), ("A", "b", 1, 4), ("B", "b", 1, 4)]) == [])
    #expect(differences([("B", "a", 1, 3), ("A", "b", 1, 4)]) == [], "each by the other")
    let own = differences([("A", "a", 1, 3), ("A", "b", 1, 4)])
    #expect(own == [Reconciliation.Difference(player: "a", hole: 1, values: ["A": 3])])
    let odd = differences([("A", "a", 1, 3), ("B", "a", 1, 4), ("A", "b", 1, 4), ("B", "b", 1, 4)])
    #expect(odd == [Reconciliation.Difference(player: "a", hole: 1, values: ["A": 3, "B": 4])])
    #expect(differences([("director", "a", 1, 3), ("A", "b", 1, 4)]) == [], "the director settles it")
    #expect(
      differences([("A", "a", 0, 1), ("B", "a", 0, 1), ("A", "b", 1, 4)]) == [], "who did not finish needs no scores")
    #expect(
      Reconciliation(card([("A", "a", 1, 3), ("A", "b", 1, 3)]), keepers: ["A": "a"], director: nil).differences == [],
      "alone with guests")
    #expect(Reconciliation.time == 1_800 && Reconciliation.latePenalty == 2)
  }

  /// As above: a keeper does not decide alone that somebody else did not finish.
  @Test(
    .tags(.fs8),
    arguments: [
      ([("B", 1)], false), ([("A", 1)], false), ([("A", 1), ("B", 1)], true), ([("A", 1), ("B", 0)], false),
      ([("A", 0), ("B", 1), ("C", 1)], false), ([("A", 1), ("B", 0), ("C", 1)], true), ([("director", 1)], true),
      ([("director", 1), ("A", 0)], true), ([("director", 0), ("B", 1)], false), ([("B", 1), ("C", 1)], false),
    ] as [([(String, Int)], Bool)])
  func `put a player out who says so with another one, or by the director`(said: [(String, Int)], isOut: Bool) {
    let keepers = ["A": "a", "B": "b", "C": "c"]
    let card = card(said.map { (author: $0.0, player: "a", hole: 0, value: $0.1) })
    #expect(Reconciliation.isOut("a", on: card, keepers: keepers, director: "director") == isOut)
    let differences = Reconciliation(card, keepers: keepers, director: "director").differences
    let values = Dictionary(said.map { ($0.0, $0.1) }) { one, _ in one }
    #expect(
      differences.filter { $0.player == "a" && $0.hole == 0 }
        == (isOut ? [] : [Reconciliation.Difference(player: "a", hole: 0, values: values)]))
    #expect(differences.contains { $0.player == "a" && $0.hole > 0 } == false, "what is not settled is not gone into")
  }

  @Test(.tags(.fs8)) func `put somebody without an account out when all who keep a card say so`() {
    func isOut(_ authors: [String], keepers: [String: String], director: String? = "director") -> Bool {
      let card = card(authors.map { (author: $0, player: "a", hole: 0, value: 1) })
      return Reconciliation.isOut("a", on: card, keepers: keepers, director: director)
    }
    #expect(!isOut(["B"], keepers: ["B": "b", "C": "c"]) && isOut(["B", "C"], keepers: ["B": "b", "C": "c"]))
    #expect(isOut(["B"], keepers: ["B": "b"]) && !isOut([], keepers: ["B": "b"]))
    #expect(!isOut(["B"], keepers: [:]) && isOut(["director"], keepers: [:]), "nobody keeps a card")
    #expect(isOut(["A"], keepers: ["A": "a"], director: nil), "a player among people without accounts")
    #expect(isOut(["A"], keepers: ["A": "a", "B": "b"], director: "A"), "a director who plays is the director")
    let takenBack = card([(author: "B", player: "a", hole: 0, value: 0)])
    #expect(
      !Reconciliation(takenBack, keepers: ["A": "a", "B": "b"], director: nil).differences.contains { $0.hole == 0 },
      "what is taken back is nothing to settle")
  }
}
