import FieldhouseHTTP
import Foundation

/// The address that people use.
enum PublicAddress {
  /// The setting `publicUrl`; without it the address that the host is told to listen on.
  /// - Returns: the address without a slash at its end.
  /// - Throws: ``SettingsError``.
  static func of(_ settings: SettingsResolver) throws -> String {
    if let given = try settings.value(\GeneralSettings.publicUrl) {
      return given.hasSuffix("/") ? String(given.dropLast()) : given
    }
    let listen = try settings.value(\GeneralSettings.listen)
    let listening = try? ListenAddress(parsing: listen)
    guard case .tcp(let host, let port) = listening, port > 0 else { return "http://127.0.0.1:8080" }
    return local(host: host, port: port)
  }

  /// Where somebody on this machine finds a host that listens at `host:port`; nil for a Unix socket.
  static func local(_ bound: String) -> String? {
    guard case .tcp(let host, let port) = try? ListenAddress(parsing: bound) else { return nil }
    return local(host: host, port: port)
  }

  private static func local(host: String, port: Int) -> String {
    let everywhere = ["0.0.0.0": "127.0.0.1", "::": "[::1]"]
    let name = everywhere[host] ?? (host.contains(":") ? "[\(host)]" : host)
    return "http://\(name):\(port)"
  }
}
