/// What a library's entry point hands to the host.
public final class PluginEntry: Sendable {
  /// The binary contract the library was compiled against.
  public let contract: Int
  /// Makes the plugin.
  public let make: @Sendable (PluginHost) throws -> any Plugin

  private init(contract: Int, make: @escaping @Sendable (PluginHost) throws -> any Plugin) {
    self.contract = contract
    self.make = make
  }

  /// The entry of a plugin type, retained for the host.
  public static func export(_ type: any Plugin.Type, contract: Int = 1) -> UnsafeMutableRawPointer {
    let entry = PluginEntry(contract: contract, make: { try type.init(host: $0) })
    return Unmanaged.passRetained(entry).toOpaque()
  }
}
