public import FieldhouseKit

/// A topic as a manifest declares it: which names it covers and who may watch.
public struct LiveTopicAccess: Sendable, Hashable {
  /// The pattern with the plugin's id in front, e.g. `soccer-predictions/matches/{match}`.
  public let pattern: String
  /// Who may watch.
  public let access: Access

  /// A declared topic.
  public init(pattern: String, access: Access) {
    self.pattern = pattern
    self.access = access
  }

  /// Whether the pattern covers a topic's name.
  func covers(_ topic: String) -> Bool {
    let pattern = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let name = topic.split(separator: "/", omittingEmptySubsequences: false)
    return pattern.count == name.count && zip(pattern, name).allSatisfy { $0.first == "{" || $0 == $1 }
  }
}
