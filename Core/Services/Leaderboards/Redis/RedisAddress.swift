internal import Foundation

/// Where Redis is: `redis://[:password@]host[:port][/database][?prefix=name]`.
public struct RedisAddress: Sendable, Hashable {
  /// The host's name or address.
  public var host: String
  /// The port, 6379 unless told.
  public var port: Int
  /// The number of the database, 0 unless told.
  public var database: Int
  /// The password, nil for none.
  public var password: String?
  /// What the keys begin with. Installations that share a server need different ones.
  public var prefix: String

  /// Reads an address; nil when it is none.
  public init?(_ text: String) {
    guard let parts = URLComponents(string: text), parts.scheme == "redis", let host = parts.host, !host.isEmpty,
      let database = Int(parts.path.dropFirst().isEmpty ? "0" : parts.path.dropFirst()), (0...1023).contains(database)
    else { return nil }
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    port = parts.port ?? 6379
    self.database = database
    password = parts.password
    prefix = parts.queryItems?.first { $0.name == "prefix" }?.value ?? "fieldhouse"
  }
}
