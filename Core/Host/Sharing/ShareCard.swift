import FieldhouseKit
import FieldhouseRuntime

/// What a stranger is shown of a page that is shared, as the route answers that its plugin names (`contributions.shares`).
struct ShareCard: Sendable, Hashable, Decodable {
  /// What kind of thing it is of, such as a league and a round.
  var label: String?
  /// The thing's name.
  var title: String
  /// What counts, such as a score.
  var value: String?
  /// What else there is to say; the first ``mostLines`` are shown.
  var lines: [String]?
  /// The colour of the ground, such as `#14532d`.
  var accent: String?

  static let mostLines = 3
  /// The ground of a card that names none, or none that is a colour.
  static let ground = "#14532d"
}

/// A page that is shared, as it stands for a stranger in one language.
struct SharedView: Sendable {
  var card: ShareCard
  /// The id of the file with the thing's picture.
  var picture: String?

  init(_ card: ShareCard, picture: String? = nil) { (self.card, self.picture) = (card, picture) }

  /// How the page is drawn, with its words as they can do no harm.
  func drawing(site: String, isMirrored: Bool, logo: [UInt8], picture: [UInt8]) -> CardDrawing {
    CardDrawing(
      isMirrored: isMirrored, ground: card.accent.flatMap(CardGround.of) ?? ShareCard.ground, site: site,
      label: card.label ?? "", title: card.title, value: card.value ?? "",
      lines: Array((card.lines ?? []).prefix(ShareCard.mostLines)), logo: logo, picture: picture)
  }
}
