/// What the operator sets.
struct FitnessSettings: Decodable, Sendable {
  enum Coaching: String, Decodable, Sendable {
    /// Whoever wants is a coach.
    case open
    /// An operator says who is one.
    case approval
  }

  /// Who becomes a coach.
  var coaching: Coaching
  /// How long a challenge lasts at most, in days: half a year or more.
  var longestDays: Int
  /// For how many hours behind the end of a day it can be written down, unless a challenge says otherwise.
  var graceHours: Int
  /// How late an entry that was made in time without a connection may come, in hours behind that.
  var offlineHours: Int
}
