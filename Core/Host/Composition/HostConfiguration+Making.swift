import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseHTTP
import FieldhouseKit
import FieldhouseNotifications
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

  /// Pictures that strangers send, worked on in a process of their own.
  func makePictures(in media: any Media) -> Pictures {
    let worker = PictureWorker(executable: "\(Self.executableFolder)/fieldhouse-pictures")
    return Pictures(media: media, square: { try await worker.square($0) }, shrink: { try await worker.shrink($0) })
  }

  /// The pictures of links that are shared. They wait for one another, and for no picture that somebody sends.
  func makeCards() -> CardStore {
    let worker = PictureWorker(executable: "\(Self.executableFolder)/fieldhouse-pictures")
    return CardStore { try await worker.draw($0) }
  }

  /// The logo that the web app shows; nothing where its folder has none.
  func makeLogo() -> [UInt8] { FileManager.default.contents(atPath: "\(web)/images/logo.svg").map { Array($0) } ?? [] }

  /// Accounts on their tables.
  /// - Parameters:
  ///   - pictures: where profile pictures are kept.
  ///   - published: tells which version of a document people are shown.
  func makeAccounts(
    _ tables: AccountsTables, clock: any HostClock, texts: any Texts, pictures: Pictures, deliveries: any Deliveries,
    log: any Log, published: @escaping Accounts.PublishedVersion
  ) throws -> Accounts {
    Accounts(
      tables: tables, clock: clock, secret: try InstallationSecret.load(path: "\(data)/secret.key"),
      deliveries: deliveries, texts: texts, log: log, pictures: pictures,
      erasures: ErasureJournal(path: "\(data)/erased.ids"),
      http: ProviderHTTP(accounts.providers, pool: OutgoingPool(width: 8)), settings: accounts, published: published,
      draw: { try QRCode($0).svg })
  }

  /// The way of messages, watched.
  /// - Throws: ``OutgoingError`` for an address that cannot be read.
  func makeDeliveries(clock: any HostClock) throws -> DeliveryWatch {
    let real = try deliveries.make(data: data, siteName: accounts.siteName, clock: clock, pool: OutgoingPool(width: 16))
    if case .file = deliveries { return DeliveryWatch(real) }
    guard environment.kind != .production else { return DeliveryWatch(real) }
    let file = FileDeliveries(path: "\(data)/deliveries.jsonl", clock: clock)
    return DeliveryWatch(RestrainedDeliveries(environment: environment, real: real, file: file))
  }

  /// The way to devices; outside production to those of the operator's own services alone. Its key follows from the installation's secret and so is in every backup that has it.
  /// - Throws: what ``InstallationSecret/load(path:)`` throws.
  func makePush() throws -> PushService {
    let secret = try InstallationSecret.load(path: "\(data)/secret.key")
    let contact = mailFrom.map { "mailto:\($0)" } ?? accounts.publicURL
    let http = PushHTTP(
      own: pushServices, reachesPublic: environment.kind == .production, pool: OutgoingPool(width: 32))
    return PushService(
      key: VAPIDKey(secret: { secret.derived("web-push", number: $0) }, contact: contact), http: http,
      refusal: http.refusal)
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
