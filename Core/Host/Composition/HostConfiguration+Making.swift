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

  /// The database the operator chose, an interrupted restore being settled first.
  /// - Throws: ``StorageError``; `storage-unavailable` while a restore is going on.
  func makeEngine(clock: any HostClock) async throws -> any StorageEngine {
    let engine: any StorageEngine =
      if isEmbedded {
        try SQLiteEngine(directory: data, options: SQLiteOptions(now: { clock.now }))
      } else {
        PostgreSQLEngine(address: database, options: postgreSQLOptions(clock))
      }
    try await PendingRestore(folder: data, engine: engine).settle()
    return engine
  }

  private func postgreSQLOptions(_ clock: any HostClock) -> PostgreSQLOptions {
    var options = PostgreSQLOptions(now: { clock.now })
    if let prefix = embedding.schemaPrefix { options.prefix = prefix }
    return options
  }

  /// Accounts on their tables.
  /// - Parameter pictures: where profile pictures are kept.
  func makeAccounts(
    _ tables: AccountsTables, clock: any HostClock, texts: any Texts, pictures: any Media, pool: OutgoingPool,
    log: any Log
  ) throws -> Accounts {
    let worker = PictureWorker(executable: "\(Self.executableFolder)/fieldhouse-pictures")
    return Accounts(
      tables: tables, clock: clock, secret: try InstallationSecret.load(path: "\(data)/secret.key"),
      deliveries: try deliveries.make(data: data, siteName: accounts.siteName, clock: clock, pool: pool),
      texts: texts, log: log, pictures: Pictures(media: pictures) { try await worker.shrink($0) },
      erasures: ErasureJournal(path: "\(data)/erased.ids"),
      http: ProviderHTTP(accounts.providers, pool: OutgoingPool(width: 8)), settings: accounts)
  }

  /// Takes from others what they may do with the data folder and the files in it.
  func mendModes() { for exposed in PrivateFile.exposures(in: data) { PrivateFile.mend(exposed.path) } }

  /// Where to listen.
  /// - Throws: when the address cannot be read.
  func makeAddress() throws -> ListenAddress {
    if let address = Supervised.address { return address }
    if let inheritedSocket { return .inherited(descriptor: inheritedSocket) }
    let handed = InheritedSocket.systemd(
      environment: ProcessInfo.processInfo.environment, processIdentifier: ProcessInfo.processInfo.processIdentifier)
    if let first = handed.first { return .inherited(descriptor: first) }
    return try ListenAddress(parsing: listen)
  }
}
