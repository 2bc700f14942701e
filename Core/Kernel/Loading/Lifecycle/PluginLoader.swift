public import FieldhouseKit

/// Takes checked libraries into this process, for good.
public struct PluginLoader: Sendable {
  /// The number of the binary contract that is accepted.
  public let contract: Int

  /// A loader for this host.
  public init(contract: Int = Kit.contract) {
    self.contract = contract
  }

  /// Maps the library and calls its entry point.
  /// - Throws: ``LoadError``.
  public func load(_ plugin: CheckedPlugin) throws(LoadError) -> PluginEntry {
    let entry = try PluginLibrary(path: plugin.library).entry(plugin.manifest.library.symbol)
    guard entry.contract == contract else { throw .contract(found: entry.contract, expected: contract) }
    return entry
  }
}
