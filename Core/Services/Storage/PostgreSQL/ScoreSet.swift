internal import FieldhouseKit
internal import Foundation

/// Attempts at different entries of one board and season that go as one statement.
struct ScoreSet: Sendable {
  let statements: ScoreSetStatements.Kind
  let hasDetails: Bool
  let tieBreakCount: Int
  /// Those of one part of the board each, ordered by part and account, so that of two transactions none waits for an entry
  /// that the other holds while it holds one that the other waits for.
  let runs: [ScoreRun]

  var count: Int { runs.reduce(0) { $0 + $1.count } }

  var values: [SQLValue] {
    let position = runs[0].columns.position
    return [.text(position.board), .text(position.season)]
  }

  /// The arrays that the statements take.
  var arrays: [ServerArray] {
    var (partitions, accounts, details) = (ServerArray.texts(), ServerArray.texts(), ServerArray.texts())
    for run in runs {
      let partition = Array(run.columns.position.partition.utf8)
      var texts = RunTexts(run)
      for entry in 0..<run.count {
        partitions.append(partition)
        accounts.append(run.columns.accounts[run.columns.start(of: entry)..<run.columns.ends[entry]])
        if hasDetails { details.append(texts[entry]) }
      }
    }
    let columns = [0, 4] + (0..<tieBreakCount).map { $0 + 1 }
    return [partitions, accounts] + columns.map(numbers) + (hasDetails ? [details] : [])
  }

  private func numbers(_ column: Int) -> ServerArray {
    var numbers = ServerArray.integers()
    for run in runs {
      for place in stride(from: column, to: run.count * 5, by: 5) { numbers.append(run.columns.numbers[place]) }
    }
    return numbers
  }

  /// What the statement's answer says has changed.
  /// - Returns: whether all entries are new.
  @discardableResult
  func note(_ rows: [Row], in effects: TransactionEffects) throws -> Bool {
    guard let first = rows.first else { return false }
    let sequence: Int64 = try first[0]
    effects.notes.append(sequence)
    let isWhole = try first[3] as String? == nil
    if isWhole { for run in runs { note(run, sequence, in: effects) } }
    for row in isWhole ? [] : rows {
      var position = runs[0].columns.position
      position.partition = try row[2]
      let entry = try LedgerEntry(account: try row[3], row: row, from: 4, tieBreakCount: tieBreakCount)
      effects.append(entry.account, at: position, entry, sequence: sequence)
    }
    return try first[1] == count
  }
}

extension ScoreSet {
  private static let few = 256

  /// Notes that attempts are the entries now; few of them one by one.
  private func note(_ run: ScoreRun, _ sequence: Int64, in effects: TransactionEffects) {
    guard !effects.isLarge, run.count <= Self.few else {
      return effects.append(run, 0..<run.count, sequence: sequence)
    }
    for index in 0..<run.count {
      let entry = BoardAttempt(run, index, tieBreakCount: tieBreakCount).entry
      effects.append(entry.account, at: run.columns.position, entry, sequence: sequence)
    }
  }
}

/// The details of a run's entries in UTF-8; those of a batch are often alike.
private struct RunTexts {
  private let run: ScoreRun
  private var last: (place: UInt32, text: [UInt8])?

  init(_ run: ScoreRun) { self.run = run }

  subscript(entry: Int) -> [UInt8] {
    mutating get {
      if let last, last.place == run.details[entry] { return last.text }
      let text = Array((run.text(entry) ?? "").utf8)
      last = (run.details[entry], text)
      return text
    }
  }
}
