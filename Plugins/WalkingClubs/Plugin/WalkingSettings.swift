/// What the operator sets.
struct WalkingSettings: Decodable, Sendable {
  /// Figures about fewer people are not shown to those who run a club.
  var leastPeople: Int
  /// How many clubs are in a division of the walking league.
  var divisionSize: Int
  /// Where people rate the app, such as its page in a store: an address that begins with `https://`; anything else is none.
  var ratingAddress: String

  /// Nil for none.
  var rating: String? { ratingAddress.hasPrefix("https://") ? ratingAddress : nil }
}
