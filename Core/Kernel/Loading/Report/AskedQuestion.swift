/// That a plugin asks another one, and what comes of it.
public struct AskedQuestion: Sendable, Hashable, Codable {
  /// Whether there is an answer.
  public enum State: String, Sendable, Hashable, Codable {
    /// The plugin asked runs and offers the question.
    case offered
    /// There is no such plugin.
    case notInstalled = "not-installed"
    /// The plugin asked is switched off, or left out.
    case notRunning = "not-running"
    /// The plugin asked offers no such question.
    case unknown
    /// The plugin asked is of a version with which the one that asks does not work.
    case version
  }

  /// The id of the plugin that asks.
  public let asker: String
  /// The full name of the question.
  public let question: String
  /// Who may have the answer: `everyone`, `permission` or `consent`; nil where the question is not offered.
  public let access: String?
  /// Whether there is an answer.
  public let state: State
}

extension AskedQuestion {
  /// What plugins that may run ask.
  /// - Parameter installed: the ids of all manifests.
  public static func all(of plugins: [CheckedPlugin], installed: Set<String>) -> [AskedQuestion] {
    let running = Dictionary(plugins.map { ($0.id, $0.manifest) }, uniquingKeysWith: { first, _ in first })
    return plugins.flatMap { plugin in
      plugin.manifest.contributions.asks.map { ask in
        let asked = running[ask.plugin]
        let offered = asked?.contributions.question(ask.name)
        return AskedQuestion(
          asker: plugin.id, question: ask.question, access: offered?.access.rawValue,
          state: asked.map { state(ask, $0, isOffered: offered != nil) }
            ?? (installed.contains(ask.plugin) ? .notRunning : .notInstalled))
      }
    }
  }

  private static func state(_ ask: AskDeclaration, _ asked: Manifest, isOffered: Bool) -> State {
    guard isOffered else { return .unknown }
    return ask.version?.contains(asked.version) ?? true ? .offered : .version
  }
}

extension AskedQuestion: CustomStringConvertible {
  /// For people, e.g. `walking-clubs asks fitness.steps (consent)`.
  public var description: String { "\(asker) asks \(asked)" }

  /// The same without who asks.
  public var asked: String { "\(question) (\(state == .offered ? access ?? "" : state.rawValue))" }
}
