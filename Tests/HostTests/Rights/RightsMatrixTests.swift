import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// What a plugin's role lets its holder do with one thing of the plugin's, own or foreign; from the manifest alone.
private struct Holder {
  let name: String
  let token: String?
  /// Nil for those who hold nothing.
  var role: RoleDeclaration?
  /// The thing it is held in; nil for the whole host.
  var thing: String?
  var isGuest = false
  /// Whether a role of the platform lets in everywhere.
  var isPowerful = false

  /// What a route must answer that asks for a permission, to be entered for a thing: nil to let in, else the code.
  func refusal(_ permission: PermissionDeclaration, for asked: String, _ all: [PermissionDeclaration]) -> String? {
    if isPowerful { return nil }
    guard token != nil else { return "unauthenticated" }
    if isGuest, permission.in == nil { return "account-needed" }
    let counts = role != nil && (thing == nil || (permission.in == role?.in && thing == asked))
    let brought = all.filter { role?.permissions.contains($0.name) == true }
    if counts, brought.contains(permission) { return nil }
    guard permission.in != nil else { return "forbidden" }
    let isKnown = counts && (thing != nil || brought.contains { $0.in == permission.in })
    return isKnown ? "forbidden" : "not-found"
  }
}

@Suite struct `Who may do what with a plugin's things` {
  private static let clock = "2024-08-17T11:40:00Z"
  private static let things = ["c1", "c2"]

  @Test(.tags(.pl22), arguments: TestEngine.allCases)
  func `every route that asks for a right lets in who holds it there, and nobody else`(on engine: TestEngine)
    async throws
  {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        let permissions = try Self.permissions(host)
        let holders = try await Self.holders(host)
        let routes = try await DeclaredRoute.all(of: host).filter { $0.path.hasPrefix("/v1/card-game/") }
        var calls = 0
        for route in routes {
          guard let permission = permissions.first(where: { route.asks(for: $0) }) else {
            #expect(["everyone", "guest", "account"].contains(route.access), "\(route.name)")
            continue
          }
          for (holder, thing) in holders.flatMap({ holder in Self.things.map { (holder, $0) } }) {
            let code = try await Self.knock(host, route, thing, holder.token)
            let expected = holder.refusal(permission, for: thing, permissions)
            #expect(code == expected, "\(route.name) for \(thing) by \(holder.name)")
            calls += 1
          }
        }
        #expect(calls >= 7 * 2 * 10)
        print("security: plugin rights of \(routes.count) routes × \(holders.count) callers × 2 things: \(calls) calls")
      }
    }
  }

  private static func permissions(_ host: RunningHost) throws -> [PermissionDeclaration] {
    let manifest = try JSON(parsing: try host.installation.folder.read("manifests/card-game.json"))
    return try (manifest["contributions"]?["permissions"]?.array ?? []).map {
      try JSONValueDecoder().decode(PermissionDeclaration.self, from: $0)
    }
  }

  /// One holder of each role that the manifest declares, in each thing that it can be held in, and those without any.
  private static func holders(_ host: RunningHost) async throws -> [Holder] {
    var holders = [
      Holder(name: "nobody", token: nil), Holder(name: "guest", token: try await host.guest().token, isGuest: true),
      Holder(name: "operator", token: RunningHost.token, isPowerful: true),
      Holder(name: "stranger", token: try await host.signIn("+491511234000").token),
    ]
    let admin = try await host.signIn("+491511234001")
    try await host.grant("super-admin", to: admin)
    try await host.enrol(admin)
    holders.append(Holder(name: "super-admin", token: admin.token, isPowerful: true))
    for (number, role) in try host.declaredRoles().enumerated() {
      for thing in role.in == nil ? [nil] : things.map(Optional.some) {
        let person = try await host.signIn("+49151123\(number + 10)\(thing?.suffix(1) ?? "0")")
        let scope = thing.map { "\(role.in ?? "")/\($0)" } ?? ""
        let reply = try await host.role("PUT", "card-game.\(role.name)", person, in: scope)
        try #require(reply.status == 204, "\(reply.json)")
        holders.append(Holder(name: "\(role.name) of \(scope)", token: person.token, role: role, thing: thing))
      }
    }
    let guest = try await host.guest()
    try await host.role("PUT", "card-game.scorer", guest, in: "card/c1")
    let scorer = try #require(try host.declaredRoles().first { $0.name == "scorer" })
    holders.append(Holder(name: "guest who scores", token: guest.token, role: scorer, thing: "c1", isGuest: true))
    return holders
  }

  /// Calls a route with input that none takes, so that nothing is done.
  /// - Returns: the code when the caller was not let in.
  private static func knock(
    _ host: RunningHost, _ route: DeclaredRoute, _ thing: String, _ token: String?
  ) async throws -> String? {
    let hasBody = ["POST", "PUT", "PATCH"].contains(route.method)
    let path = route.filled(["card": thing]) + (hasBody ? "" : "?no-such-key=1")
    let reply = try await host.call(route.method, path, as: token, body: hasBody ? ["noSuchKey": true] : nil)
    let codes = ["unauthenticated", "account-needed", "forbidden", "second-factor-required", "not-found"]
    #expect(reply.status == 422 || codes.contains(reply.code ?? ""), "\(route.name): \(reply.json)")
    return codes.contains(reply.code ?? "") ? reply.code : nil
  }
}

extension DeclaredRoute {
  /// Whether it asks for a permission, as the description of the interface says.
  fileprivate func asks(for permission: PermissionDeclaration) -> Bool {
    access == "permission \(permission.name)" + (permission.in.map { " in {\($0)}" } ?? "")
  }
}
