import FieldhouseKernel
import FieldhouseKit

/// A page of the web app.
struct AppPage: RouteOutput, Decodable {
  /// The plugin's name in paths.
  var area: String
  /// The path below `/<area>`.
  var path: String
  /// The title in the caller's language.
  var title: String
  /// The JavaScript module that draws it, below the plugin's folder.
  var script: String
  /// Whether the navigation shows it.
  var navigation: Bool
}

/// What the web app needs to begin.
struct AppOutput: RouteOutput, Decodable {
  var version: String
  var clock: ClockOutput
  var languages: [String]
  var pages: [AppPage]
}

/// The web app's own route, mounted at `/v1`.
struct AppRoutes: Sendable {
  let clock: any HostClock
  let texts: TextRegistry
  let plugins: [RunningPlugin]

  func routes(_ routes: inout Routes) {
    routes.get("/app", "The host's version, time, languages and pages", access: .everyone) { (_: NoInput, call) in
      AppOutput(
        version: HostVersion.text, clock: ClockOutput(now: clock.now, isSimulated: clock.isSimulated),
        languages: texts.languages, pages: plugins.flatMap { pages(of: $0, language: call.language) })
    }
  }

  private func pages(of plugin: RunningPlugin, language: String) -> [AppPage] {
    let manifest = plugin.checked.manifest
    return manifest.contributions.pages.map { page in
      AppPage(
        area: manifest.area, path: page.path,
        title: texts.text(plugin: plugin.id, key: page.title, language: language, arguments: [:]), script: page.script,
        navigation: page.navigation)
    }
  }
}
