public import FieldhouseKit

/// How one part of an engine is doing, after something was really read and written.
public struct StoragePart: Sendable, Hashable {
  /// The namespace; nil for the engine as a whole.
  public let namespace: String?
  /// Its state. It is down when nothing can be read from it or what is written is lost, degraded when it can only be
  /// read.
  public let health: Health

  /// A state.
  public init(namespace: String?, health: Health) {
    self.namespace = namespace
    self.health = health
  }
}

/// A look at one part of an engine.
public struct StoragePulse: Sendable {
  /// The namespace; nil for the engine as a whole.
  public let namespace: String?
  /// Reads and writes a row of the host's own now and says how that went. Hangs as long as the database, or what the
  /// namespace is busy with, does.
  public let take: @Sendable () async -> Health
}

extension StorageError {
  /// What a failed attempt to read or to write means for a part.
  func health(isReading: Bool) -> Health {
    let isDown = isReading || [.fileLost, .missing, .corrupt, .unavailable].contains(code)
    return isDown ? .down(message, remedy: remedy) : .degraded(message, remedy: remedy)
  }

  /// What the operator does about it.
  var remedy: String {
    switch code {
    case .fileLost: "Stop the host, put the saved copy in the file's place, and start it again."
    case .missing: "Put the file back, or restore a backup with: fieldhouse restore FILE."
    case .corrupt: "Stop the host and restore a backup with: fieldhouse restore FILE."
    case .full: "Free space on the disk of the database; writing goes on by itself."
    case .readOnly: "Let the host write the database: its files and folder, or the primary server."
    case .disk: "Look at the system's log for errors of the disk."
    case .timeout: "Look what keeps the database busy; work goes on by itself when that ends."
    default: "See that the database runs and can be reached; work goes on by itself then."
    }
  }
}

extension HostStatements {
  /// Notes when the namespace was written last.
  /// Never the value there is: SQLite writes nothing when nothing changes, and a clock may stand still.
  static let beat = HostStatement(
    """
    insert into fieldhouse_state as s (key, value) values ('heartbeat', ?1)
    on conflict (key)
      do update set value = case when s.value = excluded.value then excluded.value + 1 else excluded.value end
    """)
  /// When the namespace was written last.
  static let lastBeat = HostStatement("select value from fieldhouse_state where key = 'heartbeat'")
}
