import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseSupervision

/// A kind of pages of a plugin that people share, and the route that says what strangers are shown.
struct SharedThing: Sendable {
  /// How long the plugin may take to answer.
  private static let patience = Duration.seconds(2)

  /// The parts of a page's path, `{name}` for a parameter.
  private let parts: [String]
  private let route: Route
  /// The name in the page's path of each of the route's parameters, in their order.
  private let names: [String]

  /// - Returns: nil where the plugin has no such route that strangers may call outside of a transaction.
  init?(_ share: ShareDeclaration, of plugin: RunningPlugin) {
    let wanted = share.route.shape
    guard
      let route = plugin.routes.first(where: {
        RouteDeclaration(method: $0.method.name, path: $0.path).shape == wanted
      }), route.access == .everyone, route.handler.plain != nil
    else { return nil }
    parts = [plugin.checked.manifest.area] + share.page.split(separator: "/").map(String.init)
    let mark = PluginMark(plugin.id)
    self.route = route.marked(mark, HoldLimit(mark))
    names = share.cardParameters
  }

  /// What stands for the route's parameters in the parts of a path; nil where it is the path of another page.
  func parameters(in path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, value) in zip(parts, path) {
      guard part.first == "{" else {
        guard part == value else { return nil }
        continue
      }
      values[String(part.dropFirst().dropLast())] = value
    }
    return Dictionary(
      zip(route.parameterNames, names).map { ($0, values[$1] ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  /// What the plugin shows to strangers; nil where it shows nothing.
  /// - Throws: what the plugin throws beside a ``Problem`` from 400 to 499; ``ShareFault`` when it takes too long.
  func card(_ parameters: [String: String], _ call: Call) async throws -> ShareCard? {
    let answer = await Bounded.attempt(Self.patience) { [route] in
      try await route.handler.plain?(RawRequest(parameters: parameters), call)
    }
    guard let answer else { throw ShareFault.slow }
    do {
      guard let response = try answer.get(), response.status == 200 else { return nil }
      let card = try JSONValueDecoder().decode(ShareCard.self, from: try JSON(parsing: response.body))
      return CardText.line(card.title, longest: 1).isEmpty ? nil : card
    } catch let problem as Problem where problem.status < 500 {
      return nil
    }
  }
}

/// Why a plugin does not say what its page shows.
enum ShareFault: Error { case slow }
