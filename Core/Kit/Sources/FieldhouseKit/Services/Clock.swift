public import Foundation

/// The host's time, real or simulated. Rules about time ask it and nothing else.
public protocol HostClock: Sendable {
  /// The instant now.
  var now: Date { get }
  /// Whether the operator started the host with a simulated clock.
  var isSimulated: Bool { get }
}

extension HostClock {
  public var isSimulated: Bool { false }
}
