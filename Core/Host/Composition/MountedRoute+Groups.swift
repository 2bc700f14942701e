import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseMachine
import FieldhouseStorage

extension MountedRoute {
  /// The routes of a plugin's groups, whose transactions are the plugin's.
  static func groups(
    _ groups: GroupRoutes, of plugin: RunningPlugin, _ storage: any NamespaceStorage, _ accounts: Accounts
  ) -> [MountedRoute] {
    let area = plugin.checked.manifest.area
    let doors =
      mounted("/v1/group-codes/\(area)", plugin.id, storage, groups.codes)
      + mounted("/v1/group-links/\(area)", plugin.id, storage, groups.links)
    return mounted("/v1/groups/\(area)", plugin.id, storage, groups.routes)
      + doors.map { $0.limited(by: accounts) }
  }

  /// The routes of the organisations among a plugin's groups, whose transactions are the plugin's.
  static func organisations(
    _ organisations: OrganisationRoutes, of plugin: RunningPlugin, _ storage: any NamespaceStorage
  ) -> [MountedRoute] {
    mounted("/v1/organisations/\(plugin.checked.manifest.area)", plugin.id, storage, organisations.routes)
  }

  /// The routes of reports of what lies in a plugin's groups and feeds, whose transactions are the plugin's.
  static func moderation(
    _ groups: GroupRoutes, of plugin: RunningPlugin, _ storage: any NamespaceStorage
  ) -> [MountedRoute] {
    mounted("/v1/moderation/\(plugin.checked.manifest.area)", plugin.id, storage, groups.moderation)
  }

  /// The routes of a plugin's feeds, whose transactions are the plugin's. What changes the same feed goes one after the other.
  static func feeds(
    _ feeds: FeedRoutes, of plugin: RunningPlugin, _ storage: any NamespaceStorage
  ) -> [MountedRoute] {
    let (area, turns) = (plugin.checked.manifest.area, Turns())
    let transact = transact(in: storage)
    func mounted(_ prefix: String, _ declare: (inout Routes) -> Void) -> [MountedRoute] {
      var routes = Routes()
      declare(&routes)
      return routes.all.map { route in
        let check = route.check
        return MountedRoute(owner: plugin.id, prefix: prefix, route: route) { handler, request, call, idempotent in
          try await check(request, call)
          try await feeds.admit(request.parameters, call, isTakingBack: route.method == .delete)
          return try await turns.take(FeedRoutes.turn(request.parameters)) {
            try await transact(handler, request, call, idempotent)
          }
        }
      }
    }
    return mounted("/v1/groups/\(area)", feeds.ofGroups) + mounted("/v1/feeds/\(area)", feeds.ofThings)
  }

  /// The same route for callers that have not tried too many codes and links that are none.
  func limited(by accounts: Accounts) -> MountedRoute {
    var route = route
    route.problems.append(Self.tooManyGuesses)
    if let plain = route.handler.plain {
      route.handler = Route.Handler(plain: { request, call in
        try await accounts.guess(call, isWrong: Self.isGuess) { try await plain(request, call) }
      })
    }
    var counted: Transact?
    if let transact {
      counted = { handler, request, call, idempotent in
        try await accounts.guess(call, isWrong: Self.isGuess) {
          try await transact(handler, request, call, idempotent)
        }
      }
    }
    return MountedRoute(owner: owner, prefix: prefix, route: route, transact: counted)
  }

  private static func isGuess(_ problem: Problem) -> Bool { GroupDoor.unknown.contains(problem.code) }

  private static var tooManyGuesses: Problem {
    .tooMany("too-many-attempts", "Too many attempts. Please wait and try again.", retryAfterSeconds: 60)
  }

  private static func mounted(
    _ prefix: String, _ owner: String, _ storage: any NamespaceStorage, _ declare: (inout Routes) -> Void
  ) -> [MountedRoute] {
    var routes = Routes()
    declare(&routes)
    let (each, inTurn) = (transact(in: storage), transact(in: storage, taking: Turns()))
    return routes.all.map { route in
      MountedRoute(
        owner: owner, prefix: prefix, route: route, transact: GroupRoutes.isInTurn(route) ? inTurn : each)
    }
  }

  /// One of a group after the other.
  private static func transact(in storage: any NamespaceStorage, taking turns: Turns) -> Transact {
    let transact = transact(in: storage)
    return { handler, request, call, idempotent in
      try await turns.take(request.parameters["group"] ?? "") {
        try await transact(handler, request, call, idempotent)
      }
    }
  }

  /// Routes of a service that need no transaction.
  static func plain(_ owner: String, _ prefix: String, _ declare: (inout Routes) -> Void) -> [MountedRoute] {
    var routes = Routes()
    declare(&routes)
    return routes.all.map { MountedRoute(owner: owner, prefix: prefix, route: $0) }
  }
}

extension Route {
  /// Tells what is wrong with a request, before anybody is asked about what it names.
  fileprivate var check: @Sendable (RawRequest, Call) async throws -> Void {
    let reading = Route(
      method: method, path: path, summary: summary, access: access, input: input, output: nil, status: 204,
      handler: Handler(plain: { _, _ in RawResponse(status: 204) }))
    return { request, call in _ = try await reading.handler.plain?(request, call) }
  }
}
