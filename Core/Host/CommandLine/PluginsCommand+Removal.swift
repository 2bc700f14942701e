import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage
import Foundation

extension PluginsCommand {
  struct Uninstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a plugin; what it has stored stays, unless that is to go too.",
      discussion: """
        While a host runs, its files stay until they are pruned, and stored data cannot be removed; on PostgreSQL that \
        is any host on the database. Installed again, the plugin finds what it had stored. With --with-data also what was \
        kept of a plugin that was uninstalled before is removed: nobody who leaves is erased from that.
        """)
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin's id.") var id: String
    @Flag(name: .customLong("with-data"), help: "Remove what it has stored, too. There is no way back but a backup.")
    var removesData = false
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let configuration = try settings.configuration()
      let isRunning = await PluginsCommand.Release.isAnswering(configuration.data)
      var removal = PluginRemoval(dataFolder: configuration.data, manifestsFolder: configuration.manifests)
      removal.parts = await configuration.decidedParts().parts
      guard removesData else {
        let result = try removal.uninstall(id, keepingBundles: isRunning)
        try KeptData.note(id, at: configuration.makeClock().now, in: configuration.data)
        return show(result, "kept", isRunning: isRunning)
      }
      if isRunning { throw HostRuns(purpose: "to remove what '\(id)' has stored") }
      try await removeAll(removal, configuration)
    }

    /// Removes plugin and data, when no host on another machine has the database open.
    private func removeAll(_ removal: PluginRemoval, _ configuration: HostConfiguration) async throws {
      let engine = try await configuration.makeEngine(clock: configuration.makeClock())
      try await engine.closing {
        try await engine.checkUnused()
        let result = try await uninstall(removal, engine, configuration.data)
        let isStored = try await engine.remove(id)
        if try await engine.namespaces().contains(Namespace.host.id) {
          try await LaneStore(storage: try await engine.migrated(.host)).forget(plugin: id)
        }
        let areFiles = try PluginMedia.remove(of: id, in: configuration.data)
        try KeptData.forget(id, in: configuration.data)
        show(result, isStored || areFiles ? "removed" : "none", isRunning: false)
      }
      try await configuration.takeBack(id, "plugin.removed") { $0 = OperatorPart() }
    }

    /// Removes the plugin.
    /// - Returns: nil for one that is not installed any more, of which data was kept.
    private func uninstall(
      _ removal: PluginRemoval, _ engine: any StorageEngine, _ data: String
    ) async throws -> PluginRemoval.Result? {
      let isInstalled = ManifestFolder(path: removal.manifestsFolder).read().contains { $0.id == id }
      guard !isInstalled else { return try removal.uninstall(id) }
      let kept = try await KeptData.all(in: engine, installed: try removal.installed(), data: data)
      // What is unknown is refused as an installed plugin's id would be.
      return kept.contains { $0.plugin == id } ? nil : try removal.uninstall(id)
    }

    private func show(_ result: PluginRemoval.Result?, _ data: String, isRunning: Bool) {
      if json {
        Console.print([
          "id": .string(id), "manifest": result.map { .string($0.manifest) } ?? .null,
          "bundles": .array((result?.bundles ?? []).map(JSON.string)), "data": .string(data),
        ])
      } else {
        let files = isRunning ? " Its files go with: fieldhouse plugins prune, after the next start." : ""
        let gone = result == nil ? "was uninstalled before" : "is uninstalled"
        Console.print("\(id) \(gone). What it has stored: \(data).\(files)")
      }
    }
  }

  struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove the installed versions of plugins that no manifest names any more.")
    @OptionGroup var settings: SettingsOptions
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let configuration = try settings.configuration()
      let removal = PluginRemoval(dataFolder: configuration.data, manifestsFolder: configuration.manifests)
      if await PluginsCommand.Release.isAnswering(configuration.data), !isKnown(removal, to: configuration.data) {
        throw HostRuns(purpose: "with the manifests of now, restart it instead: it may use versions of before")
      }
      let pruned = try removal.prune()
      if json {
        Console.print(try JSON(encoding: pruned))
      } else {
        for one in pruned { Console.print("Removed \(one.id) \(one.bundle)") }
        Console.print(pruned.isEmpty ? "Nothing to remove." : "\(pruned.count) removed.")
      }
    }

    /// Whether the running host has started after the last change of a manifest.
    private func isKnown(_ removal: PluginRemoval, to data: String) -> Bool {
      guard let started = HostRecord.writtenAt(in: data), let changed = removal.changedAt else { return false }
      return changed < started
    }
  }
}

/// A host runs that has to be stopped first.
struct HostRuns: Error, CustomStringConvertible {
  let purpose: String

  var description: String { "A host is running on this data. Stop it \(purpose)." }
}
