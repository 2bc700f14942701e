/// What the operator sets.
struct WalkingSettings: Decodable, Sendable {
  /// Figures about fewer people are not shown to those who run a club.
  var leastPeople: Int
  /// How many clubs are in a division of the walking league.
  var divisionSize: Int
}
