import FieldhouseKit

/// A score per available entry in whole numbers whose order is exactly that of the fractions.
///
/// The columns are the quotient rounded down, the first 62 binary digits of the rest, and the number of entries, more of
/// them being better where the fractions are equal. Two different fractions with denominators of at most 2³¹ differ by at
/// least 2⁻⁶², so that their digits differ too.
enum FairScore {
  private static let digits: UInt64 = 62
  private static let mostEntries: Int64 = 1 << 31

  /// The name of the board that ranks per entry; no manifest can declare it.
  static func id(of board: String) -> String { board + "/fair" }

  /// The board that ranks per entry.
  static func board(of board: BoardDeclaration) -> BoardDeclaration {
    var fair = board
    fair.id = id(of: board.id)
    fair.tieBreaks = [.init(column: "fraction", order: board.order), .init(column: "available")]
    fair.tieBreaks += board.tieBreaks.prefix(1)
    fair.entries = nil
    fair.teams = []
    return fair
  }

  /// The entry on the fair board; nil without an available entry.
  static func record(_ record: BoardRecord, available: Int64, _ board: BoardDeclaration) -> BoardRecord? {
    guard (1...mostEntries).contains(available) else { return nil }
    var (quotient, rest) = record.score.quotientAndRemainder(dividingBy: available)
    if rest < 0 { (quotient, rest) = (quotient - 1, rest + available) }
    let shifted = UInt64(rest).multipliedFullWidth(by: 1 << digits)
    let fraction = UInt64(available).dividingFullWidth(shifted).quotient
    var fair = record
    fair.score = quotient
    fair.tieBreaks = [Int64(fraction), available] + record.tieBreaks.prefix(1)
    return fair
  }

  /// The score and the number of entries that a row of the fair board was made from.
  static func parts(of key: RankKey) -> (score: Int64, available: Int64) {
    let (fraction, available) = (key[tieBreak: 0], key[tieBreak: 1])
    let product = UInt64(fraction).multipliedFullWidth(by: UInt64(available))
    let (low, carry) = product.low.addingReportingOverflow(1 << digits - 1)
    let rest = Int64((product.high + (carry ? 1 : 0)) << 2 | low >> digits)
    return (key.score &* available &+ rest, available)
  }
}
