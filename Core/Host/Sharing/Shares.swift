import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
import FieldhouseKernel
import FieldhouseKit
import Foundation

/// What the pages that people share show to strangers: always the same to everybody, signed in or not, and of what is not
/// for everybody no more than the host's name.
struct Shares: Sendable {
  /// The longest path of a page, in bytes.
  private static let longestPath = 1_000

  /// A page that people share.
  private enum Subject {
    /// A thing of a plugin's, with the parameters of the route that tells of it.
    case thing(SharedThing, [String: String])
    /// What an invitation to a group leads to.
    case link(String)
    case group(String, area: String)
    /// What an invitation to the host leads to. It says nothing of who invites.
    case invitation
  }

  let site: String
  let things: [SharedThing]
  let door: GroupDoor
  /// The plugins with groups, by their area.
  let groups: [String: String]
  let accounts: Accounts
  let texts: TextCatalog
  let log: any Log

  /// Whether the page of a path, percent-encoded, is one that people share.
  func isFor(_ path: String) -> Bool { subject(path) != nil }

  /// What a stranger is shown; nil for a page that people do not share.
  /// - Parameter path: percent-encoded.
  func view(_ path: String, _ call: Call) async -> SharedView? {
    guard let subject = subject(path) else { return nil }
    do {
      return try await view(subject, call) ?? host(call, isInvitation: false)
    } catch {
      // The page itself opens all the same.
      log.warning("a page that is shared says nothing of itself", ["cause": "\(error)"])
      return host(call, isInvitation: false)
    }
  }

  private func subject(_ path: String) -> Subject? {
    guard path.utf8.count <= Self.longestPath, let known = ShareAddress.parts(of: path) else { return nil }
    switch (known.first, known.count) {
    case ("join", 2): return .link(known[1])
    case ("invitation", 1): return .invitation
    case ("groups", 3): return groups[known[1]].map { _ in .group(known[2], area: known[1]) }
    default: break
    }
    return things.lazy.compactMap { thing in thing.parameters(in: known).map { .thing(thing, $0) } }.first
  }

  private func view(_ subject: Subject, _ call: Call) async throws -> SharedView? {
    switch subject {
    case .thing(let thing, let parameters):
      return try await thing.card(parameters, call).map { SharedView($0) }
    case .invitation: return host(call, isInvitation: true)
    case .group(let id, let area):
      return try await door.preview(of: id, in: area, call).map { view($0, call, isInvitation: false) }
    case .link(let token):
      return try await offered(token, call).map { view($0, call, isInvitation: true) }
        ?? host(call, isInvitation: true)
    }
  }

  /// What a link or a code opens; a wrong one, one that has ended and one to a private group are alike. Wrong ones are
  /// counted as where people join.
  private func offered(_ token: String, _ call: Call) async throws -> GroupPreview? {
    do {
      return try await accounts.guess(call, isWrong: { GroupDoor.unknown.contains($0.code) }) {
        try await door.preview(of: token, call)
      }
    } catch let problem as Problem where problem.status < 500 {
      return nil
    }
  }

  private func view(_ group: GroupPreview, _ call: Call, isInvitation: Bool) -> SharedView {
    let kind = texts.text(groups[group.area] ?? "", key: group.kind, language: call.language, arguments: [:])
    let members = words("share-members", call, ["n": String(group.members)])
    let line = isInvitation ? "\(words("share-invited", call)) · \(members)" : members
    return SharedView(ShareCard(label: kind, title: group.name, lines: [line]), picture: group.picture)
  }

  /// No more than the host's name, and whether somebody is invited.
  private func host(_ call: Call, isInvitation: Bool) -> SharedView {
    SharedView(ShareCard(title: site, lines: [words(isInvitation ? "share-invited" : "share-host", call)]))
  }

  private func words(_ key: String, _ call: Call, _ arguments: [String: String] = [:]) -> String {
    texts.text(
      PluginGroups.texts, key: PluginGroups.textPrefix + key, language: call.language, arguments: arguments)
  }
}
