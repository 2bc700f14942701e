@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import Foundation

// What the tests of what lies behind the routes ask of a host.
extension ClubWorld {
  /// Runs a body with the groups of a transaction.
  @discardableResult
  func ledger<Value: Sendable>(
    _ body: @escaping @Sendable (GroupLedger) async throws -> Value
  ) async throws -> Value {
    try await host.services.storage.write { try await body(try GroupRoutes.ledger($0)) }
  }

  /// A group as it is kept.
  func group(_ id: String) async throws -> Group {
    guard let group = try await host.services.groups.group(id) else { throw Unexpected(reply: "No group \(id)") }
    return group
  }

  /// Who is in a group, by standing, as `ada: admin+member`.
  func roles(in id: String) async throws -> [String] {
    try await host.services.groups.members(of: id, after: nil, limit: 1_000).map {
      "\($0.account): \($0.roles.joined(separator: "+"))"
    }
  }
}

extension Clubs {
  /// The same plugin with guilds, which have wardens who send members away and give no roles, and in which bands and crews lie.
  static func withGuilds() throws -> TestPlugin {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let more = try JSON(parsing: guilds).object ?? [:]
    return try TestPlugin(Self.self, manifest: folder.appending(path: "Clubs/manifest.json")) { manifest in
      var contributions = manifest["contributions"]?.object ?? [:]
      for (name, items) in more {
        contributions[name] = .array((contributions[name]?.array ?? []) + (items.array ?? []))
      }
      manifest["contributions"] = .object(contributions)
    }
  }

  private static let guilds = """
    {
      "scopes": [
        { "kind": "guild", "title": "Guild" }, { "kind": "band", "title": "Band" }, { "kind": "crew", "title": "Crew" }
      ],
      "permissions": [{ "name": "keep-order", "title": "Keep order", "in": "guild" }],
      "roles": [
        { "name": "fellow", "title": "Fellow", "in": "guild", "permissions": [] },
        { "name": "warden", "title": "Warden", "in": "guild", "permissions": ["keep-order"] },
        { "name": "master", "title": "Master", "in": "guild", "permissions": [] },
        { "name": "bandsman", "title": "Bandsman", "in": "band", "permissions": [] },
        { "name": "leader", "title": "Leader", "in": "band", "permissions": [] },
        { "name": "hand", "title": "Hand", "in": "crew", "permissions": [] },
        { "name": "skipper", "title": "Skipper", "in": "crew", "permissions": [] }
      ],
      "groups": [
        {
          "kind": "guild", "title": "Guild", "member": "fellow", "admin": "master", "chat": true,
          "actions": { "remove": "keep-order", "moderate": "keep-order" }, "name": { "longest": 100 },
          "visibility": ["public"], "admission": ["open"]
        },
        {
          "kind": "band", "title": "Band", "in": "guild", "member": "bandsman", "admin": "leader",
          "visibility": ["public"], "admission": ["open"], "founders": "members"
        },
        {
          "kind": "crew", "title": "Crew", "in": "guild", "member": "hand", "admin": "skipper",
          "visibility": ["public"], "admission": ["open"], "founders": "members"
        }
      ]
    }
    """
}

extension ClubWorld {
  /// Runs a test with guilds beside the clubs.
  static func runWithGuilds(
    on engine: TestHost.Engine, _ body: (ClubWorld) async throws -> Void
  ) async throws {
    try await TestHost.run(Clubs.withGuilds(), on: engine) { try await body(ClubWorld(host: $0)) }
  }
}

extension Account {
  /// Somebody of whom the groups know no more than this.
  init(_ name: String) { self.init(id: AccountID(name), kind: .user, name: name) }
}
