/// How long a client may take for each part of a request before its connection is cut.
///
/// Deadlines are looked at once per ``tick``, so one may be overstepped by that much.
public struct ListenerDeadlines: Sendable, Equatable {
  /// From the first byte of a request (for the first request: from the accepted connection) to the end of its
  /// header. Default 10 s.
  public var header: Duration = .seconds(10)
  /// The least number of bytes per second of a request body, measured over ``bodyWindow``. Default 1,024.
  public var bodyBytesPerSecond = 1024
  /// The length of the windows over which the body rate is measured. Default 5 s.
  public var bodyWindow: Duration = .seconds(5)
  /// Time before the first window of the body rate begins. Default 2 s.
  public var bodyGrace: Duration = .seconds(2)
  /// The time in which a client must take at least ``writeProgressBytes`` of a reply that waits for it.
  /// Default 10 s.
  public var writeProgress: Duration = .seconds(10)
  /// The least number of reply bytes a client must take per ``writeProgress``. Default 1,024.
  public var writeProgressBytes = 1024
  /// How long a connection may stay open between two requests. Default 60 s.
  public var idle: Duration = .seconds(60)
  /// The rest of a refused request is read and thrown away, so that the client can see the answer before the connection
  /// closes: until nothing has come for this long, at most ``mostLingers`` times as long in all – beyond the limits of
  /// connections and during a shutdown for this long in all. Default 2 s.
  public var linger: Duration = .seconds(2)
  /// How many times ``linger`` the rest of a refused request may take. Default 15.
  public var mostLingers = 15
  /// As `header`, for connections beyond the limits, which take the place of a health check. Default 2 s.
  public var reserve: Duration = .seconds(2)

  /// The default deadlines.
  public init() {}

  /// How often connections are looked at: a tenth of the shortest deadline, from 10 ms to 1 s.
  var tick: Duration {
    let shortest = min(header, bodyWindow, writeProgress, idle, linger)
    return max(.milliseconds(10), min(.seconds(1), shortest / 10))
  }
}

/// The steps of a shutdown and how long each may take.
public struct ListenerDrain: Sendable, Equatable {
  /// How long replies say `Connection: close` before connections that stay idle are closed, and how long a
  /// socket that nobody else holds goes on accepting. Longer than the usual pause between two requests of a
  /// keep-alive client. Default 5 s.
  public var announce: Duration = .seconds(5)
  /// From the start of the shutdown to the moment the last connections are cut. Default 30 s.
  public var limit: Duration = .seconds(30)

  /// The default drain.
  public init() {}
}
