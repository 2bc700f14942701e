import FieldhouseHTTP

extension Setting {
  /// Whom the listener believes and how much it takes.
  static let listening: [Setting] = [
    Setting(
      "trustedProxies",
      "The proxies in front, whose Forwarded or X-Forwarded-For, -Proto and -Host fields are believed: addresses, "
        + "networks such as 10.0.0.0/8 and the word `unix` for a Unix socket, separated by commas. A proxy sets one kind "
        + "of field and removes the other.",
      fallback: "", check: proxies),
    Setting(
      "connections", "Open connections, 16 to 1000000; a proxy in front counts one for each of its own.",
      fallback: "10000", hasFlag: false, check: whole(16...1_000_000)),
    Setting(
      "connectionsPerClient", "Open connections of one address (of IPv6 of its first 64 bits), 1 to 1000000.",
      fallback: "1000", hasFlag: false, check: whole(1...1_000_000)),
    Setting(
      "requestsPerClient", "Requests of one address that are worked on at a time, 1 to 100000.",
      fallback: "512", hasFlag: false, check: whole(1...100_000)),
    Setting(
      "bodyMemory",
      "Mebibytes of request bodies that are held at a time, 64 to 65536; a client gets an eighth of them, at least 12.",
      fallback: "64", hasFlag: false, check: whole(64...65_536)),
    Setting(
      "liveStreams", "Live streams, 1 to 1000000.", fallback: "8000", hasFlag: false, check: whole(1...1_000_000)),
    Setting(
      "liveStreamsPerClient", "Live streams of one address without a session or with a guest's, 1 to 1000000.",
      fallback: "500", hasFlag: false, check: whole(1...1_000_000)),
    Setting(
      "liveStreamsPerAccount", "Live streams of one account, 1 to 10000.", fallback: "20", hasFlag: false,
      check: whole(1...10_000)),
  ]

  private static func proxies(_ value: String) -> String? {
    do throws(TrustedProxiesError) {
      _ = try TrustedProxies(parsing: value)
      return nil
    } catch {
      return error.description
    }
  }
}
