internal import Synchronization

/// What was committed and has not been told yet.
///
/// It is told in the order of the commits, one call at a time, by the first of those who waited for the commit, where that
/// one goes on: so the writer runs and syncs the next group meanwhile. Nobody goes on before everything was told that was
/// committed until then.
final class CommitNews: Sendable {
  /// So many changes are told by the writer itself at once: they would hold up the thread of whoever comes first.
  private static let many = 512

  /// Who is told.
  let hooks = Hooks<[CommittedEffect]>()
  private let waiting = Mutex<[[CommittedEffect]]>([])
  private let count = Atomic(0)
  private let telling = Mutex(())

  /// Adds what a commit has caused. Called by the writer, before anybody hears of the commit.
  func add(_ effects: [CommittedEffect]) {
    guard !effects.isEmpty else { return }
    guard effects.reduce(0, { $0 + $1.changes }) < Self.many else {
      tell()
      return telling.withLock { _ in hooks.call(effects) }
    }
    count.add(1, ordering: .acquiringAndReleasing)
    waiting.withLock { $0.append(effects) }
  }

  /// Sees to it that everything that was added has been told.
  func tell() {
    guard count.load(ordering: .acquiring) > 0 else { return }
    telling.withLock { _ in
      for effects in waiting.withLock({ $0.takeAll() }) {
        hooks.call(effects)
        count.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }
}

extension [[CommittedEffect]] {
  fileprivate mutating func takeAll() -> Self {
    defer { self = [] }
    return self
  }
}

extension CommittedEffect {
  /// How many changes of boards, notifications and events it stands for.
  fileprivate var changes: Int {
    guard case .scores(let run) = self else { return 1 }
    return run.count
  }
}
