internal import FieldhouseKit
internal import Synchronization

/// How many rows a namespace's statements change, learned by watching them.
///
/// A transaction of one statement whose count is known beforehand needs one round trip: its body is told the count, and
/// the statement is sent together with a condition that fails the transaction when the count is another one. The body
/// then runs again without a prediction. In a transaction of several statements the body goes on with the count, and the statement is
/// sent with the next one.
final class ChangePredictions: Sendable {
  /// A statement that may be predicted.
  struct Prediction: Sendable {
    /// The rows it will change.
    let changed: Int
    /// The statement with the condition that the count is right; the count follows its own values.
    let guarded: String
    /// The same with the record of its commit; slot and number follow the count.
    let recorded: String
  }

  private struct Entry {
    var changed: Int
    var streak = 1
    /// How often it was predicted wrongly.
    var misses = 0
    /// Nil when the statement cannot be a part of another one.
    let texts: (guarded: String, recorded: String)?

    var proof: Int { ChangePredictions.proof << min(misses, ChangePredictions.mostDoublings) }
  }

  /// So many times in a row a statement must have changed as many rows; twice as many after each prediction that was
  /// wrong, up to 1,024, so that what changes now this and now that is soon predicted no more.
  private static let proof = 8
  private static let mostDoublings = 7
  private static let largest = 256
  private let entries = Mutex<[String: Entry]>([:])
  /// Rises with each transaction of one predicted statement and falls with each other one, within bounds.
  private let balance = Atomic(0)
  /// Whether those of the last set of many scores were all the first of their people, so that the next set is likely to be of such, too.
  let entriesAreNew = Atomic(false)

  /// Whether most transactions are one predicted statement, so that it is worth trying without a connection.
  var areCommon: Bool { balance.load(ordering: .relaxed) >= Self.proof }

  /// Notes whether a transaction was one predicted statement.
  func note(promises: Bool) {
    let balance = balance.load(ordering: .relaxed)
    self.balance.store(min(max(0, balance + (promises ? 1 : -2)), 4 * Self.proof), ordering: .relaxed)
  }

  /// The prediction of a statement; nil when it has none.
  func prediction(of text: String) -> Prediction? {
    entries.withLock { entries in
      guard let entry = entries[text], entry.streak >= entry.proof, let texts = entry.texts else { return nil }
      return Prediction(changed: entry.changed, guarded: texts.guarded, recorded: texts.recorded)
    }
  }

  /// Notes what a statement did that was not predicted.
  func note(_ sql: SQL, changed: Int) {
    entries.withLock { entries in
      if let entry = entries[sql.text] {
        entries[sql.text]?.streak = entry.changed == changed ? min(entry.streak + 1, entry.proof) : 1
        entries[sql.text]?.changed = changed
      } else if entries.count < Self.largest {
        entries[sql.text] = Entry(changed: changed, texts: Self.texts(sql))
      }
    }
  }

  /// Notes that a prediction was wrong.
  func forget(_ text: String) {
    entries.withLock { entries in
      entries[text]?.streak = 0
      entries[text]?.misses += 1
    }
  }

  private static func texts(_ sql: SQL) -> (guarded: String, recorded: String)? {
    guard let tokens = try? SQLScanner.tokens(of: sql.text), let verb = tokens.first?.text,
      ["insert", "update", "delete"].contains(verb),
      !tokens.contains(where: { $0.isWord("returning") || $0.isSymbol(";") })
    else { return nil }
    let count = sql.values.count
    let change = "with fieldhouse_change as (\(sql.text)\nreturning 1)"
    let record = """
      , fieldhouse_commit as (insert into fieldhouse_commits (slot, number, at)
      values (?\(count + 2), ?\(count + 3), (extract(epoch from clock_timestamp()) * 1000)::bigint))
      """
    let condition =
      "\nselect 1 / (case when count(*) = ?\(count + 1) then 1 else 0 end) from fieldhouse_change"
    return (change + condition, change + record + condition)
  }
}

/// A statement of which a body was told beforehand how many rows it changes.
struct PredictedChange: Sendable {
  let sql: SQL
  let prediction: ChangePredictions.Prediction
  /// The live events that its transaction publishes behind it.
  var live: [KeptLiveEvent] = []

  /// The values of the guarded statement.
  var values: [SQLValue] { sql.values + [.integer(Int64(prediction.changed))] }
}

/// A body was told a count of changed rows that may be wrong: it has to run again.
struct Mispredicted: Error {}
