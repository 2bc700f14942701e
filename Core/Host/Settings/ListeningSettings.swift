import FieldhouseHTTP

/// Whom the listener believes and how much it takes.
struct ListeningSettings: Sendable, Equatable {
  var trustedProxies: TrustedProxies
  var limits = ListenerLimits()
  var live = LiveLimits()

  /// - Throws: ``SettingsError``, or ``TrustedProxiesError``.
  init(_ settings: SettingsResolver) throws {
    trustedProxies = try TrustedProxies(parsing: settings.value(\ListenerSettings.trustedProxies))
    limits.connections = try settings.value(\ListenerSettings.connections)
    limits.connectionsPerClient = try settings.value(\ListenerSettings.connectionsPerClient)
    limits.requestsPerClient = try settings.value(\ListenerSettings.requestsPerClient)
    limits.bodyMemory = try settings.value(\ListenerSettings.bodyMemory) << 20
    limits.bodyMemoryPerClient = max(limits.bodyMemoryPerClient, limits.bodyMemory / 8)
    live.streams = try settings.value(\ListenerSettings.liveStreams)
    live.streamsPerClient = try settings.value(\ListenerSettings.liveStreamsPerClient)
    live.streamsPerAccount = try settings.value(\ListenerSettings.liveStreamsPerAccount)
  }
}
