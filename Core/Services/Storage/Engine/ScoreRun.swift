internal import FieldhouseKit
internal import Foundation

/// Changes of entries of one place that one transaction made, in their order: what a large transaction tells instead of
/// very many ``AppliedScore``s.
public struct ScoreRun: Sendable {
  /// The entries as they are now; those that were withdrawn have zeros.
  public private(set) var columns: LedgerColumns
  /// The number of the last change, which stands for all of them.
  public private(set) var sequence: Int64 = 0
  /// Different texts of details.
  public private(set) var texts: [String] = []
  /// For each entry the place of its details in ``texts``; ``noDetails`` and ``withdrawn`` for those without.
  public private(set) var details: [UInt32] = []

  /// Marks an entry without details.
  public static let noDetails = UInt32.max
  /// Marks an entry that was taken off the board.
  public static let withdrawn = UInt32.max - 1

  /// How many changes there are.
  public var count: Int { details.count }
  /// Whether there are as many as are kept together.
  var isFull: Bool { count >= 1 << 16 }

  init(at position: BoardPosition) { columns = LedgerColumns(at: position, reserving: false) }

  /// Adds a change; `entry` is nil when it was withdrawn.
  mutating func append(_ account: AccountID, _ entry: LedgerEntry?, sequence: Int64) {
    self.sequence = sequence
    guard let entry else {
      columns.append(LedgerEntry(account: account, score: 0, achievedAt: Date(timeIntervalSince1970: 0)))
      return details.append(Self.withdrawn)
    }
    columns.append(entry)
    details.append(entry.detailsText.map { place(of: $0) } ?? Self.noDetails)
  }

  /// Adds an attempt.
  mutating func append(_ attempt: ScoreChange, details text: String?) {
    columns.append(attempt)
    details.append(attempt.isWithdrawal ? Self.withdrawn : text.map { place(of: $0) } ?? Self.noDetails)
  }

  /// Adds an attempt.
  /// - Parameter number: gives the score, the tie-breaks and the instant by their places, as ``LedgerColumns/numbers`` has them.
  mutating func append(account: UnsafeRawBufferPointer, details text: String?, number: (Int) -> Int64) {
    columns.append(account: account, hasDetails: text != nil, number: number)
    details.append(text.map { place(of: $0) } ?? Self.noDetails)
  }

  /// Adds some changes of another run, none of which is a withdrawal.
  mutating func append(_ other: ScoreRun, _ range: Range<Int>, sequence: Int64) {
    self.sequence = sequence
    columns.append(other.columns, range)
    var known: (place: UInt32, own: UInt32)?
    for index in range {
      let place = other.details[index]
      if known?.place != place { known = (place, other.text(index).map { self.place(of: $0) } ?? Self.noDetails) }
      details.append(known?.own ?? Self.noDetails)
    }
  }

  /// The same changes, which are of different entries, ordered by the bytes of the account.
  func sorted() -> ScoreRun {
    let ids = (0..<count).map { columns.accounts[columns.start(of: $0)..<columns.ends[$0]] }
    let isLess = { ids[$0].lexicographicallyPrecedes(ids[$1]) }
    guard (1..<max(1, count)).contains(where: { isLess($0, $0 - 1) }) else { return self }
    var sorted = ScoreRun(at: columns.position)
    for entry in (0..<count).sorted(by: isLess) { sorted.append(self, entry..<entry + 1, sequence: sequence) }
    return sorted
  }

  /// The text of an entry's details.
  func text(_ entry: Int) -> String? {
    let place = Int(details[entry])
    return place < texts.count ? texts[place] : nil
  }

  /// Those of a batch are often alike, so the last text is looked at.
  private mutating func place(of text: String) -> UInt32 {
    if texts.last != text { texts.append(text) }
    return UInt32(texts.count - 1)
  }
}

/// What a transaction causes. Used by one thread at a time.
final class TransactionEffects: @unchecked Sendable {
  /// From how many effects on changes of scores are kept in runs.
  private static let single = 1024

  private var singles: [CommittedEffect] = []
  private var runs: [ScoreRun] = []
  /// The run of each place that still grows.
  private var open: [BoardPosition: Int] = [:]
  private var last: (position: BoardPosition, run: Int)?
  /// The numbers of the notes of what has changed, where the engine makes them.
  var notes: [Int64] = []

  /// The effects in their order, but for runs, which come last: their changes are later than single ones of the same entries.
  var all: [CommittedEffect] { singles + runs.lazy.map { CommittedEffect.scores($0) } }
  /// Whether further changes of scores are kept in runs: when there are many, and when others are already.
  var isLarge: Bool { singles.count >= Self.single || !runs.isEmpty }

  func append(_ effect: CommittedEffect) { singles.append(effect) }

  /// Adds some changes of another run, none of which is a withdrawal.
  func append(_ changes: ScoreRun, _ range: Range<Int>, sequence: Int64) {
    if !range.isEmpty { runs[run(at: changes.columns.position)].append(changes, range, sequence: sequence) }
  }

  func append(_ account: AccountID, at position: BoardPosition, _ entry: LedgerEntry?, sequence: Int64) {
    guard isLarge else {
      return singles.append(
        .score(AppliedScore(sequence: sequence, position: position, account: account, entry: entry)))
    }
    runs[run(at: position)].append(account, entry, sequence: sequence)
  }

  private func run(at position: BoardPosition) -> Int {
    if let last, last.position == position, !runs[last.run].isFull { return last.run }
    var place = open[position] ?? runs.count
    if place == runs.count || runs[place].isFull {
      place = runs.count
      runs.append(ScoreRun(at: position))
      open[position] = place
    }
    last = (position, place)
    return place
  }
}
