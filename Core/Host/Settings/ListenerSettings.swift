import FieldhouseHTTP

/// Whom the listener believes and how much it takes.
struct ListenerSettings: SettingGroup {
  static let declared = Self()

  private static let limits = ListenerLimits()
  private static let live = LiveLimits()

  let trustedProxies = HostSetting(
    "trustedProxies",
    "The proxies in front, whose Forwarded or X-Forwarded-For, -Proto and -Host fields are believed: addresses, "
      + "networks such as 10.0.0.0/8 and the word `unix` for a Unix socket, separated by commas. A proxy sets one kind "
      + "of field and removes the other.",
    .judged(by: Self.proxiesMistake), default: "", hasFlag: true)
  let connections = HostSetting(
    "connections", "Open connections, {range}; a proxy in front counts one for each of its own.",
    .whole(16...1_000_000), default: Self.limits.connections)
  let connectionsPerClient = HostSetting(
    "connectionsPerClient", "Open connections of one address (of IPv6 of its first 64 bits), {range}.",
    .whole(1...1_000_000), default: Self.limits.connectionsPerClient)
  let requestsPerClient = HostSetting(
    "requestsPerClient", "Requests of one address that are worked on at a time, {range}.", .whole(1...100_000),
    default: Self.limits.requestsPerClient)
  let bodyMemory = HostSetting(
    "bodyMemory",
    "Mebibytes of request bodies that are held at a time, {range}; a client gets an eighth of them, at least 12.",
    .whole(64...65_536), default: Self.limits.bodyMemory >> 20)
  let liveStreams = HostSetting(
    "liveStreams", "Live streams, {range}.", .whole(1...1_000_000), default: Self.live.streams)
  let liveStreamsPerClient = HostSetting(
    "liveStreamsPerClient", "Live streams of one address without a session or with a guest's, {range}.",
    .whole(1...1_000_000), default: Self.live.streamsPerClient)
  let liveStreamsPerAccount = HostSetting(
    "liveStreamsPerAccount", "Live streams of one account, {range}.", .whole(1...10_000),
    default: Self.live.streamsPerAccount)

  private static func proxiesMistake(_ value: String) -> String? {
    do throws(TrustedProxiesError) {
      _ = try TrustedProxies(parsing: value)
      return nil
    } catch {
      return error.description
    }
  }
}
