internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Which clients have been counted today, so that each counts once. It is known in this process alone, as numbers that tell
/// nothing of who it was, and forgotten with the day (UTC).
final class CountedClients: Sendable {
  /// The most that are counted in a day; what comes after them is not.
  static let most = 1_000_000

  private struct State {
    var day = 0
    var seen: Set<Int> = []
  }

  private let state = Mutex(State())
  private let most: Int

  init(most: Int = CountedClients.most) { self.most = most }

  /// Whether a client does something with an advertisement for the first time today, and is noted.
  func isFirst(_ client: String, _ deed: AdvertisementDeed, of advertisement: String, at now: Date) -> Bool {
    let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
    // Its seed is this process's own.
    var hasher = Hasher()
    hasher.combine(client)
    hasher.combine(deed)
    hasher.combine(advertisement)
    let number = hasher.finalize()
    return state.withLock { state in
      if state.day != day { state = State(day: day) }
      guard state.seen.count < most else { return false }
      return state.seen.insert(number).inserted
    }
  }
}

extension Call {
  /// Whom an advertisement counts: an account that took steps to be one, else an address, since guests cost nothing.
  var countedClient: String {
    guard let account = principal?.account, account.kind != .guest else { return remoteAddress }
    return account.id.text
  }
}
