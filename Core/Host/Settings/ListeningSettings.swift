import FieldhouseHTTP

/// Whom the listener believes and how much it takes.
struct ListeningSettings: Sendable, Equatable {
  var trustedProxies: TrustedProxies
  var limits = ListenerLimits()
  var live = LiveLimits()

  /// - Throws: ``SettingsError``, or ``TrustedProxiesError``.
  init(_ settings: SettingsResolver) throws {
    trustedProxies = try TrustedProxies(parsing: settings.value("trustedProxies") ?? "")
    func set(_ key: String, _ value: inout Int) throws {
      if let number = try settings.value(key).flatMap(Int.init) { value = number }
    }
    try set("connections", &limits.connections)
    try set("connectionsPerClient", &limits.connectionsPerClient)
    try set("requestsPerClient", &limits.requestsPerClient)
    try set("liveStreams", &live.streams)
    try set("liveStreamsPerClient", &live.streamsPerClient)
    try set("liveStreamsPerAccount", &live.streamsPerAccount)
    if let mebibytes = try settings.value("bodyMemory").flatMap(Int.init) {
      limits.bodyMemory = mebibytes << 20
      limits.bodyMemoryPerClient = max(limits.bodyMemoryPerClient, limits.bodyMemory / 8)
    }
  }
}
