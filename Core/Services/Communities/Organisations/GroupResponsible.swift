public import FieldhouseKit

/// Somebody was made responsible for an organisation, and is to be told how to sign in. It is an event of the plugin that the
/// host hears itself, committed with what it tells of.
public struct GroupResponsible: Sendable, Hashable {
  /// The name of the event below the plugin's area; no plugin declares it.
  public static let name = "fieldhouse-group-responsible"

  /// Who is responsible.
  public let account: AccountID
  /// What the organisation is called.
  public let group: String
  /// Who has said so.
  public let by: AccountID

  init(account: AccountID, name: String, by: AccountID) { (self.account, group, self.by) = (account, name, by) }

  /// Reads an event; nil for any other.
  public init?(_ event: Event) {
    guard event.name.hasSuffix(".\(Self.name)"), let account = event.payload["account"]?.string,
      let group = event.payload["group"]?.string, let by = event.payload["by"]?.string
    else { return nil }
    self.init(account: AccountID(account), name: group, by: AccountID(by))
  }

  var event: Event {
    Event(
      name: Self.name,
      payload: ["account": .string(account.text), "group": .string(group), "by": .string(by.text)])
  }
}
