import FieldhouseAccounts
import FieldhouseKit
public import FieldhouseStorage
import FieldhouseSupervision
public import Foundation

/// Everything the operator decided, checked.
public struct HostConfiguration: Sendable {
  /// The folder for databases, installed plugins and deliveries.
  public var data: String
  /// The folder with what ships beside the executable: plugins, web app and texts.
  public var resources: String
  /// The folder with the manifests.
  public var manifests: String
  /// The folders with plugin bundles, in the order they are looked through.
  public var pluginFolders: [String]
  /// The folder with the web app.
  public var web: String
  /// The address to listen on.
  public var listen: String
  /// An already listening socket.
  public var inheritedSocket: Int32?
  /// `sqlite` or a PostgreSQL address.
  public var database: String
  /// How much one query of a plugin may answer with.
  public var queryLimits: QueryLimits
  /// How long the answer to a request with an `Idempotency-Key` is kept.
  var replyAge: Duration
  /// A Redis address.
  public var redis: String?
  /// Where a simulated clock starts; nil for real time.
  public var clock: Date?
  /// Simulated seconds per second.
  public var clockRate: Double
  /// How long a plugin may hold a thread, in seconds; 0 for ever.
  public var hangSeconds: Double
  /// How much memory a worker may hold.
  var memoryLimit: MemoryLimit
  /// When a plugin is kept out.
  var faultRule: FaultBook.Rule
  /// The host names to answer for; empty for all.
  public var hosts: Set<String>
  /// Whom the listener believes and how much it takes.
  var listening: ListeningSettings
  /// Whether the operator said which address people use.
  public var hasPublicURL: Bool
  /// How messages leave.
  var deliveries: DeliverySettings
  /// Who may come in and how.
  var accounts: AccountsSettings
  /// The least level that is logged.
  public var logLevel: String
  /// The operator's token for automation.
  public var consoleToken: String?

  /// The configuration that a resolver finds.
  /// - Throws: ``SettingsError``.
  public init(_ settings: SettingsResolver) throws {
    let data = try settings.value("data") ?? "data"
    self.data = data
    manifests = try settings.value("manifests") ?? "manifests"
    let resources = try settings.value("resources").flatMap { $0.isEmpty ? nil : $0 } ?? Self.executableFolder
    self.resources = resources
    pluginFolders = try Self.list(settings.value("plugins"), ":") + ["\(resources)/plugins", "\(data)/plugins"]
    web = try settings.value("web").flatMap { $0.isEmpty ? nil : $0 } ?? "\(resources)/web"
    listen = try settings.value("listen") ?? "127.0.0.1:8080"
    inheritedSocket = try settings.value("inheritFd").flatMap(Int32.init)
    database = try settings.value("database") ?? "sqlite"
    let limits = QueryLimits()
    queryLimits = QueryLimits(
      rows: try settings.value("queryRows").flatMap(Int.init) ?? limits.rows,
      bytes: try settings.value("queryMegabytes").flatMap(Int.init).map { $0 << 20 } ?? limits.bytes)
    replyAge = .seconds(3600 * (try settings.value("replyHours").flatMap(Int.init) ?? 24))
    redis = try settings.value("redis")
    clock = try settings.value("clock").flatMap(RFC3339.date)
    clockRate = try settings.value("clockRate").flatMap(Double.init) ?? 1
    hangSeconds = try settings.value("hangSeconds").flatMap(Double.init) ?? 5
    memoryLimit = try settings.value("memoryLimit").flatMap { MemoryLimit($0) } ?? .share(75)
    faultRule = FaultBook.Rule(
      faults: try settings.value("pluginFaults").flatMap(Int.init) ?? 3,
      seconds: try settings.value("pluginFaultSeconds").flatMap(Double.init) ?? 60)
    hosts = Set(try Self.list(settings.value("hosts"), ","))
    listening = try ListeningSettings(settings)
    hasPublicURL = try settings.value("publicUrl").map { !$0.isEmpty } ?? false
    logLevel = try settings.value("logLevel") ?? "info"
    consoleToken = try settings.value("consoleToken")
    accounts = try AccountsSettings(settings)
    accounts.clockRate = clock == nil ? 1 : max(1, clockRate)
    deliveries = try DeliverySettings(settings, methods: accounts.methods)
  }

  /// The folder that holds the running executable.
  static var executableFolder: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  private static func list(_ text: String?, _ separator: Character) -> [String] {
    (text ?? "").split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
