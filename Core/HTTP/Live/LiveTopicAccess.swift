public import FieldhouseKit

/// A topic as a manifest declares it: which names it covers and who may watch.
public struct LiveTopicAccess: Sendable {
  /// The pattern with the plugin's id in front, e.g. `soccer-predictions/matches/{match}`.
  public let pattern: String
  /// Who may watch.
  public let access: Access
  /// Whether somebody has the permission that ``access`` asks for; nil where none is asked for, or one of the platform's.
  public let permits: Access.Permits?

  /// A declared topic.
  public init(pattern: String, access: Access, permits: Access.Permits? = nil) {
    self.pattern = pattern
    self.access = access
    self.permits = permits
  }

  /// The parameters that the pattern finds in a topic's name; nil when it does not cover it.
  func parameters(of topic: String) -> [String: String]? {
    let pattern = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let name = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard pattern.count == name.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, text) in zip(pattern, name) {
      if part.first == "{" {
        parameters[String(part.dropFirst().dropLast())] = String(text)
      } else if part != text {
        return nil
      }
    }
    return parameters
  }
}

/// A topic that somebody watches.
struct WatchedTopic: Sendable {
  private let declared: LiveTopicAccess
  private let parameters: [String: String]

  /// - Returns: nil when the topic is not declared.
  init?(_ name: String, of topics: [LiveTopicAccess]) {
    for declared in topics {
      guard let parameters = declared.parameters(of: name) else { continue }
      (self.declared, self.parameters) = (declared, parameters)
      return
    }
    return nil
  }

  /// Whether a permission decides who may watch, so that it has to be asked for again.
  var needsPermission: Bool { declared.access.permission != nil }

  /// - Throws: as ``Access/admit(_:parameters:permits:)``.
  func admit(_ principal: Principal?, _ services: HTTPServices) async throws {
    try await declared.access.admit(
      principal, parameters: parameters, permits: declared.permits ?? services.permits)
  }
}
