public import FieldhouseKit

/// Whom an announcement is for.
public enum AnnouncementAudience: Sendable, Hashable {
  /// Everybody with an account.
  case everyone
  /// Everybody who holds a role of the platform, in whatever scope.
  case role(String)
  /// The members of a group.
  case group(area: String, id: String)
  /// One person.
  case person(AccountID)
  /// Those who follow a person.
  case followers(of: AccountID)

  /// The audience that a text names: `everyone`, `role:<role>`, `group:<area>/<id>`, `person:<account>` or `followers:<account>`; nil
  /// for another text.
  public init?(_ text: String) {
    if text == "everyone" {
      self = .everyone
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    let path = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard path.allSatisfy({ !$0.isEmpty }) else { return nil }
    switch (parts[0], path.count) {
    case ("role", _): self = .role(parts[1])
    case ("group", 2): self = .group(area: path[0], id: path[1])
    case ("person", 1): self = .person(AccountID(parts[1]))
    case ("followers", 1): self = .followers(of: AccountID(parts[1]))
    default: return nil
    }
  }

  /// Those that name a person, each in the same place.
  static func personal(_ account: AccountID) -> [AnnouncementAudience] { [.person(account), .followers(of: account)] }

  /// The text that names it.
  public var text: String {
    switch self {
    case .everyone: "everyone"
    case .role(let role): "role:\(role)"
    case .group(let area, let id): "group:\(area)/\(id)"
    case .person(let account): "person:\(account.text)"
    case .followers(let account): "followers:\(account.text)"
    }
  }
}
