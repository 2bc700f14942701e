public import FieldhouseKit

/// A topic as a manifest declares it: which names it covers and who may watch.
public struct LiveTopicAccess: Sendable {
  /// Decides who may watch a topic.
  public typealias Decision = @Sendable (_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool

  /// The pattern with the area in front, e.g. `soccer-predictions/matches/{match}`.
  public let pattern: String
  /// The store that its events come from.
  public let source: String
  /// Who may watch; asked before ``asks``.
  public let access: Access
  /// Whether somebody has the permission that ``access`` asks for; nil where none is asked for, or one of the platform's.
  public let permits: Access.Permits?
  /// Asks somebody else who may watch; nil where ``access`` says it all.
  public let asks: Decision?
  /// What keeps some of its events from some of those who may watch; nil where all are for all of them.
  public let veil: LiveVeil?

  let area: String
  private let name: String

  /// A declared topic.
  /// - Parameter source: the area unless given.
  public init(
    pattern: String, source: String? = nil, access: Access, permits: Access.Permits? = nil, asks: Decision? = nil,
    veil: LiveVeil? = nil
  ) {
    area = String(pattern.prefix { $0 != "/" })
    name = String(pattern.dropFirst(area.count + 1))
    (self.pattern, self.access, self.permits, self.asks) = (pattern, access, permits, asks)
    self.source = source ?? area
    self.veil = veil
  }

  /// The topic of a name; nil when this does not cover it.
  func topic(_ full: String) -> LiveTopic? {
    guard full.hasPrefix(area + "/") else { return nil }
    return LiveTopic(String(full.dropFirst(area.count + 1)), pattern: name)
  }
}

/// A topic that somebody watches.
struct WatchedTopic: Sendable {
  private let declared: LiveTopicAccess
  private let topic: LiveTopic

  /// - Returns: nil when the topic is not declared.
  init?(_ name: String, of topics: [LiveTopicAccess]) {
    for declared in topics {
      guard let topic = declared.topic(name) else { continue }
      (self.declared, self.topic) = (declared, topic)
      return
    }
    return nil
  }

  /// Where its events come from.
  var address: TopicAddress { TopicAddress(source: declared.source, name: topic.name) }

  /// Whether a permission decides who may watch, so that it has to be asked for again and again.
  var needsPermission: Bool { declared.access.permission != nil }

  /// What keeps some of its events from some of those who may watch.
  var veil: LiveVeil? { declared.veil }

  /// Whether somebody else decides who may watch, who has to be asked again when that has changed.
  var isAsked: Bool { declared.asks != nil }

  /// - Throws: as ``Access/admit(_:parameters:permits:)``; 401 `unauthenticated` or 404 `not-found` when who is asked says
  ///   no; what asking throws.
  func admit(_ principal: Principal?, _ services: HTTPServices) async throws {
    try await declared.access.admit(
      principal, parameters: topic.parameters, permits: declared.permits ?? services.permits)
    guard let asks = declared.asks, principal?.isOperator != true else { return }
    guard try await asks(topic, principal) else { throw principal == nil ? .unauthenticated() : Problem.notFound() }
  }
}
