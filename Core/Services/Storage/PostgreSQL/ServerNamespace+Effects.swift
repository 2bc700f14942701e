internal import FieldhouseKit
internal import Synchronization

/// What a transaction has caused.
struct CommittedEffects: Sendable {
  let all: [CommittedEffect]
  /// The numbers of the notes that tell other processes of its scores.
  let notes: [Int64]
  /// Whether telling it takes long.
  let isLarge: Bool

  init(_ effects: TransactionEffects) {
    (all, notes) = (effects.all, effects.notes)
    isLarge = notes.count > 1
  }
}

extension ServerNamespace {
  /// Tells this process what a commit has caused. What takes long to hear is told where nothing else waits.
  func tell(_ effects: CommittedEffects) async {
    guard !effects.all.isEmpty else { return }
    guard effects.isLarge else { return tellNow(effects) }
    await Task.detached { self.tellNow(effects) }.value
  }

  func tellNow(_ effects: CommittedEffects) {
    if !effects.all.isEmpty { commitHooks.call(effects.all) }
    told.note(effects.notes)
  }
}

/// The notes of changes that this process has been told of, so that it does not read again what it wrote itself.
final class ToldNotes: Sendable {
  private struct State {
    var isKept = false
    /// Those since the last look, which may not have seen them.
    var recent: Set<Int64> = []
    var older: Set<Int64> = []
  }

  private let state = Mutex(State())

  /// Keeps the numbers from now on.
  func begin() { state.withLock { $0.isKept = true } }

  /// Notes that the changes of some notes have been told.
  func note(_ notes: [Int64]) {
    state.withLock { if $0.isKept { $0.recent.formUnion(notes) } }
  }

  /// Whether the changes of a note have been told.
  func contains(_ note: Int64) -> Bool {
    state.withLock { $0.recent.contains(note) || $0.older.contains(note) }
  }

  /// Forgets what was told before the last look and is not among the notes any more.
  func keep(_ notes: Set<Int64>) {
    state.withLock { state in
      state.older = state.older.intersection(notes).union(state.recent)
      state.recent = []
    }
  }
}
