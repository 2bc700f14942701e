import CSupervision

/// What the host does for a plugin, or lets it do.
public enum PluginStep: String, Sendable, Hashable, Codable, CaseIterable {
  case load, `init`, validate, migrate, start, health, stop, route, schedule, event, people, question

  /// Whether it is on the way to serving: a plugin that fails there would fail again at every start.
  public var isStarting: Bool {
    switch self {
    case .load, .`init`, .validate, .migrate, .start, .health: true
    case .stop, .route, .schedule, .event, .people, .question: false
    }
  }

  init?(number: Int32) {
    let index = Int(number) - 1
    guard Self.allCases.indices.contains(index) else { return nil }
    self = Self.allCases[index]
  }

  /// Its number on the board; 0 stands for none.
  var number: Int32 { Int32((Self.allCases.firstIndex(of: self) ?? -1) + 1) }

  /// For sentences: "while …".
  var activity: String {
    switch self {
    case .load: "it was loaded"
    case .`init`: "it was made"
    case .validate: "it checked its settings"
    case .migrate: "its migrations ran"
    case .start: "it started"
    case .health: "it told its health"
    case .stop: "it stopped"
    case .route: "it answered a request"
    case .schedule: "its scheduled work ran"
    case .event: "it took an event"
    case .people: "it followed what happened to a person"
    case .question: "it answered a question of another plugin"
    }
  }
}
