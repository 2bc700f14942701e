/// Whom an announcement is for.
public enum AnnouncementAudience: Sendable, Hashable {
  /// Everybody with an account.
  case everyone
  /// Everybody who holds a role of the platform, in whatever scope.
  case role(String)
  /// The members of a group.
  case group(area: String, id: String)

  /// The audience that a text names: `everyone`, `role:<role>` or `group:<area>/<id>`; nil for another text.
  public init?(_ text: String) {
    if text == "everyone" {
      self = .everyone
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    let path = parts[1].split(separator: "/", maxSplits: 1).map(String.init)
    switch (parts[0], path.count) {
    case ("role", _): self = .role(parts[1])
    case ("group", 2): self = .group(area: path[0], id: path[1])
    default: return nil
    }
  }

  /// The text that names it.
  public var text: String {
    switch self {
    case .everyone: "everyone"
    case .role(let role): "role:\(role)"
    case .group(let area, let id): "group:\(area)/\(id)"
    }
  }
}
