internal import Foundation

/// A kind of notifications that people can switch off.
public struct NotificationKind: Sendable, Hashable {
  /// Whose it is: a plugin's id, or the part of the platform, such as `accounts`.
  public let owner: String
  /// Its name, as those who send it say it.
  public let name: String
  /// The key of its title in the owner's tables of texts.
  public let title: String
  /// The ways outside the inbox, the first that can arrive first; none for what stays in the inbox.
  public let channels: [NotificationChannel]
  /// Which of its notifications take one another's place on a device.
  public let collapse: NotificationCollapse
  /// The path in the web app where one leads that has no link of its own, with `{name}` for an argument of that name; nil
  /// for nowhere.
  public let link: String?
  /// Whether a mail or a text message leads straight to the own link of one, which opens without a session.
  public let opensWithoutSession: Bool

  /// What people's switches call it.
  public var id: String { "\(owner)/\(name)" }

  /// A kind.
  public init(
    owner: String, name: String, title: String, channels: [NotificationChannel] = [.push],
    collapse: NotificationCollapse = .link, link: String? = nil, opensWithoutSession: Bool = false
  ) {
    (self.owner, self.name, self.title) = (owner, name, title)
    (self.channels, self.collapse, self.link) = (channels, collapse, link)
    self.opensWithoutSession = opensWithoutSession
  }

  /// Where a notification leads: its own link, else the kind's with its arguments filled in; nil when one is missing.
  func link(_ own: String?, _ arguments: [String: String]) -> String? {
    guard own == nil, let link else { return own }
    var isWhole = true
    let filled = link.split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard part.hasPrefix("{"), part.hasSuffix("}") else { return String(part) }
      guard let value = arguments[String(part.dropFirst().dropLast())], !value.isEmpty else {
        isWhole = false
        return ""
      }
      return value.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
    }
    return isWhole ? filled.joined(separator: "/") : nil
  }

  /// Of two notifications with the same the later takes the place of the earlier on a device.
  func tag(of source: String, leadingTo link: String?) -> String {
    switch collapse {
    case .none: source
    case .link: "\(id) \(link ?? source)"
    case .kind: id
    }
  }

  /// What stands for itself in a part of a path (RFC 3986, unreserved).
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// A way outside the inbox.
public enum NotificationChannel: String, Sendable, Hashable, CaseIterable {
  /// Web Push, to each device on which the person has switched it on.
  case push
  /// An e-mail, to the verified address.
  case email
  /// A text message, to the verified number.
  case sms
}

/// Which notifications take one another's place on a device; in the inbox each stays.
public enum NotificationCollapse: String, Sendable, Hashable, CaseIterable {
  /// None.
  case none
  /// Those of a kind that lead to the same page.
  case link
  /// All of a kind.
  case kind
}
