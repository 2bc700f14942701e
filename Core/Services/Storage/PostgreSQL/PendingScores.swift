internal import FieldhouseKit

/// Score changes of a transaction that have not been sent: those of different entries go together as one statement.
struct PendingScores {
  /// The changes for one statement.
  struct Group {
    let statement: HostStatement
    let tieBreakCount: Int
    fileprivate(set) var steps: [LedgerStep]

    /// The changes as the statement takes them, a JSON array of objects. Sorted, so that of two transactions none waits
    /// for an entry that the other holds while it holds one that the other waits for.
    var attempts: String {
      var bytes: [UInt8] = []
      JSON.array(steps.sorted { $0.order < $1.order }.map(\.document)).append(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What is found by an entry's place and person.
  private struct Key: Hashable {
    let position: BoardPosition
    let account: AccountID
  }

  /// So many changes go in one statement.
  private static let largest = 2_000

  private var groups: [ObjectIdentifier: Group] = [:]
  private var keys: Set<Key> = []
  private var taken = 0

  var isEmpty: Bool { keys.isEmpty }
  /// Whether the changes should be queued.
  var isFull: Bool { keys.count >= Self.largest }
  /// Whether so many have been queued that their answers should be waited for; ``answered()`` says that they have come.
  var isHeavy: Bool { taken >= Self.largest }

  /// Whether a change of the same entry waits, which has to be made first.
  func mustGoBefore(_ step: LedgerStep) -> Bool {
    keys.contains(Key(position: step.position, account: step.account))
  }

  /// Everything that was queued has been answered.
  mutating func answered() { taken = 0 }

  mutating func add(_ step: LedgerStep, _ statement: HostStatement) {
    keys.insert(Key(position: step.position, account: step.account))
    groups[
      ObjectIdentifier(statement),
      default: Group(statement: statement, tieBreakCount: step.tieBreakCount, steps: [])
    ].steps.append(step)
  }

  /// The changes that wait; from now on none does.
  mutating func takeAll() -> [Group] {
    guard !isEmpty else { return [] }
    defer { (groups, keys) = ([:], []) }
    taken += keys.count
    return groups.values.sorted { $0.steps[0].order < $1.steps[0].order }
  }
}

extension LedgerStep {
  private static let columns = [
    "board", "season", "partition", "account", "score", "t1", "t2", "t3", "achieved_at", "details",
  ]

  /// What steps are sorted by.
  fileprivate var order: (String, String, String, String) {
    (position.board, position.season, position.partition, account.text)
  }

  /// The values by the names of their columns.
  fileprivate var document: JSON {
    var object = JSONObject()
    for (column, value) in zip(Self.columns, values) {
      switch value {
      case .text(let text): object[column] = .string(text)
      case .integer(let number): object[column] = .integer(number)
      default: continue
      }
    }
    return .object(object)
  }
}
