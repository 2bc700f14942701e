/// What a library's entry point hands to the host.
///
///     @c(walking_clubs_plugin)
///     public func walkingClubsPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(WalkingClubs.self) }
public final class PluginEntry: Sendable {
  /// The binary contract the library was compiled against.
  public let contract: Int
  /// Makes the plugin.
  public let make: @Sendable (PluginHost) throws -> any Plugin

  private init(contract: Int, make: @escaping @Sendable (PluginHost) throws -> any Plugin) {
    self.contract = contract
    self.make = make
  }

  /// The entry of a plugin type, retained for the host, which takes it over with ``take(_:)``.
  /// - Parameter contract: leave it out; the compiler puts the number of the Kit that the plugin is compiled against.
  public static func export(_ type: any Plugin.Type, contract: Int = 1) -> UnsafeMutableRawPointer {
    let entry = PluginEntry(contract: contract, make: { try type.init(host: $0) })
    return Unmanaged.passRetained(entry).toOpaque()
  }

  /// Takes over what an entry point returned.
  public static func take(_ pointer: UnsafeMutableRawPointer) -> PluginEntry {
    Unmanaged<PluginEntry>.fromOpaque(pointer).takeRetainedValue()
  }
}
