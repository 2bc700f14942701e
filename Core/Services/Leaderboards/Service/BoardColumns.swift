/// Entries of one place as columns, without their details: for a million of them that is much less work than a million
/// ``BoardRecord``s.
public struct BoardColumns: Sendable {
  /// How many ``numbers`` an entry has: its score, three columns of the tie-break chain and when the score was achieved,
  /// in milliseconds since 1970.
  public static let width = 5

  /// Where they stand.
  public var place: BoardPlace
  /// The ids of the accounts in UTF-8, one after another.
  public var accounts: [UInt8]
  /// Where in ``accounts`` each id ends.
  public var ends: [Int]
  /// ``width`` numbers for each entry.
  public var numbers: [Int64]
  /// Whether any of them has details.
  public var hasDetails: Bool

  /// Entries.
  public init(place: BoardPlace, accounts: [UInt8], ends: [Int], numbers: [Int64], hasDetails: Bool) {
    precondition(numbers.count == ends.count * Self.width, "an entry has five numbers")
    self.place = place
    self.accounts = accounts
    self.ends = ends
    self.numbers = numbers
    self.hasDetails = hasDetails
  }

  /// The key of an entry.
  func key(_ entry: Int) -> RankKey {
    let first = entry * Self.width
    var key = RankKey(score: numbers[first], achievedAt: numbers[first + 4])
    for column in 0..<3 { key[tieBreak: column] = numbers[first + 1 + column] }
    return key
  }
}
