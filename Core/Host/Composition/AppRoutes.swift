import FieldhouseCommunities
import FieldhouseContent
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
  /// Whether the side menu leads to it.
  var menu: Bool
  /// What the first tour says of its entry in the navigation, in the caller's language; left out where it says nothing.
  var tour: String?
  /// The colour of play as `#0a7d3c`; left out for the app's own.
  var accent: String?
  /// The name of one of the app's icons; left out where it has none.
  var icon: String?
}

/// What a plugin shows on the page of today.
struct AppHome: RouteOutput, Decodable {
  /// The plugin's name in paths.
  var area: String
  /// The JavaScript module that says which cards there are, below the plugin's folder.
  var script: String
  /// Who has cards: `everyone`, or `account` for who is signed in, guests included.
  var access: String
}

/// A kind of groups that people found and join.
struct AppGroupKind: RouteOutput, Decodable {
  /// The plugin's name in paths: the groups' routes are below `/v1/groups/<area>`.
  var area: String
  /// The kind's name.
  var kind: String
  /// What people read, in the caller's language.
  var title: String
  /// The role of those who look after a group.
  var admin: String
  /// Whether everybody who is signed in may found one, in no other group.
  var isOpen: Bool
  /// The most characters of a name.
  var longestName: Int
  /// Whether groups may have a picture.
  var hasPictures: Bool
  /// What strangers may see of a group; the first unless it says otherwise.
  var visibility: [GroupVisibility]
  /// How people join; the first unless the group says otherwise.
  var admission: [GroupAdmission]
  /// Whether the members of a group write to one another.
  var hasChat: Bool
  /// Whether the members of a group post in a feed of its own.
  var hasFeed: Bool
}

/// What the web app needs to begin.
struct AppOutput: RouteOutput, Decodable {
  var version: String
  /// `staging` or `development` for a host that is not for people; left out for one that is.
  var environment: String?
  /// Whether the use of the app is counted, of those who agree to that.
  var usage: Bool
  var clock: ClockOutput
  /// The language of what the host says here: of those that there are, the one that suits the caller best.
  var language: String
  /// The languages that people can choose, English first.
  var languages: [ShownLanguage]
  var pages: [AppPage]
  /// What the plugins show on the page of today.
  var home: [AppHome]
  var groups: [AppGroupKind]
  /// The areas of the plugins beside whose pages there may be advertisements.
  var advertisements: [String]
}

/// The texts for the pages of an area.
struct AreaTexts: RouteOutput, Decodable {
  /// The texts by their keys, with placeholders such as `{name}`.
  var texts: [String: String]
}

struct AreaInput: RouteInput {
  /// The plugin's name in paths; `app` for the texts of the web app itself, `problems` for its sentences for problems.
  var area: String
  /// The keys that are wanted, with commas between them; all without it. One that ends with a dot stands for all that begin so.
  var keys: String?

  static var schema: Schema {
    .object([("area", .string(minLength: 1, maxLength: 100)), ("keys", .string(maxLength: 1000))], required: ["area"])
  }

  /// Whether a key is wanted.
  func wants(_ key: String) -> Bool {
    guard let keys else { return true }
    return keys.split(separator: ",").contains { $0.hasSuffix(".") ? key.hasPrefix($0) : key == $0 }
  }
}

/// The web app's own routes, mounted at `/v1`.
struct AppRoutes: Sendable {
  let clock: any HostClock
  let texts: TextCatalog
  let plugins: [RunningPlugin]
  /// The address by which people reach the host, without a slash at its end.
  let publicURL: String
  /// What the host is for; nil for people.
  let environment: String?
  /// Whether the use of the app is counted.
  let countsUsage: Bool
  /// Whether there are advertisements beside the pages of an area.
  let shows: @Sendable (String) -> Bool

  func routes(_ routes: inout Routes) {
    routes.get("/app", "The host's version, time, languages and pages", access: .everyone) { (_: NoInput, call) in
      AppOutput(
        version: HostVersion.text, environment: environment, usage: countsUsage,
        clock: ClockOutput(now: clock.now, isSimulated: clock.isSimulated),
        language: call.language, languages: texts.shown,
        pages: plugins.flatMap { pages(of: $0, language: call.language) },
        home: plugins.compactMap { plugin in
          let manifest = plugin.checked.manifest
          return manifest.contributions.home.map {
            AppHome(area: manifest.area, script: $0.script, access: $0.access.rawValue)
          }
        },
        groups: plugins.flatMap { groups(of: $0, language: call.language) },
        advertisements: plugins.map(\.checked.manifest.area).filter(shows))
    }
    routes.get(
      "/app/texts/{area}", "The texts of an area's pages in my language, in English where it lacks them",
      access: .everyone, problems: [Self.unknown]
    ) { (input: AreaInput, call) in
      let found = plugins.filter { $0.checked.manifest.area == input.area }
      let isApp = [TextCatalog.app, Self.problems].contains(input.area)
      guard !found.isEmpty || isApp else { throw Self.unknown }
      let owners = isApp ? [TextCatalog.app] : found.map(\.id)
      return AreaTexts(
        texts: owners.reduce(into: [:]) { all, owner in
          let found = texts.all(of: owner, in: call.language)
          let wanted = isApp ? found.filter { Self.isProblem($0.key) == (input.area == Self.problems) } : found
          all.merge(wanted.filter { input.wants($0.key) }) { first, _ in first }
        }
        .merging(input.area == Self.problems ? sentences(in: call.language) : [:]) { first, _ in first })
    }
  }

  /// What phones read, so that a page can hand on its own address.
  func pictures(_ routes: inout Routes) {
    routes.add(
      Route(
        method: .get, path: "/app/qr/{path}", summary: "A page of this host, by its path, as a QR code",
        access: .everyone, input: .object([("path", Self.path)], required: ["path"]), output: .string(), status: 200,
        contentType: QRCode.contentType,
        handler: Route.Handler(plain: { request, _ in
          let path = request.parameters["path"] ?? ""
          guard Self.isPath(path) else {
            throw Problem.invalid("/path", "pattern", "Write the path of a page of this host, such as /folf-scoring.")
          }
          return RawResponse(
            status: 200, contentType: QRCode.contentType,
            headers: [
              "cache-control": "private, max-age=3600", "content-security-policy": "default-src 'none'; sandbox",
            ],
            body: Array(try QRCode(publicURL + path).svg.utf8))
        })))
  }

  /// A path of this site and nothing beyond it.
  private static let path = Schema.string(maxLength: 200, pattern: "^/[A-Za-z0-9][A-Za-z0-9/._~-]*$")

  /// Whether a text is as ``path`` says.
  private static func isPath(_ text: String) -> Bool {
    text.utf8.count <= 200 && text.wholeMatch(of: #/\/[A-Za-z0-9][A-Za-z0-9\/._~-]*/#) != nil
  }

  /// The sentences for problems, which the first page does without.
  private static let problems = "problems"

  /// Plugins' own sentences for problems, by what they are called in their tables, with the area before it:
  /// `problem.<area>/<code>.<field>`.
  private func sentences(in language: String) -> [String: String] {
    plugins.reduce(into: [:]) { all, plugin in
      for (key, text) in texts.all(of: plugin.id, in: language) where Self.isProblem(key) {
        all["problem.\(plugin.checked.manifest.area)/\(key.dropFirst("problem.".count))"] = text
      }
    }
  }

  private static func isProblem(_ key: String) -> Bool { key.hasPrefix("problem.") }

  private static let unknown = Problem.notFound("area-unknown", "No plugin that runs has this name in paths.")

  private func groups(of plugin: RunningPlugin, language: String) -> [AppGroupKind] {
    let manifest = plugin.checked.manifest
    return manifest.contributions.groups.map { kind in
      AppGroupKind(
        area: manifest.area, kind: kind.kind,
        title: texts.text(plugin.id, key: kind.title, language: language, arguments: [:]), admin: kind.admin,
        isOpen: kind.founders == .account && kind.in == nil, longestName: kind.name.longest,
        hasPictures: kind.hasPictures, visibility: kind.visibility, admission: kind.admission, hasChat: kind.hasChat,
        hasFeed: kind.hasFeed)
    }
  }

  private func pages(of plugin: RunningPlugin, language: String) -> [AppPage] {
    let manifest = plugin.checked.manifest
    return manifest.contributions.pages.map { page in
      AppPage(
        area: manifest.area, path: page.path,
        title: texts.text(plugin.id, key: page.title, language: language, arguments: [:]), script: page.script,
        navigation: page.navigation, menu: page.menu,
        tour: page.tour.map { texts.text(plugin.id, key: $0, language: language, arguments: [:]) },
        accent: page.accent, icon: page.icon)
    }
  }
}
