import FieldhouseContent
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import Foundation

/// The pages of the app that are for everybody, as search engines and whoever is handed their address find them: the first page, whose file
/// says itself what it is, the welcome, help, the pages that operators have written, and those of plugins that the navigation leads to.
struct SitePages: Sendable {
  /// A page of a plugin.
  struct Game: Sendable {
    /// The plugin's id, whose texts are asked for.
    let id: String
    /// Where it stands, such as `/soccer-predictions`.
    let path: String
    /// The key of its title.
    let title: String
    /// The key of what the first tour says of it; nil where it says nothing.
    let said: String?
  }

  private static let written = "/help/pages/"

  let site: String
  /// Where people reach the host, without a slash at its end.
  let publicURL: String
  let texts: TextCatalog
  let content: Content
  let games: [Game]

  /// Whether a path is one of them; a page that operators write may turn out not to be there.
  func isFor(_ path: String) -> Bool {
    ["/welcome", "/help"].contains(path) || path.hasPrefix(Self.written) || games.contains { $0.path == path }
  }

  /// What the page of a path says in its head; empty where there is none.
  func head(_ path: String, language: String) async -> String {
    guard let (title, description) = await words(path, language) else { return "" }
    let tags = [
      ("property", "og:type", "website"), ("property", "og:site_name", site), ("property", "og:title", title),
      ("property", "og:description", description), ("property", "og:url", publicURL + path),
      ("property", "og:locale", ShareTags.locale(language)), ("name", "twitter:card", "summary"),
    ]
    return tags.filter { !$0.2.isEmpty }.map { kind, name, content in
      "  <meta \(kind)=\"\(name)\" content=\"\(ShareTags.escaped(content))\">\n"
    }.joined() + "  <link rel=\"canonical\" href=\"\(ShareTags.escaped(publicURL + path))\">\n"
  }

  private func words(_ path: String, _ language: String) async -> (title: String, description: String)? {
    let offer = app("today.offer", language)
    switch path {
    case "/welcome": return ("\(site): \(app("welcome.start", language))", offer)
    case "/help": return ("\(site): \(app("help", language))", offer)
    default: break
    }
    if let game = games.first(where: { $0.path == path }) {
      let title = texts.text(game.id, key: game.title, language: language, arguments: [:])
      let said = game.said.map { texts.text(game.id, key: $0, language: language, arguments: [:]) }
      return ("\(title) – \(site)", said ?? offer)
    }
    let page = String(path.dropFirst(Self.written.count)).removingPercentEncoding ?? ""
    guard let title = try? await content.title(of: page, language: language) else { return nil }
    return ("\(title) – \(site)", offer)
  }

  private func app(_ key: String, _ language: String) -> String {
    texts.text(TextCatalog.app, key: key, language: language, arguments: [:])
  }

  /// What search engines read.
  var files: SiteFiles {
    let robots = "User-agent: *\nDisallow: /v1/\nDisallow: /console\nAllow: /\n\nSitemap: \(publicURL)/sitemap.xml\n"
    return SiteFiles(robots: robots, map: map)
  }

  private func map() async throws -> String {
    let pages = try await content.shownPages().map { Self.written + Self.encoded($0) }
    let all = ["/", "/welcome", "/help"] + games.map(\.path) + pages
    let lines = all.map { "  <url><loc>\(ShareTags.escaped(publicURL + $0))</loc></url>\n" }.joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\(lines)</urlset>\n"
  }

  private static func encoded(_ name: String) -> String {
    let plain = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/"))
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
  }
}

extension SitePages {
  /// The first parts of the addresses of the app's own pages.
  private static let own = [
    "", "account", "friends", "groups", "help", "inbox", "invite", "language", "login", "more", "people", "queue",
    "register", "search", "settings", "sign-in", "start", "welcome",
  ]

  /// The patterns of all pages, with the names of their parameters in place of what they name.
  static func patterns(beside manifests: [Manifest]) -> Set<String> {
    let ofPlugins = manifests.flatMap { manifest in
      manifest.contributions.pages.map { "/\(manifest.area)\($0.path == "/" ? "" : $0.path)" }
    }
    return Set(own.map { "/\($0)" } + ofPlugins)
  }
}
