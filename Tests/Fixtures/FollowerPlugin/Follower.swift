import FieldhouseKit

// A plugin that needs another one.
struct Follower: Plugin {
  init(host: PluginHost) throws {}
}

@c(follower_plugin)
public func followerPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Follower.self) }
