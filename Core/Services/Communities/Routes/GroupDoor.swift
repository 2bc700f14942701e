public import FieldhouseKit
internal import Foundation

/// The way into groups for whoever was handed a link or a code, of whichever plugin's group it is.
public struct GroupDoor: Sendable {
  /// The problems that say that a secret is none.
  public static let unknown: Set<String> = [GroupProblem.codeUnknown.code, GroupProblem.linkUnknown.code]

  /// The groups and feeds of one plugin.
  public struct Source: Sendable {
    let groups: PluginGroups
    let rows: any GroupRows

    /// - Parameter rows: reads their tables outside of transactions.
    public init(_ groups: PluginGroups, rows: any GroupRows) { (self.groups, self.rows) = (groups, rows) }
  }

  let sources: [Source]
  private let digest: @Sendable (String) -> String

  /// - Parameter sources: a plugin each.
  public init(_ sources: [Source], services: GroupServices) { (self.sources, digest) = (sources, services.digest) }

  /// Declares the routes, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    routes.get(
      "/group-links/{token}", "The group that a link or a code is for; of a private one no more than the name",
      access: .everyone,
      problems: GroupRoutes.ended + [GroupProblem.banned, GroupProblem.archived]
    ) { [self] (input: LinkTokenInput, call) in
      for source in sources { if let offer = try await offer(input.token, from: source, call) { return offer } }
      throw GroupProblem.linkUnknown
    }
  }

  func offer(_ token: String, from source: Source, _ call: Call) async throws -> OfferView? {
    let (rows, rules) = (source.rows, source.groups.rules)
    let gate = GroupGate(rules: rules, rows: rows, now: call.now)
    if let group = try await rows.group(code: CodeInput(code: token).normal) {
      return try await Self.offer(group, .code, to: call.principal, rules.area, gate)
    }
    guard let link = try await rows.link(hash: digest(token)), let group = try await rows.group(link.group) else {
      return nil
    }
    let offer = try await Self.offer(group, .link, to: call.principal, rules.area, gate)
    if offer.group?.me?.since == nil { try link.check(at: call.now) }
    return offer
  }

  /// What somebody sees of a group who may join it: all of one that strangers may see.
  static func offer(
    _ group: Group, _ way: OfferView.Way, to caller: Principal?, _ area: String, _ gate: GroupGate
  ) async throws -> OfferView {
    let standing = try await gate.standing(of: caller, in: group)
    if standing.member == nil, let caller, try await gate.rows.isBanned(caller.account.id, from: group.id) {
      throw GroupProblem.banned
    }
    guard standing.member != nil || group.archivedAt == nil else { throw GroupProblem.archived }
    let view = GroupView(group, me: caller.map { _ in StandingView(standing, hasAsked: false) })
    return OfferView(area: area, way: way, name: group.name, group: standing.isSeen ? view : nil)
  }
}
