public import Foundation

/// One request, as a handler sees it beside its typed input.
public final class Call: Sendable {
  /// The host clock's time when the request came in.
  public let now: Date

  init(now: Date) { self.now = now }
}

/// Who may call a route.
public struct Access: Sendable, Hashable {
  private let level: String

  /// Anybody, signed in or not.
  public static var everyone: Access { Access(level: "everyone") }
}
