import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// What a plugin has stored that is not installed any more. No hook of the plugin runs, so that what happens to people does
/// not reach it: it is told of until it is removed, or the plugin is back and follows everything that has happened.
struct KeptData: Sendable, Hashable {
  /// The plugin's id.
  let plugin: String
  /// When it was uninstalled here; nil when that was not by the command of this installation.
  let since: Date?

  /// All there is.
  /// - Parameter installed: the ids of all manifests.
  /// - Throws: ``StorageError``.
  static func all(
    in engine: any StorageEngine, installed: some Sequence<String>, data: String
  ) async throws -> [KeptData] {
    let notes = notes(in: data)
    let known = Set(installed).union(Namespace.ofHost.map(\.id))
    return try await engine.namespaces().filter { !known.contains($0) }.map {
      KeptData(plugin: $0, since: notes[$0]?.string.flatMap(RFC3339.date))
    }
  }

  /// What it means, and what to do.
  var message: String {
    let when = since.flatMap(RFC3339.string).map { " since \($0)" } ?? ""
    return
      "The plugin '\(plugin)' is not installed\(when), and what it has stored is kept: who leaves is not erased from "
      + "it. Remove it with: fieldhouse plugins uninstall \(plugin) --with-data. Or install the plugin again: it then follows all that "
      + "has happened to people."
  }

  /// Notes that a plugin was uninstalled and its data kept.
  /// - Throws: when the note cannot be written.
  static func note(_ plugin: String, at instant: Date, in data: String) throws {
    var notes = notes(in: data)
    notes[plugin] = RFC3339.string(from: instant).map(JSON.string)
    try write(notes, to: data)
  }

  /// Takes such a note back.
  /// - Throws: when it cannot be written.
  static func forget(_ plugin: String, in data: String) throws {
    var notes = notes(in: data)
    guard notes.contains(key: plugin) else { return }
    notes[plugin] = nil
    try write(notes, to: data)
  }

  private static func notes(in data: String) -> JSONObject {
    guard let bytes = FileManager.default.contents(atPath: path(data)) else { return [:] }
    return (try? JSON(parsing: Array(bytes)))?.object ?? [:]
  }

  private static func write(_ notes: JSONObject, to data: String) throws {
    guard FileManager.default.fileExists(atPath: data) else { return }
    let draft = "\(path(data)).\(getpid())"
    let bytes = Data(JSON.object(notes).serialized().utf8)
    guard FileManager.default.createFile(atPath: draft, contents: bytes, attributes: [.posixPermissions: 0o600]),
      rename(draft, path(data)) == 0
    else { throw CocoaError(.fileWriteUnknown) }
  }

  private static func path(_ data: String) -> String { "\(data)/uninstalled.json" }
}

extension HostCore {
  /// What is kept of plugins that are not installed, told to the log.
  func keptData(_ report: CheckReport) async -> [KeptData] {
    do {
      let kept = try await KeptData.all(
        in: engine, installed: report.listing.compactMap(\.id), data: configuration.data)
      for one in kept { log.warning(one.message, ["code": "data-kept", "plugin": one.plugin]) }
      return kept
    } catch {
      log.warning("what uninstalled plugins have stored could not be looked for", ["cause": "\(error)"])
      return []
    }
  }
}

extension PluginStatus {
  init(_ kept: KeptData) {
    self.init(id: kept.plugin, name: kept.plugin, version: "", state: "uninstalled", detail: kept.message)
  }
}
