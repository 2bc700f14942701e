import FieldhouseKit

extension BrokenPlugin {
  static let contributions: [BrokenPlugin] = [
    BrokenPlugin(
      "a route that is declared twice",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /names", "GET /names"]
      },
      report: """

        """),
    BrokenPlugin(
      "two routes that differ in a parameter's name alone",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /names/{a}", "GET /names/{b}"]
      },
      report: """

        """),
    BrokenPlugin(
      "a route with two parameters of one name",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /names/{a}/of/{a}"]
      },
      report: """

        """),
    BrokenPlugin(
      "a board that is declared twice",
      { plugin, _ in
        let board: JSON = ["id": "best", "title": "Best"]
        plugin["contributions", "boards"] = [board, board]
      },
      report: """

        """),
    BrokenPlugin(
      "an event that is declared twice",
      { plugin, _ in
        plugin["contributions", "events"] = [["name": "won"], ["name": "won"]]
      },
      report: """

        """),
    BrokenPlugin(
      "an event whose payload is no schema",
      { plugin, _ in
        plugin["contributions", "events"] = [["name": "won", "payload": ["type": "text"]]]
      },
      report: """

        """),
    BrokenPlugin(
      "a schedule that is declared twice",
      { plugin, _ in
        plugin["contributions", "schedules"] = ["feed", "feed"]
      },
      report: """

        """),
    BrokenPlugin(
      "a page that is declared twice",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        let page: JSON = ["path": "/", "title": "title", "script": "web/main.js"]
        plugin["contributions", "pages"] = [page, page]
        plugin.files["en.json"] = Array(#"{"title": "Title"}"#.utf8)
        plugin.files["web/main.js"] = Array("export {}".utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "a rule function that is declared twice",
      { plugin, _ in
        plugin.files["librules.so"] = LibraryFixture.rules.bytes
        plugin["contributions", "rules"] = [["module": "librules.so", "functions": [BrokenPlugin.sum(), BrokenPlugin.sum()]]]
      },
      report: """

        """),
  ]

  /// A rule function that is right.
  static func sum(symbol: String = "sum") -> JSON {
    [
      "name": "sum", "symbol": .string(symbol), "parameters": ["int64[]"], "result": "int64",
      "tests": [["arguments": [[1, 2]], "expected": 3]],
    ]
  }
}
