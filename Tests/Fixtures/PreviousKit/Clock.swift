public import Foundation

/// The host's time, real or simulated.
public protocol HostClock: Sendable {
  /// The instant now.
  var now: Date { get }
}
