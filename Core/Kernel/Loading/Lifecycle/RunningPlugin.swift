public import FieldhouseKit

/// A plugin that has come to life.
public struct RunningPlugin: Sendable {
  /// Manifest, files and settings.
  public let checked: CheckedPlugin
  /// The plugin itself.
  public let plugin: any Plugin
  /// Its routes, each of them declared in the manifest.
  public let routes: [Route]
  /// What it answers to others, each declared in the manifest.
  public let answers: Answers

  /// The plugin's id.
  public var id: String { checked.id }
}

extension RunningPlugin {
  /// A plugin that was made, asked for what it declares.
  init(checked: CheckedPlugin, plugin: any Plugin) {
    var routes = Routes()
    plugin.routes(&routes)
    var answers = Answers()
    plugin.answers(&answers)
    self.init(checked: checked, plugin: plugin, routes: routes.all, answers: answers)
  }

  /// Where code and manifest differ.
  var differences: [ManifestProblem] {
    RouteComparison(plugin: checked, routes: routes).problems()
      + AnswerComparison(plugin: checked, answers: answers.all.map(\.name)).problems()
  }
}

/// What came of starting plugins.
public struct StartReport: Sendable {
  /// The plugins that run, each after those it depends on.
  public let running: [RunningPlugin]
  /// Why others do not.
  public let problems: [ManifestProblem]
}
