/// Where a hole may be thrown from, by the colours of the tee signs.
enum TeeColour: String, Codable, Sendable, CaseIterable {
  /// The normal one, whose par is the hole's.
  case red
  case white, blue, yellow
}

/// A tee of a hole beside the normal one.
struct Tee: Codable, Sendable, Hashable {
  var colour: TeeColour
  /// Throws that a good player needs from there, 1 to 10.
  var par: Int
  /// To the basket, in metres, 1 to 2,000; nil where nobody has measured.
  var length: Int?
  /// Where it lies; nil where nobody has said.
  var position: Position?
}

extension Hole {
  /// The par from a tee; the hole's own where it has no such tee.
  func par(from colour: TeeColour) -> Int { tees?.first { $0.colour == colour }?.par ?? par }

  /// How long it is from a tee, in metres; nil where nobody has measured, and where it has no such tee.
  func length(from colour: TeeColour) -> Int? {
    colour == .red ? length : tees?.first { $0.colour == colour }?.length
  }
}

extension Layout {
  /// The colours from which one can play: the normal one first, then those that a hole has besides.
  var colours: [TeeColour] {
    let named = Set(holes.flatMap { $0.tees ?? [] }.map(\.colour))
    return TeeColour.allCases.filter { $0 == .red || named.contains($0) }
  }

  /// The tee that somebody plays from who would like one: the normal one where the layout does not have it.
  func tee(_ wanted: TeeColour) -> TeeColour { colours.contains(wanted) ? wanted : .red }
}
