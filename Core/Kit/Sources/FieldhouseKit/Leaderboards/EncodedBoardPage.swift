/// A page of a board whose accounts and details are JSON already, as the host keeps those that are asked for very often.
/// Its JSON is that of the ``BoardPage`` with the same content.
public struct EncodedBoardPage: Sendable {
  /// A row of the page.
  public struct Row: Sendable {
    /// From 1.
    public var rank: Int
    /// The account as JSON in UTF-8; what ``Account`` is written as.
    public var account: [UInt8]
    /// The score.
    public var score: Int64
    /// The further columns of the tie-break chain.
    public var tieBreaks: [Int64]
    /// The details as JSON.
    public var details: String
    /// ``BoardEntry/percentile``.
    public var percentile: Double?
    /// ``BoardEntry/perEntry``.
    public var perEntry: Double?

    /// A row.
    public init(
      rank: Int, account: [UInt8], score: Int64, tieBreaks: [Int64], details: String, percentile: Double?,
      perEntry: Double?
    ) {
      self.rank = rank
      self.account = account
      self.score = score
      self.tieBreaks = tieBreaks
      self.details = details
      self.percentile = percentile
      self.perEntry = perEntry
    }
  }

  /// The board's name.
  public var board: String
  /// The season shown.
  public var season: String
  /// How many people are on the board (or part).
  public var size: Int
  /// The viewer's own row, nil without a score.
  public var me: Row?
  /// The rows, best first.
  public var items: [Row]
  /// The cursor of the next page, nil at the end.
  public var next: String?

  /// A page.
  public init(board: String, season: String, size: Int, me: Row?, items: [Row], next: String?) {
    self.board = board
    self.season = season
    self.size = size
    self.me = me
    self.items = items
    self.next = next
  }
}

extension EncodedBoardPage: RouteOutput, WrittenBoardPage {
  public func encode(to encoder: any Encoder) throws { try JSON(encoding: self).encode(to: encoder) }

  /// That of ``BoardPage``.
  public static var schema: Schema { BoardPage.schema }
}

extension EncodedBoardPage.Row: WrittenBoardRow {
  func writeAccount(into sink: JSONByteSink) {
    account.withUnsafeBufferPointer { if let base = $0.baseAddress { sink.append(base, $0.count) } }
  }

  func writeDetails(into sink: JSONByteSink) {
    var text = details
    text.withUTF8 { if let base = $0.baseAddress { sink.append(base, $0.count) } }
  }
}
