import FieldhouseKit
import Foundation

/// Committed changes of entries of one place, in their order.
public struct BoardRun: Sendable {
  /// The entries as they are now; those that were withdrawn have zeros.
  public var columns: BoardColumns
  /// For each entry the place of its details in ``texts``.
  public var details: [UInt32]
  /// Different texts of details.
  public var texts: [String]
  /// Stands in ``details`` for an entry that was taken off the board; other numbers without a text for one without details.
  public static let withdrawn = UInt32.max - 1
  /// A number that stands for all the changes; see ``BoardChange/sequence``.
  public var sequence: Int64

  /// Changes.
  public init(columns: BoardColumns, details: [UInt32], texts: [String], sequence: Int64) {
    self.columns = columns
    self.details = details
    self.texts = texts
    self.sequence = sequence
  }

  /// The text of an entry's details.
  func text(_ entry: Int) -> String? {
    let place = Int(details[entry])
    return place < texts.count ? texts[place] : nil
  }

  /// The changes one by one.
  var changes: [BoardChange] {
    var start = 0
    return columns.ends.indices.map { entry in
      let account = AccountID(String(decoding: columns.accounts[start..<columns.ends[entry]], as: UTF8.self))
      start = columns.ends[entry]
      return BoardChange(
        place: columns.place, account: account, record: details[entry] == Self.withdrawn ? nil : record(entry, account),
        sequence: sequence)
    }
  }

  private func record(_ entry: Int, _ account: AccountID) -> BoardRecord {
    let key = columns.key(entry)
    return BoardRecord(
      account: account, score: key.score, tieBreaks: key.tieBreaks(3),
      achievedAt: Date(millisecondsSince1970: key.achievedAt), details: text(entry))
  }
}
