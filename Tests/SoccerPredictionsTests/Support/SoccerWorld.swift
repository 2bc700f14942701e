import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Synchronization

@testable import SoccerPredictions

/// The plugin in a host, with a feed of files in a folder, at a time that the test sets, and people who are called by name.
final class SoccerWorld: Sendable {
  /// What a call is refused with.
  struct Refusal: Error {
    let reply: TestReply
  }

  let host: TestHost
  private let feed: URL
  private let people = Mutex<[String: TestPerson]>([:])

  private init(_ host: TestHost, feed: URL) { (self.host, self.feed) = (host, feed) }

  /// The folder with the plugin as it is shipped, rule modules included.
  private static let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "plugins/soccer-predictions")
  private static let manifest = shippedData.appending(path: "../../../manifests/soccer-predictions.json").standardized

  /// Runs a test in a world of its own on one engine.
  /// - Parameter called: the settings of a feed of providers, which tests replay, in the place of one of files.
  static func run(
    on engine: TestHost.Engine, season: String = SampleSeason.text(), settings: JSONObject = [:],
    host hostSettings: JSONObject = [:], announces: String? = nil, file: String = "england.season",
    provider: String = "fieldhouse", feed called: JSONObject? = nil,
    _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    let feed = FileManager.default.temporaryDirectory.appending(path: "soccer-\(UUID())")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: feed) }
    let first = feed.appending(path: file)
    try FileManager.default.createDirectory(at: first.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(season.utf8).write(to: first)
    var all = settings
    var source: JSONObject = ["provider": .string(provider), "directory": .string(feed.path), "pollSeconds": 300]
    source["announces"] = announces.map { .string($0) }
    all["feed"] = .object(called ?? source)
    let type: any Plugin.Type = called == nil ? SoccerPredictions.self : ReplayedSoccer.self
    let plugin = try TestPlugin(type, manifest: manifest, folder: bundle, settings: all)
    try await TestHost.run(plugin, on: engine, at: try instant(SampleSeason.morning), settings: hostSettings) { host in
      try await body(SoccerWorld(host, feed: feed))
    }
  }

  var now: Date { host.clock.now }
  var storage: any Storage { host.services.storage }
  var store: PredictionStore { PredictionStore(storage: storage) }
  var plugin: SoccerPredictions {
    get throws { try (host.plugin as? SoccerPredictions ?? (host.plugin as? ReplayedSoccer)?.base).unwrapped }
  }

  /// The person of a name, who comes in when first named.
  func person(_ name: String) async throws -> TestPerson {
    if let known = people.withLock({ $0[name] }) { return known }
    let person = try await host.person(name)
    people.withLock { $0[name] = person }
    return person
  }

  /// The name of an account.
  func name(_ id: String?) -> String { people.withLock { $0.first { $0.value.id.text == id }?.key } ?? id ?? "" }

  /// Moves the clock to an instant; what is due by then is done.
  func play(until text: String) async throws { try await host.clock.advance(to: try instant(text)) }

  /// Replaces or adds a file of the feed, read at the next poll; nil removes it.
  func publish(_ text: String?, as file: String = "england.season") throws {
    let url = feed.appending(path: file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if let text { try Data(text.utf8).write(to: url) } else { try FileManager.default.removeItem(at: url) }
  }

  /// Calls a route as a person, or as nobody.
  /// - Throws: ``Refusal`` unless it succeeds.
  @discardableResult
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as name: String? = nil,
    asOperator: Bool = false
  ) async throws -> JSON {
    var caller: TestPerson? = asOperator ? host.operator : nil
    if let name { caller = try await person(name) }
    let body = body ?? (method == .put ? [:] : nil)
    let reply = try await host.call(method, "/v1/soccer-predictions" + path, body, as: caller)
    guard reply.status < 400 else { throw Refusal(reply: reply) }
    return reply.json
  }

  /// Status and code of the refusal that a call meets.
  func problem(_ body: () async throws -> JSON) async -> String? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? Refusal).map { $0.reply.problem ?? $0.reply.text } ?? "\(error)"
    }
  }
}
