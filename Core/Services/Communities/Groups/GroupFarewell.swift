public import FieldhouseKit

/// Somebody sees no more of a private group: a membership or an invitation has ended. What the person was told about it is
/// taken back. It is told as an event of the plugin that the host hears itself, committed with the end.
public struct GroupFarewell: Sendable, Hashable {
  /// The name of the event below the plugin's area; no plugin declares it.
  public static let name = "fieldhouse-group-farewell"

  /// Who sees it no more.
  public let account: AccountID
  /// The address of its page in the app; what lies below it is of the group, too.
  public let link: String

  init(account: AccountID, link: String) { (self.account, self.link) = (account, link) }

  /// Reads an event; nil for any other.
  public init?(_ event: Event) {
    guard event.name.hasSuffix(".\(Self.name)"), let account = event.payload["account"]?.string,
      let link = event.payload["link"]?.string
    else { return nil }
    self.init(account: AccountID(account), link: link)
  }

  var event: Event {
    Event(name: Self.name, payload: ["account": .string(account.text), "link": .string(link)])
  }
}

extension GroupLedger {
  /// Takes back what somebody was told about a group that they see no more of.
  func bidFarewell(to account: AccountID, from group: Group) async throws {
    guard group.visibility == .private else { return }
    try await tables.transaction.emit(
      GroupFarewell(account: account, link: "/groups/\(rules.area)/\(group.id)").event)
  }
}
