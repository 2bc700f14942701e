import FieldhouseKit

/// Leagues that operators look after and teams in them whose coaches reach the members: groups alone.
struct Leagues: Plugin {
  init(host: PluginHost) throws {}
}

@c(leagues_plugin)
public func leaguesPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Leagues.self) }
