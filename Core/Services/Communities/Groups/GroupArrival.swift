public import FieldhouseKit
public import Foundation

/// Somebody has joined a group through another member's link, who may have come to the installation with it. It is told
/// as an event of the plugin that the host hears itself, committed with the membership.
public struct GroupArrival: Sendable, Hashable {
  /// The name of the event below the plugin's area; no plugin declares it.
  public static let name = "fieldhouse-group-arrival"

  /// Who has joined.
  public let account: AccountID
  /// Who has made the link.
  public let maker: AccountID
  /// The group, `<area>/<id>`.
  public let subject: String
  /// When the link was made.
  public let link: Date
  /// When it was joined with.
  public let at: Date

  init(account: AccountID, maker: AccountID, subject: String, link: Date, at: Date) {
    (self.account, self.maker, self.subject, self.link, self.at) = (account, maker, subject, link, at)
  }

  /// Reads an event; nil for any other.
  public init?(_ event: Event) {
    guard event.name.hasSuffix(".\(Self.name)"), let account = event.payload["account"]?.string,
      let maker = event.payload["maker"]?.string, let subject = event.payload["subject"]?.string,
      let link = event.payload["link"]?.int, let at = event.payload["at"]?.int
    else { return nil }
    self.init(
      account: AccountID(account), maker: AccountID(maker), subject: subject,
      link: Date(millisecondsSince1970: Int64(link)), at: Date(millisecondsSince1970: Int64(at)))
  }

  var event: Event {
    Event(
      name: Self.name,
      payload: [
        "account": .string(account.text), "maker": .string(maker.text), "subject": .string(subject),
        "link": .integer(link.millisecondsSince1970), "at": .integer(at.millisecondsSince1970),
      ])
  }
}
