/// A match of two: the lower score wins a hole, equal ones halve it; it is decided when somebody is further up than holes are
/// left. Source: PDGA, Official Rules of Disc Golf, Appendix A.
struct MatchPlay: Sendable, Equatable {
  /// How many holes the first player is up; below 0 the second one is.
  private(set) var up = 0
  /// How many holes were not needed, or are still to be played.
  private(set) var left: Int

  /// - Parameter scores: the throws of both by hole. It ends at the first hole that lacks one, and when it is decided.
  init(_ scores: [(Int?, Int?)]) {
    left = scores.count
    for case (let one?, let other?) in scores.prefix(while: { $0.0 != nil && $0.1 != nil }) where !isDecided {
      up += (other - one).signum()
      left -= 1
    }
  }

  /// Whether nobody can turn it any more.
  var isDecided: Bool { abs(up) > left || left == 0 }
}
