/// A hole of a layout.
struct Hole: Codable, Sendable, Hashable {
  /// As it stands on the tee sign, 1 to 999. A layout has its holes in any order, and one more than once.
  var number: Int
  /// Throws that a good player needs from the normal tee, 1 to 10.
  var par: Int
  /// From the normal tee to the basket, in metres, 1 to 2,000; nil where nobody has measured.
  var length: Int?
  /// Where the basket stands; nil where nobody has said.
  var basket: Position?
  /// Where the normal tee lies; nil where nobody has said.
  var position: Position?
  /// The tees beside the normal one, each colour once; nil for none.
  var tees: [Tee]?
  /// How best to play it; nil where nobody has said.
  var tip: String?
  /// The file of an overview picture; nil for none.
  var photo: String?
}
