public import FieldhouseKit
public import Foundation

/// The real time.
public struct SystemClock: HostClock {
  /// The real time.
  public init() {}
  public var now: Date { Date() }
}
