/// What becomes of predictions when a match does not take its ordinary course: the operator's setting.
public struct VoidPolicy: Hashable, Sendable {
  /// A postponed match.
  public enum Postponed: String, Hashable, Sendable, CaseIterable, Decodable {
    /// The prediction stays and counts for the new date.
    case keep
    /// Nobody earns points as long as the match is postponed.
    case void
  }

  /// A match with a result that did not come about by play alone.
  public enum Doubtful: String, Hashable, Sendable, CaseIterable, Decodable {
    /// Nobody earns points. A match that is continued or replayed later counts then.
    case void
    /// The score that the feed gives counts; nobody earns points as long as it gives none.
    case count
  }

  /// Postponed matches: kept by default.
  public var postponed = Postponed.keep
  /// Abandoned matches: void by default.
  public var abandoned = Doubtful.void
  /// Matches decided by a verdict: void by default, since feeds replace the played score by the verdict.
  public var awarded = Doubtful.void

  /// Makes the default policy.
  public init() {}
}
