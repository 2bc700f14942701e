import FieldhouseKit

extension BrokenPlugin {
  /// What is wrong with how a plugin's pages look, and with what it shows today.
  static let looks: [BrokenPlugin] = [
    BrokenPlugin(
      "an accent that is not read in the light",
      { plugin, _ in plugin.showPage("accent", "#8cc63f") },
      report: """
        manifests/broken.json:22 /contributions/pages/0/accent error accent-unreadable
          What is written in #8cc63f is not read well.
          found 1.86 : 1 on the app's grounds; expected at least 4.5 : 1
          Take a darker one, such as #557826.
        """),
    BrokenPlugin(
      "an accent that is no colour in six digits",
      { plugin, _ in plugin.showPage("accent", "green") },
      report: """
        manifests/broken.json:22 /contributions/pages/0/accent error value-invalid
          The value of "accent" is not allowed.
          found "green"; expected a colour such as #0a7d3c, in lower-case letters
          Write a colour such as #0a7d3c, in lower-case letters.
        """),
    BrokenPlugin(
      "a way in the side menu to a page of no one address",
      { plugin, _ in plugin.showPage("menu", true, at: "/things/{thing}") },
      report: """
        manifests/broken.json:19 /contributions/pages/0/path error page-nameless
          The app cannot lead to "/things/{thing}" from everywhere.
          found "/things/{thing}"; expected a path without parameters
          Leave "navigation" and "menu" out, or give it another path.
        """),
    BrokenPlugin(
      "a way in the navigation to a page of no one address",
      { plugin, _ in plugin.showPage("navigation", true, at: "/things/{thing}") },
      report: """
        manifests/broken.json:19 /contributions/pages/0/path error page-nameless
          The app cannot lead to "/things/{thing}" from everywhere.
          found "/things/{thing}"; expected a path without parameters
          Leave "navigation" and "menu" out, or give it another path.
        """),
    BrokenPlugin(
      "an icon that the app does not have",
      { plugin, _ in plugin.showPage("icon", "bal") },
      report: """
        manifests/broken.json:22 /contributions/pages/0/icon error value-invalid
          The value of "icon" is not allowed.
          found "bal"; expected one of home, bell, people, person, ball, disc, target, walk, run, bike, dumbbell, whistle, trophy, medal, flag, calendar, clock, pin, map, chart, chat, heart, star, quiz, cards, gift, shield, camera, send, cloud, check, plus, minus, close, back, forward, arrow, search, settings, more, play, share, menu, lock, globe
          Did you mean "ball"?
        """),
    BrokenPlugin(
      "cards of today whose script is not there",
      { plugin, _ in plugin["contributions", "home"] = ["script": "web/home.js"] },
      report: """
        manifests/broken.json:15 /contributions/home/script error path-missing
          "plugins/broken/web" does not exist.
          found "web/home.js"; expected a regular file inside plugins/broken
          Check the spelling or install the file.
        """),
    BrokenPlugin(
      "cards of today whose script imports what is not there",
      { plugin, _ in
        plugin["contributions", "home"] = ["script": "web/home.js"]
        plugin.files["web/home.js"] = Array("import { card } from \"./cards.js\";".utf8)
      },
      report: """
        manifests/broken.json:15 /contributions/home/script warning script-import-missing
          web/home.js imports "./cards.js", which is not there.
          found "./cards.js"; expected a file of the plugin's folder
          Mend the address, or add the file.
        """),
  ]
}

extension PluginFixture {
  /// Gives the plugin a page with this key beside those that every page has.
  fileprivate mutating func showPage(_ key: String, _ value: JSON, at path: String = "/") {
    self["contributions", "texts"] = ["en": "en.json"]
    let page: JSON = ["path": .string(path), "title": "title", "script": "web/main.js"]
    var members = page.object ?? [:]
    members[key] = value
    self["contributions", "pages"] = [.object(members)]
    files["en.json"] = Array(#"{"title": "Title"}"#.utf8)
    files["web/main.js"] = Array("export {}".utf8)
  }
}
