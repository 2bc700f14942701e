/// A hole of a layout.
struct Hole: Codable, Sendable, Hashable {
  /// As it stands on the tee sign, 1 to 999. A layout has its holes in any order, and one more than once.
  var number: Int
  /// Throws that a good player needs, 1 to 10.
  var par: Int
  /// From the tee to the basket, in metres, 1 to 2,000; nil where nobody has measured.
  var length: Int?
  /// Where the basket stands; nil where nobody has said.
  var basket: Position?
}
