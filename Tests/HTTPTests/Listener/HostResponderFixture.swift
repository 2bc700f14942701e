import FieldhouseHTTP
import FieldhouseKit
import Foundation

private struct Silence: Log {
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
}

extension HostResponder {
  /// A responder with these routes and live topics for everyone, where `operator` is the operator's token and any other is
  /// the id of its account.
  static func testing(
    _ routes: [MountedRoute] = [], topics: [String] = [], limits: LiveLimits = LiveLimits(), live: LiveHub? = nil
  ) throws -> HostResponder {
    let services = HTTPServices(
      authenticate: { token in
        token.isEmpty || token == "ended"
          ? nil
          : Principal(
            account: Account(id: AccountID(token), kind: .user, name: token), session: nil, roles: [],
            isOperator: token == "operator")
      },
      permits: { _, _, _ in .stranger }, now: { Date(timeIntervalSince1970: 0) }, languages: { ["en"] },
      topics: topics.map { LiveTopicAccess(pattern: $0, access: .everyone) }, readiness: { [] }, metrics: { "" },
      log: Silence())
    return HostResponder(
      generation: try HostGeneration(routes: routes, version: "1.0.0"), services: services,
      live: live ?? LiveHub(log: Silence()), files: [],
      limits: limits)
  }
}
