import FieldhouseHost
import Synchronization

extension TestHost {
  /// Waits until everything has come about that was caused so far: work that is due has run, notifications are in the
  /// inboxes, events have been received, hooks have been told what happened to people, those who watch have been
  /// handed what was published, and the streams of those who may watch no more have ended.
  ///
  /// Time stands meanwhile: what is due later comes with ``TestClock/advance(by:)``.
  ///
  /// An event or a hook that has failed and waits to be tried again is not waited for; ``log`` tells of it a moment later.
  /// - Throws: ``TestHostError`` with what is left when that takes longer than a minute; ``StorageError``.
  public func settled() async throws {
    var left: [String] = []
    try await Patience.wait(or: { "It does not come to an end: " + left.joined(separator: " ") }) {
      let count = events.count
      left = try await application.settle()
      // Who has received an event may have emitted another one behind the back of this look.
      return left.isEmpty && events.count == count ? () : nil
    }
    let watching = watchers.withLock { $0 }.map { ($0, $0.marks) }
    try await application.showLiveEvents()
    for (watcher, before) in watching {
      try await Patience.wait(or: { "Somebody who watches is not told how far it has come." }) {
        watcher.isOver || watcher.marks > before ? () : nil
      }
    }
  }
}
