import FieldhouseHost
import FieldhouseKit
import Foundation

/// The folder of one test's host, removed with the last reference to it.
final class TestInstallation: Sendable {
  /// Names the folder, and what lies on a server.
  let name = "test" + String(UInt64.random(in: .min ... .max), radix: 36)
  let root: URL
  /// Where the host's log goes.
  let log: FileHandle

  /// - Throws: ``TestHostError`` for plugins that cannot run together.
  init(_ plugins: [TestPlugin], settings: JSONObject) throws {
    guard !plugins.isEmpty else { throw TestHostError("A host has at least one plugin here. Name it.") }
    for (id, named) in Dictionary(grouping: plugins, by: \.id) where named.count > 1 {
      throw TestHostError("\(named.count) plugins have the id \(id). Change it in all manifests but one.")
    }
    root = FileManager.default.temporaryDirectory.appending(path: "fieldhouse-\(name)")
    for folder in ["data", "manifests", "resources/strings"] {
      try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    try Data().write(to: root.appending(path: "log"))
    log = try FileHandle(forWritingTo: root.appending(path: "log"))
    // The texts of the services lie in this checkout, from which the tests are built.
    let services = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Services")
    for (name, folder) in [("accounts", "Accounts"), ("communities", "Communities")] {
      try FileManager.default.createSymbolicLink(
        at: root.appending(path: "resources/strings/\(name)"),
        withDestinationURL: services.appending(path: "\(folder)/strings").standardized)
    }
    for plugin in plugins { try write(.object(plugin.manifest), to: "manifests/\(plugin.id).json") }
    try write(.object(settings), to: "settings.json")
  }

  deinit {
    try? log.close()
    try? FileManager.default.removeItem(at: root)
  }

  private func write(_ value: JSON, to path: String) throws {
    try Data(value.serialized(pretty: true).utf8).write(to: root.appending(path: path))
  }

  /// The lines of a file of JSON objects.
  func lines(_ path: String) -> [JSON] {
    let text = (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
  }

  /// What the host is told.
  /// - Throws: ``SettingsError``; ``TestHostError`` for an engine that is not there, or a time that no clock shows.
  func configuration(on engine: TestHost.Engine, at start: Date) throws -> HostConfiguration {
    guard let clock = RFC3339.string(from: start) else {
      throw TestHostError("The clock starts in a year from 0 to 9999, not \(start.timeIntervalSince1970) s from 1970.")
    }
    let flags = [
      "data": root.appending(path: "data").path, "manifests": root.appending(path: "manifests").path,
      "resources": root.appending(path: "resources").path, "database": try engine.database,
      "clock": clock, "clockRate": "0", "consoleToken": TestHost.operatorToken,
    ]
    let settings = try SettingsResolver(
      flags: flags, environment: [:], path: root.appending(path: "settings.json").path, isRequired: true)
    return try HostConfiguration(settings)
  }
}
