import Synchronization

/// The sources that are being asked who may watch their topics. What one of them is to be asked meanwhile waits,
/// and nobody else's does.
final class AskedSources: Sendable {
  private let busy = Mutex<Set<String>>([])

  /// - Returns: whether the source was not being asked; ``leave(_:)`` ends that.
  func take(_ source: String) -> Bool { busy.withLock { $0.insert(source).inserted } }

  func leave(_ source: String) { busy.withLock { _ = $0.remove(source) } }
}
