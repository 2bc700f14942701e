import FieldhouseCommunities
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage

extension MountedRoute {
  /// The routes of a plugin's groups, whose transactions are the plugin's.
  static func groups(_ groups: GroupRoutes, of plugin: RunningPlugin, _ storage: any NamespaceStorage) -> [MountedRoute]
  {
    let area = plugin.checked.manifest.area
    return mounted("/v1/groups/\(area)", plugin.id, storage, groups.routes)
      + mounted("/v1/group-codes/\(area)", plugin.id, storage, groups.codes)
  }

  private static func mounted(
    _ prefix: String, _ owner: String, _ storage: any NamespaceStorage, _ declare: (inout Routes) -> Void
  ) -> [MountedRoute] {
    var routes = Routes()
    declare(&routes)
    return routes.all.map { MountedRoute(owner: owner, prefix: prefix, route: $0, transact: transact(in: storage)) }
  }

  /// Routes of a service that need no transaction.
  static func plain(_ owner: String, _ prefix: String, _ declare: (inout Routes) -> Void) -> [MountedRoute] {
    var routes = Routes()
    declare(&routes)
    return routes.all.map { MountedRoute(owner: owner, prefix: prefix, route: $0) }
  }
}
