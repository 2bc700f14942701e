import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// A mail server and a text-message gateway in a process of their own.
struct Gateways: Sendable {
  private let child: Child
  private let folder: TestFolder
  let mailPort: UInt16
  let textPort: UInt16

  /// - Parameters:
  ///   - failing: how many messages of each kind are refused first.
  ///   - cutting: how many are then taken without a word.
  init(failing: Int = 0, cutting: Int = 0) async throws {
    folder = try TestFolder()
    child = try Child(
      [
        "python3", "\(Repository.root)/Tests/Support/gateways.py", folder("taken"), "--fail", "\(failing)", "--cut",
        "\(cutting)",
      ], environment: Tool.basicEnvironment)
    var ports: [UInt16] = []
    while ports.count < 2 {
      try await Task.sleep(for: .milliseconds(20))
      try #require(child.finished() == nil, "the gateways have ended")
      ports = try String(contentsOfFile: child.output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        .compactMap { UInt16($0) }
    }
    (mailPort, textPort) = (ports[0], ports[1])
  }

  /// The environment of a host that sends through them.
  var environment: [String: String] {
    [
      "FIELDHOUSE_DELIVERIES": "gateway", "FIELDHOUSE_MAIL_FROM": "hello@club.example",
      "FIELDHOUSE_SMTP_URL": "smtp://sender%40club.example:p%40ss@127.0.0.1:\(mailPort)",
      "FIELDHOUSE_SMS_URL": "http://127.0.0.1:\(textPort)/messages",
      "FIELDHOUSE_SMS_TOKEN": "gateway-token-canary", "FIELDHOUSE_LOG_LEVEL": "debug",
    ]
  }

  /// What stands before the names of devices that they push to.
  var pushService: String { "http://127.0.0.1:\(textPort)" }

  /// Runs something with gateways, and with the environment of hosts on this engine that push to them.
  static func push(
    from engine: TestEngine, _ body: (Gateways, [String: String]) async throws -> Void
  ) async throws {
    let gateways = try await Gateways()
    defer { gateways.stop() }
    let environment = ["FIELDHOUSE_PUSH_SERVICES": gateways.pushService]
    switch engine {
    case .sqlite: try await body(gateways, environment)
    case .postgresql:
      try await PostgreSQLDatabase.run { database in
        try await body(gateways, environment.merging(["FIELDHOUSE_DATABASE": database.address]) { $1 })
      }
    }
  }

  /// What was taken so far, of the kinds given.
  func taken(_ kinds: String...) -> [JSON] {
    let text = (try? folder.read("taken")) ?? ""
    let entries = text.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    return entries.filter { kinds.contains($0["kind"]?.string ?? "") }
  }

  /// Waits until so many entries of a kind are there.
  func wait(for count: Int, _ kind: String) async throws -> [JSON] {
    for _ in 0..<2000 {
      let found = taken(kind)
      if found.count >= count { return found }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(count) entries '\(kind)' did not come")
    return taken(kind)
  }

  func stop() { child.signal(SIGKILL) }
}
