/// What somebody threw in a round.
struct PlayedRound: Sendable, Equatable {
  /// By hole; nil without a score.
  let throwCounts: [Int?]
  let holes: [Hole]
  let toPar: Int
  let isComplete: Bool
}
