internal import Synchronization

/// Where advertisements are shown, in memory: nowhere until an operator has switched them on.
public final class AdvertisingSwitches: Sendable {
  private struct State {
    /// By areas; the host's own switch has none.
    var isOn: [String: Bool] = [:]
    var change = -1
  }

  private let state = Mutex(State())

  /// Takes what is in storage; nothing where a later change was taken already.
  func take(_ isOn: [String: Bool], asOf number: Int) {
    state.withLock { state in
      guard number >= state.change else { return }
      state = State(isOn: isOn, change: number)
    }
  }

  /// Whether the host shows any.
  var isOn: Bool { state.withLock { $0.isOn["", default: false] } }

  /// Whether an operator lets a plugin's pages have them, once the host shows any: yes until it is said otherwise.
  func lets(_ area: String) -> Bool { state.withLock { $0.isOn[area, default: true] } }

  /// Whether there are any beside the pages of an area whose plugin accepts them.
  public func shows(in area: String) -> Bool { isOn && lets(area) }
}
