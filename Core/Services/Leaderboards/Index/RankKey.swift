/// What an entry is ranked by: the columns of one attempt.
public struct RankKey: Sendable, Hashable {
  /// The score, signed.
  public var score: Int64
  /// When the score was achieved, in milliseconds since 1970-01-01T00:00:00Z.
  public var achievedAt: Int64
  var firstTieBreak: Int64
  var secondTieBreak: Int64
  var thirdTieBreak: Int64

  /// Makes a key. A board reads as many tie-breaks as its ``RankOrder`` declares: missing ones are 0, further ones are
  /// dropped when the key is stored. More than ``RankOrder/maximumTieBreaks`` are a programming error and trap.
  public init(score: Int64, tieBreaks: [Int64] = [], achievedAt: Int64) {
    precondition(tieBreaks.count <= RankOrder.maximumTieBreaks, "a key has at most three tie-break columns")
    self.score = score
    self.achievedAt = achievedAt
    firstTieBreak = tieBreaks.count > 0 ? tieBreaks[0] : 0
    secondTieBreak = tieBreaks.count > 1 ? tieBreaks[1] : 0
    thirdTieBreak = tieBreaks.count > 2 ? tieBreaks[2] : 0
  }

  /// The first `count` tie-break columns, in the order of the board's chain.
  public func tieBreaks(_ count: Int) -> [Int64] {
    count == 0 ? [] : Array([firstTieBreak, secondTieBreak, thirdTieBreak].prefix(count))
  }

  subscript(tieBreak index: Int) -> Int64 {
    get { index == 0 ? firstTieBreak : index == 1 ? secondTieBreak : thirdTieBreak }
    set {
      switch index {
      case 0: firstTieBreak = newValue
      case 1: secondTieBreak = newValue
      default: thirdTieBreak = newValue
      }
    }
  }
}
