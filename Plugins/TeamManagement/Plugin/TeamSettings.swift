/// What the operator decides.
struct TeamSettings: Decodable, Sendable {
  /// From which age on people come to events with alcohol, in years.
  var alcoholAge: Int
  /// How long before an event those are reminded who come, in minutes.
  var reminderMinutes: Int
  /// How long a place is kept for a spare who is called, in minutes.
  var spareMinutes: Int
  /// How long before answers end those are asked again who have not answered, in hours; 0 for never.
  var askHours: Int
}
