import Foundation

/// What somebody noted on a hole.
struct PlayedHole: Sendable, Equatable {
  /// As it stands on the tee sign.
  let number: Int
  /// From the tee that was played.
  let par: Int
  /// Nil without a score.
  var throwCount: Int?
  /// Nil where nobody has said; so are the others.
  var penalties: Int?
  var putts: Int?
  /// The numbers of discs in the bag, throw after throw; empty where nobody has said.
  var discs: [Int] = []
}

/// What somebody threw in a round.
struct PlayedRound: Sendable, Equatable {
  /// In the order of play.
  let holes: [PlayedHole]
  let toPar: Int
  let isComplete: Bool
  /// Nil where nobody knows.
  var startedAt: Date?
}

extension PlayedRound {
  /// A player's row of a card.
  init(of player: String, on card: Card) {
    let line = CardLine(of: player, on: card)
    let holes = card.layout.holes.enumerated().map { index, hole in
      func said(_ mark: Mark) -> Int? { card.cell(player, index + 1, mark)?.value }
      return PlayedHole(
        number: hole.number, par: card.par(player, index + 1), throwCount: said(.throwing), penalties: said(.penalties),
        putts: said(.putts), discs: card.cell(player, index + 1, .disc)?.discs ?? [])
    }
    self.init(holes: holes, toPar: line.toPar, isComplete: line.isComplete)
  }

  /// The holes as they are kept beside a row, so that the statistics of thousands of rounds need no entries: six
  /// numbers a hole with stops between them, of which nothing is 0, and spaces between the holes. Discs after the first
  /// follow as further numbers.
  var text: String {
    holes.map { hole in
      let counts = [hole.number, hole.par, hole.throwCount ?? 0, hole.penalties ?? 0, hole.putts ?? 0]
      return (counts + (hole.discs.isEmpty ? [0] : hole.discs)).map(String.init).joined(separator: ".")
    }.joined(separator: " ")
  }

  /// Reads ``text``; what is no number is left out.
  static func holes(_ text: String) -> [PlayedHole] {
    var (holes, numbers, number): ([PlayedHole], [Int], Int) = ([], [], 0)
    func end() {
      numbers.append(number)
      number = 0
    }
    func endHole() {
      end()
      if numbers.count >= 6 {
        func part(_ index: Int) -> Int? { numbers[index] == 0 ? nil : numbers[index] }
        holes.append(
          PlayedHole(
            number: numbers[0], par: numbers[1], throwCount: part(2), penalties: part(3), putts: part(4),
            discs: numbers[5...].filter { $0 > 0 }))
      }
      numbers.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "."): end()
      default: endHole()
      }
    }
    if !text.isEmpty { endHole() }
    return holes
  }
}
