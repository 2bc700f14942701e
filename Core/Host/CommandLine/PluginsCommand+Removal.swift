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
        While a host runs, its files stay until they are pruned, and stored data cannot be removed. Installed again, the \
        plugin finds what it had stored.
        """)
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin's id.") var id: String
    @Flag(name: .customLong("with-data"), help: "Remove what it has stored, too. There is no way back but a backup.")
    var removesData = false
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let configuration = try settings.configuration()
      let isRunning = await PluginsCommand.Release.isAnswering(configuration.data)
      if removesData, isRunning { throw HostRuns(purpose: "to remove what '\(id)' has stored") }
      let removal = PluginRemoval(dataFolder: configuration.data, manifestsFolder: configuration.manifests)
      let result = try removal.uninstall(id, keepingBundles: isRunning)
      let data = try await removesData ? removeData(configuration) : "kept"
      if json {
        Console.print([
          "id": .string(id), "manifest": .string(result.manifest), "bundles": .array(result.bundles.map(JSON.string)),
          "data": .string(data),
        ])
      } else {
        let files = isRunning ? " Its files go with: fieldhouse plugins prune, after the next start." : ""
        Console.print("\(id) is uninstalled. What it has stored: \(data).\(files)")
      }
    }

    /// Removes the plugin's namespace and its files.
    /// - Returns: `removed`, or `none` when there was nothing.
    private func removeData(_ configuration: HostConfiguration) async throws -> String {
      let engine = try await configuration.makeEngine(clock: configuration.makeClock())
      let isStored = try await engine.closing { try await engine.remove(id) }
      let areFiles = try PluginMedia.remove(of: id, in: configuration.data)
      return isStored || areFiles ? "removed" : "none"
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
