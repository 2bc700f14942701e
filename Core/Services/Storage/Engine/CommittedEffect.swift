public import FieldhouseKit
public import Foundation

/// Something a committed transaction caused outside its own tables.
public enum CommittedEffect: Sendable {
  /// A board entry has changed.
  case score(AppliedScore)
  /// Entries of one place have changed, in a transaction that changed many.
  case scores(ScoreRun)
  /// A notification is to be sent.
  case notification(sequence: Int64, NotificationRequest)
  /// An event is to be delivered.
  case event(sequence: Int64, Event)

  /// What accounts of a part (``GrantPart``) hold has changed.
  case grants(part: Int)
  /// A live event was published on a topic of the namespace, or who may watch it is to be asked.
  case published(topic: String)

  /// The number of the effect, rising within a namespace; 0 for grants and live events, which are read again. Those of notifications and
  /// events are never used twice.
  public var sequence: Int64 {
    switch self {
    case .score(let score): score.sequence
    case .scores(let run): run.sequence
    case .notification(let sequence, _), .event(let sequence, _): sequence
    case .grants, .published: 0
    }
  }
}

/// Where on the boards an entry stands.
public struct BoardPosition: Sendable, Hashable {
  /// The board's name in the manifest.
  public var board: String
  /// The season's id.
  public var season: String
  /// The part of the board; `""` is the whole.
  public var partition: String

  /// A position.
  public init(board: String, season: String, partition: String = "") {
    self.board = board
    self.season = season
    self.partition = partition
  }
}

/// A person's entry as it is stored.
public struct LedgerEntry: Sendable, Hashable {
  /// Whose.
  public var account: AccountID
  /// The score.
  public var score: Int64
  /// The columns of the board's tie-break chain.
  public var tieBreaks: [Int64]
  /// When the score was achieved, to the millisecond.
  public var achievedAt: Date
  /// What the plugin shows with the row, as JSON text; nil when it shows nothing.
  public var detailsText: String?

  /// An entry.
  public init(
    account: AccountID, score: Int64, tieBreaks: [Int64] = [], achievedAt: Date, detailsText: String? = nil
  ) {
    self.account = account
    self.score = score
    self.tieBreaks = tieBreaks
    self.achievedAt = achievedAt
    self.detailsText = detailsText
  }
}

/// A change of a board entry that has been committed.
public struct AppliedScore: Sendable, Hashable {
  /// The number of the change. Of two changes of one entry the later one has the larger number.
  public var sequence: Int64
  /// Where.
  public var position: BoardPosition
  /// Whose entry.
  public var account: AccountID
  /// The entry as it is now; nil when it was withdrawn.
  public var entry: LedgerEntry?
}

/// Which board entries to read; nil means all.
public struct BoardFilter: Sendable, Hashable {
  /// The board's name.
  public var board: String?
  /// The season's id; only with a board.
  public var season: String?
  /// The part of the board; only with a season.
  public var partition: String?

  /// A filter.
  public init(board: String? = nil, season: String? = nil, partition: String? = nil) {
    self.board = board
    self.season = season
    self.partition = partition
  }
}

/// A part of a board that has entries.
public struct BoardPart: Sendable, Hashable {
  /// Where.
  public var position: BoardPosition
  /// How many entries.
  public var size: Int
}
