import FieldhouseCommunities
import FieldhouseKit
import FieldhouseNotifications
import Foundation
import Testing

@Suite struct `What the platform itself tells people of` {
  private static func kinds(of owner: String) throws -> [NotificationKind] {
    try #require(KindCatalogue.Group.platform.first { $0.owner == owner }).kinds
  }

  /// The names that the sources of a room give to what they send.
  private static func sent(by room: String) throws -> Set<String> {
    let sources = try SourceFiles.paths(below: "Core/Services/\(room)") { $0.hasSuffix(".swift") }
    let texts = sources.compactMap(SourceFiles.text)
    let named = texts.flatMap { $0.matches(of: /kind: "([a-z-]+)",\s*text:/).map { String($0.1) } }
    let told = texts.flatMap { $0.matches(of: /notify\([^"()]*"([a-z-]+)"/).map { String($0.1) } }
    return Set(named + told)
  }

  @Test func `is declared, so that each can be switched off`() throws {
    let accounts = Set(try Self.kinds(of: "accounts").map(\.name))
    let sent = try Self.sent(by: "Accounts")
    #expect(sent.count >= 5)
    #expect(sent.subtracting(accounts).isEmpty)
    // What is announced to a group comes from no plugin.
    let ofGroups = PluginGroups.notifications + ["announcement"]
    #expect(Set(try Self.kinds(of: "communities").map(\.name)) == Set(ofGroups))
  }

  @Test(arguments: ["en", "ar"]) func `has a title in every language that comes with the host`(language: String) throws
  {
    for (owner, room) in [("accounts", "Accounts"), ("communities", "Communities")] {
      let table = try #require(SourceFiles.text("Core/Services/\(room)/strings/\(language).json"))
      let texts = try JSON(parsing: table)
      let group = try #require(KindCatalogue.Group.platform.first { $0.owner == owner })
      for key in group.kinds.map(\.title) + [group.title] { #expect(texts[key]?.string != nil, "\(key)") }
    }
  }
}
