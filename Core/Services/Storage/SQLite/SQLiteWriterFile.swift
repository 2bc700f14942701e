internal import CSQLite
internal import FieldhouseKit
internal import Foundation
internal import Glibc

/// The writer's connection and its lease: opened when they are needed, given up when others want them.
/// Confined to the writer's loop.
final class SQLiteWriterFile: @unchecked Sendable {
  /// Whether it is still where it was opened.
  let presence: DatabaseFile
  /// Told when another process may have written the file.
  let foreignWrites = Hooks<Void>()
  private(set) var connection: SQLiteConnection?
  private let loop: EventLoop
  private let lease: WriterLease
  private let rights: RightsLedger
  private let now: @Sendable () -> Date
  private var rescueTriedAt: UInt64?
  private var sequence: Int64 = 0
  private var dataVersion: Int64?
  private var uses: UInt64 = 0
  private var isIdleTimerSet = false
  private let hold: LogHold
  private var pace = CheckpointPace()
  private var isEmptyingLog = false

  init(file: DatabaseFile, loop: EventLoop, rights: RightsLedger, now: @escaping @Sendable () -> Date) {
    presence = file
    self.rights = rights
    self.loop = loop
    self.now = now
    lease = WriterLease(path: file.path + ".lease")
    hold = LogHold(of: file.path)
  }

  private var path: String { presence.path }

  /// The connection, with the lease held. Waits until another process hands the lease over.
  /// - Throws: ``StorageError``.
  func connectionWithLease() async throws -> SQLiteConnection {
    uses &+= 1
    if let connection, lease.isHeld { return connection }
    try await acquireLease()
    do {
      return try prepareConnection()
    } catch {
      dropConnection()
      throw error
    }
  }

  /// The number of the next effect.
  func nextSequence() -> Int64 {
    sequence += 1
    return sequence
  }

  /// Gives connection and lease up after an error of the disk; the next transaction opens them anew.
  func dropConnection() {
    letGo()
    hold.close()
    connection?.close()
    connection = nil
    presence.rememberLog(false)
    lease.release()
  }

  /// Saves what is open of a file that is gone, once; a copy that failed is tried again after a minute.
  func rescue() {
    guard let connection, !presence.isRescued, rescueTriedAt.map({ Monotonic.now > $0 &+ Self.rescuePause }) ?? true
    else { return }
    rescueTriedAt = Monotonic.now
    let target = RescueCopy.path(of: path, at: now())
    if (try? RescueCopy.make(of: connection, to: target)) != nil { presence.note(rescue: target) }
  }

  /// Empties the log into the file, unless another process writes now, and gives everything back. Where it is to be empty soon, it
  /// waits for a moment in which nobody is in the way.
  func close() {
    letGo()
    var tries = isEmptyingLog ? Self.lastTries : 1
    while tries > 0, !hasEmptiedLog() {
      tries -= 1
      if tries > 0 { usleep(Self.lastPause) }
    }
    dropConnection()
    lease.close()
  }

  /// Between transactions: has a long log written into the file and hands the lease over when another process wants it or
  /// nothing is written any more.
  func tidy() {
    if let connection { writeLog(of: connection) }
    if lease.isWanted, !pace.isUnderway {
      release()
    } else if !isIdleTimerSet {
      isIdleTimerSet = true
      watchIdleness()
    }
  }

  /// Takes the next step of writing a long log into the file.
  private func writeLog(of connection: SQLiteConnection) {
    switch pace.step(connection.logPages) {
    case .none: return
    case .hold:
      hold.end()
      if !hold.begin() { pace.letGo() }
    case .write:
      connection.checkpoint()
      hold.sync { [weak self] in
        guard let self else { return }
        loop.execute { self.pace.done() }
      }
    case .finish:
      hold.end()
      connection.checkpoint()
    }
  }

  /// Holds the log no longer, once the disk has taken what it is about to.
  private func letGo() {
    guard pace.isHeld else { return }
    if pace.isUnderway { hold.wait() }
    hold.end()
    pace.letGo()
  }

  /// Empties the log into the file soon, when nobody reads an older state of it and nobody else writes; once for all who
  /// ask until then.
  func emptyLog() {
    guard !isEmptyingLog else { return }
    isEmptyingLog = true
    emptyLogLater()
  }

  private func emptyLogLater() {
    loop.schedule(after: Self.emptyingPause) { [self] in
      isEmptyingLog = !hasEmptiedLog()
      if isEmptyingLog { emptyLogLater() }
    }
  }

  private func hasEmptiedLog() -> Bool {
    guard let connection, connection.isAutocommit, !pace.isUnderway else { return false }
    letGo()
    let isHeld = lease.isHeld
    guard isHeld || (!lease.isWanted && (try? lease.tryAcquire()) == true) else { return false }
    defer { if !isHeld { lease.release() } }
    return connection.emptyLog()
  }

  private static let emptyingPause: UInt64 = 250_000_000
  /// How often, and after how many microseconds again, the log is tried to be emptied at the end: a quarter of a second in all.
  private static let lastTries = 25
  private static let lastPause: UInt32 = 10_000
  private static let rescuePause: UInt64 = 60_000_000_000
  private static let idleTime: UInt64 = 20_000_000
  private static let pollTime: UInt64 = 1_000_000
  private static let longestWait: UInt64 = 10_000_000_000

  private func watchIdleness() {
    let usesThen = uses
    loop.schedule(after: Self.idleTime) { [self] in
      if uses == usesThen, !pace.isUnderway {
        isIdleTimerSet = false
        release()
      } else {
        watchIdleness()
      }
    }
  }

  private func release() {
    // Without the lease the version may be another process's already, whose writes would go unnoticed.
    guard let connection, lease.isHeld, connection.isAutocommit, !pace.isUnderway else { return }
    letGo()
    dataVersion = try? connection.dataVersion
    lease.release()
  }

  private func acquireLease() async throws {
    let isQueued = lease.isWanted
    if try !isQueued && lease.tryAcquire() { return }
    lease.announce()
    defer { lease.withdraw() }
    let end = Monotonic.now &+ Self.longestWait
    repeat {
      await loop.pause(Self.pollTime)
      if try lease.tryAcquire() { return }
    } while Monotonic.now < end
    throw StorageError(.unavailable, "Another process writes \(path) and does not hand it over. Try again later.")
  }

  private func prepareConnection() throws(StorageError) -> SQLiteConnection {
    let isNew = connection == nil
    let current: SQLiteConnection
    if let connection {
      current = connection
    } else {
      if presence.isKnown { try presence.check() } else { try PrivateFile.create(path) }
      current = try SQLiteConnection(path: path, role: .writer)
      connection = current
      presence.remember()
      try createReservedTables(current)
      presence.rememberLog(true)
      // What an earlier process has left there, also of what was erased meanwhile.
      emptyLog()
    }
    let version = try current.dataVersion
    if isNew || dataVersion != version {
      let isFirst = dataVersion == nil
      let last = try current.lastSequence
      sequence = max(sequence, last)
      dataVersion = version
      if !isFirst { foreignWrites.call(()) }
    }
    return current
  }

  /// All in one transaction, so that a new file waits for the disk once.
  private func createReservedTables(_ connection: SQLiteConnection) throws(StorageError) {
    try connection.run("begin")
    do throws(StorageError) {
      for (sql, isClustered) in ReservedSchema.definitions(of: rights) {
        try connection.run(try SQLDialect.sqlite.translate(sql) + (isClustered ? ", without rowid" : ""))
      }
      try connection.run(LiveStatements.mark)
      try connection.run("commit")
    } catch {
      if !connection.isAutocommit { try? connection.run("rollback") }
      throw error
    }
  }
}

extension SQLiteConnection {
  /// Changes when another connection has committed.
  var dataVersion: Int64 {
    get throws(StorageError) { try integer(Self.dataVersionStatement) }
  }

  /// The largest number that was given to a notification, an event or a live event.
  var lastSequence: Int64 {
    get throws(StorageError) {
      let pending = try integer(HostStatements.largestSequence)
      let acknowledged = try integer(HostStatements.state, [.text(StateKey.sequence)])
      let live = try run(LiveStatements.log).first?.values.dropFirst().compactMap(\.number) ?? []
      return ([pending, acknowledged] + live).max() ?? 0
    }
  }

  /// The number a query answers with, 0 when it answers with none.
  func integer(_ statement: HostStatement, _ values: [SQLValue] = []) throws(StorageError) -> Int64 {
    let rows = try run(statement, values)
    guard case .integer(let value)? = rows.first?.values.first else { return 0 }
    return value
  }

  /// Writes the log into the file and cuts it to nothing, unless somebody reads an older state; waits for nobody.
  /// - Returns: whether it is empty.
  @discardableResult
  func emptyLog() -> Bool {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    return sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
  }

  /// Writes the log into the file as far as readers allow.
  func checkpoint() { sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }

  private static let dataVersionStatement = HostStatement("pragma data_version")
}

/// The keys of the table `fieldhouse_state`.
enum StateKey {
  /// The largest number that was acknowledged.
  static let sequence = "sequence"
  /// The place of the last event that the namespace has received.
  static let lane = "lane"
  /// Up to where the host's tables follow what happens to people.
  static let peopleInTables = "people-tables"
  /// Up to where the plugin's hooks were called for it.
  static let peopleInHooks = "people-hooks"
}

extension SQLValue {
  /// The whole number it is, if it is one.
  fileprivate var number: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
}
