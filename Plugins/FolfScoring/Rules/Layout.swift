/// The holes of a round in the order in which they are played.
struct Layout: Codable, Sendable, Hashable {
  /// How many holes a layout may have.
  static let sizes = 1...99

  /// What it is called, such as `Main` or `Red tees`.
  var name: String
  /// The holes; a position in this list, from 1, is what score entries name.
  var holes: [Hole]
  /// The day since which it is not played any more, such as `2026-06-01`; nil while it is.
  var endedOn: String?

  /// The sum of the pars.
  var par: Int { holes.map(\.par).reduce(0, +) }

  /// As many holes of par 3, for a course that nobody has described.
  static func plain(_ count: Int) -> Layout {
    Layout(name: "", holes: (1...count).map { Hole(number: $0, par: 3) })
  }

  /// The same holes played from another one on, as in a shotgun start, or backwards from there.
  /// - Parameter start: the position of the first hole, from 1; one that there is not begins at the first.
  func played(from start: Int, isReversed: Bool) -> Layout {
    let first = holes.indices.contains(start - 1) ? start - 1 : 0
    let order = holes.indices.map { holes[(first + (isReversed ? holes.count - $0 : $0)) % holes.count] }
    return Layout(name: name, holes: order)
  }
}
