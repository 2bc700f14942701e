import FieldhouseAccounts
import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

extension HostConfiguration {
  /// The clock the operator chose.
  func makeClock() -> any HostClock {
    guard let clock else { return SystemClock() }
    return SimulatedClock(start: clock, rate: clockRate)
  }

  /// The database the operator chose.
  /// - Throws: ``StorageError``.
  func makeEngine(clock: any HostClock) throws -> any StorageEngine {
    if database == "sqlite" {
      return try SQLiteEngine(directory: data, options: SQLiteOptions(now: { clock.now }))
    }
    return PostgreSQLEngine(address: database, options: PostgreSQLOptions(now: { clock.now }))
  }

  /// Accounts on their namespace.
  func makeAccounts(_ storage: any Storage, clock: any HostClock, log: any Log) throws -> Accounts {
    var settings = AccountsSettings()
    settings.publicURL = publicURL
    settings.clockRate = self.clock == nil ? 1 : max(1, clockRate)
    return Accounts(
      storage: storage, clock: clock, secret: try InstallationSecret.load(path: "\(data)/secret.key"),
      deliveries: FileDeliveries(path: "\(data)/deliveries.jsonl", clock: clock),
      texts: try TextTables.reading(folder: "\(resources)/strings/accounts"), log: log, settings: settings)
  }

  /// Where to listen.
  /// - Throws: when the address cannot be read.
  func makeAddress() throws -> ListenAddress {
    if let inheritedSocket { return .inherited(descriptor: inheritedSocket) }
    let handed = InheritedSocket.systemd(
      environment: ProcessInfo.processInfo.environment, processIdentifier: ProcessInfo.processInfo.processIdentifier)
    if let first = handed.first { return .inherited(descriptor: first) }
    return try ListenAddress(parsing: listen)
  }
}
