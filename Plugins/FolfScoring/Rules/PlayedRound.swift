import Foundation

/// What somebody noted on a hole.
struct PlayedHole: Sendable, Equatable {
  /// As it stands on the tee sign.
  let number: Int
  /// From the tee that was played.
  var par: Int
  /// Nil without a score.
  var throwCount: Int?
  /// Nil where nobody has said; so are the others.
  var penalties: Int?
  var putts: Int?
  /// The numbers of discs in the bag, throw after throw; empty where nobody has said.
  var discs: [Int] = []
}

extension PlayedHole {
  /// What a card says of a player's hole, which is named by its position from 1.
  init(of player: String, _ position: Int, on card: Card) {
    func said(_ mark: Mark) -> Int? { card.cell(player, position, mark)?.value }
    self.init(
      number: card.layout.holes[position - 1].number, par: card.par(player, position), throwCount: said(.throwing),
      penalties: said(.penalties), putts: said(.putts), discs: card.cell(player, position, .disc)?.discs ?? [])
  }
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
    self.init(card.layout.holes.indices.map { PlayedHole(of: player, $0 + 1, on: card) })
  }

  /// A player's row of a card of which the entries of one hole are at hand, with what was kept of the others; nil for what
  /// was kept of another layout.
  /// - Parameters:
  ///   - position: of that hole, from 1.
  ///   - kept: the ``text`` of the row before these entries; empty where nothing was entered.
  init?(of player: String, on card: Card, hole position: Int, kept: String) {
    let before = Self.holes(kept)
    guard kept.isEmpty || before.count == card.layout.holes.count else { return nil }
    self.init(
      card.layout.holes.indices.map { index in
        guard !kept.isEmpty, index + 1 != position else { return PlayedHole(of: player, index + 1, on: card) }
        var hole = before[index]
        // The tee may be another one since.
        hole.par = card.par(player, index + 1)
        return hole
      })
  }

  private init(_ holes: [PlayedHole]) {
    let scores = holes.compactMap { hole in hole.throwCount.map { $0 - hole.par } }
    self.init(holes: holes, toPar: scores.reduce(0, +), isComplete: scores.count == holes.count)
  }

  /// Throws on the holes that have a score.
  var throwCount: Int { holes.reduce(0) { $0 + ($1.throwCount ?? 0) } }

  /// How many holes have a score.
  var scored: Int { holes.count { $0.throwCount != nil } }

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
    var (text, reading) = (text, Reading())
    guard !text.isEmpty else { return [] }
    text.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): reading.number = reading.number * 10 + Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "."): reading.end()
        default: reading.endHole()
        }
      }
    }
    reading.endHole()
    return reading.holes
  }

  /// What of a text has been read.
  private struct Reading {
    var holes: [PlayedHole] = []
    var number = 0
    /// The first five numbers of a hole, and how many have been read in all.
    private var counts = (0, 0, 0, 0, 0)
    private var index = 0
    private var discs: [Int] = []

    init() { holes.reserveCapacity(18) }

    mutating func end() {
      switch index {
      case 0: counts.0 = number
      case 1: counts.1 = number
      case 2: counts.2 = number
      case 3: counts.3 = number
      case 4: counts.4 = number
      default: if number > 0 { discs.append(number) }
      }
      index += 1
      number = 0
    }

    mutating func endHole() {
      end()
      if index >= 6 {
        holes.append(
          PlayedHole(
            number: counts.0, par: counts.1, throwCount: said(counts.2), penalties: said(counts.3),
            putts: said(counts.4), discs: discs))
      }
      index = 0
      if !discs.isEmpty { discs = [] }
    }

    private func said(_ count: Int) -> Int? { count == 0 ? nil : count }
  }
}
