public import FieldhouseKit
public import Foundation

/// Where on a plugin's boards an entry stands.
public struct BoardPlace: Sendable, Hashable {
  /// The board's name in the manifest.
  public var board: String
  /// The season's id.
  public var season: String
  /// The part of the board; `""` is the whole.
  public var partition: String

  /// A place.
  public init(board: String, season: String, partition: String) {
    self.board = board
    self.season = season
    self.partition = partition
  }
}

/// An entry as storage holds it.
public struct BoardRecord: Sendable {
  /// Whose.
  public var account: AccountID
  /// The score.
  public var score: Int64
  /// The columns of the tie-break chain.
  public var tieBreaks: [Int64]
  /// When the score was achieved.
  public var achievedAt: Date
  /// What the plugin shows with the row, as JSON text.
  public var details: String?

  /// An entry.
  public init(
    account: AccountID, score: Int64, tieBreaks: [Int64], achievedAt: Date, details: String?
  ) {
    self.account = account
    self.score = score
    self.tieBreaks = tieBreaks
    self.achievedAt = achievedAt
    self.details = details
  }
}

/// A committed change of an entry: the entry as it is now, or nil when it was withdrawn.
public struct BoardChange: Sendable {
  /// Where.
  public var place: BoardPlace
  /// Whose.
  public var account: AccountID
  /// The entry as it is now.
  public var record: BoardRecord?
  /// The number of the change: of two changes of one entry the later one has the larger number.
  public var sequence: Int64

  /// A change.
  public init(place: BoardPlace, account: AccountID, record: BoardRecord?, sequence: Int64) {
    self.place = place
    self.account = account
    self.record = record
    self.sequence = sequence
  }
}
