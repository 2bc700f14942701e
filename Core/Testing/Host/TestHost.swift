import FieldhouseHost
public import FieldhouseKit
import FieldhouseStorage
public import Foundation
import Synchronization

/// A whole host in the process of a test: the real store on either engine, accounts, boards, inboxes, live events, rights
/// and schedules. Requests are read by the code that reads those of a listener and go to the very code that answers them, so
/// whoever is not let in there is not let in here.
///
/// Time stands until the test moves it with ``clock``: everything that a test does happens at one instant, nothing that is
/// scheduled for later happens by itself, no lock closes and no session ends, however long the test takes.
///
///     @Test(arguments: TestHost.Engine.available)
///     func `an entry is ranked`(on engine: TestHost.Engine) async throws {
///       try await TestHost.run(TestPlugin(CornerQuiz.self), on: engine) { host in
///         let ada = try await host.person("Ada")
///         #expect(try await host.post("/v1/corner-quiz/entries", ["points": 7], as: ada).status == 201)
///         #expect(try await host.board("best").map(\.score) == [7])
///       }
///     }
///
/// What a real host has and this one has not: connections with their limits and deadlines, the check of the
/// plugin's library file, which ``TestPlugin`` has no use for, and the supervisor.
public final class TestHost: Sendable {
  /// The operator's bearer token.
  static let operatorToken = "operator-token-of-a-test-host-0123456789"

  /// The first plugin itself, as the host has made it.
  public let plugin: any Plugin
  /// The services of the first plugin, as it has them itself.
  public let services: PluginHost
  /// The host's time, which stands until the test moves it: `try await host.clock.advance(by: .seconds(60))`.
  public let clock: TestClock
  let application: HostApplication
  let installation: TestInstallation
  let people = Atomic(0)
  let watchers = Mutex<[LiveWatcher]>([])
  private let emitted: EmittedEvents

  private init(
    _ plugins: [TestPlugin], on engine: Engine, at start: Date, _ installation: TestInstallation
  ) async throws {
    var configuration = try installation.configuration(on: engine, at: start)
    let emitted = EmittedEvents()
    configuration.embedding.plugins = Dictionary(
      plugins.map { ($0.id, $0.linked) }, uniquingKeysWith: { first, _ in first })
    configuration.embedding.logDescriptor = installation.log.fileDescriptor
    configuration.embedding.schemaPrefix = installation.name
    configuration.embedding.opened = { storage in storage.onCommit { emitted.add($0) } }
    let application = try await HostApplication.start(configuration, executable: nil)
    let id = plugins.first?.id ?? ""
    guard let plugin = application.plugin(id), let services = await application.services(of: id),
      application.running.count == plugins.count
    else {
      await application.stop()
      throw TestHostError("A plugin does not start. " + application.problems.joined(separator: "\n"))
    }
    (self.plugin, self.services) = (plugin, services)
    clock = TestClock(application: application)
    (self.application, self.installation, self.emitted) = (application, installation, emitted)
  }

  /// Runs a test on a host of its own, which is ended behind it with everything it has kept.
  /// - Parameters:
  ///   - plugins: the plugin, and those that it depends on or that listen to it; at least one.
  ///   - engine: where the data lie.
  ///   - start: where the clock stands at first, to the millisecond; 2025-08-15T12:00:00Z without it.
  ///   - settings: settings of the host, as its settings file has them. Sessions last a year here, accounts are
  ///     erased at once, nobody needs a second factor for what they look after in a plugin, and everything is
  ///     logged, unless they say otherwise.
  /// - Throws: ``TestHostError`` with all problems when a plugin does not start, for plugins that cannot run together and
  ///   for a clock that starts in no year from 0 to 9999; what keeps the host from starting; what `body` throws.
  public static func run<Value>(
    _ plugins: TestPlugin..., on engine: Engine = .sqlite, at start: Date = Date(timeIntervalSince1970: 1_755_259_200),
    settings: JSONObject = [:], _ body: (TestHost) async throws -> Value
  ) async throws -> Value {
    var all: JSONObject = [
      "sessionDays": 365, "erasureGraceHours": 0, "pluginAdminSecondFactor": "optional", "logLevel": "debug",
    ]
    for (key, value) in settings { all[key] = value }
    let installation = try TestInstallation(plugins, settings: all)
    let result: Result<Value, any Error>
    do {
      let host = try await TestHost(plugins, on: engine, at: start, installation)
      result = await host.running(body)
    } catch {
      result = .failure(error)
    }
    do { try await engine.clear(prefix: installation.name) } catch {
      // What went wrong first is what the test is to tell.
      guard case .failure = result else { throw error }
    }
    return try result.get()
  }

  private func running<Value>(_ body: (TestHost) async throws -> Value) async -> Result<Value, any Error> {
    let work = Task { [application] in await application.work() }
    let result: Result<Value, any Error>
    do { result = .success(try await body(self)) } catch { result = .failure(error) }
    for watcher in watchers.withLock({ $0 }) { await watcher.end() }
    work.cancel()
    await work.value
    await application.stop()
    return result
  }

  /// The services of one of the plugins, as it has them itself; nil for an id that none of them has.
  public func services(of plugin: String) async -> PluginHost? { await application.services(of: plugin) }

  /// The events that the plugins have emitted so far, in the order of the commits of each, under their full names.
  public var events: [Event] { emitted.all }

  /// What the host and its plugins have logged so far, a JSON object a line.
  public var log: [JSON] { installation.lines("log") }
}
