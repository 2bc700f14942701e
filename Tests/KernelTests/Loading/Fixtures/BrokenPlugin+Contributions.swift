import FieldhouseKit

extension BrokenPlugin {
  static let contributions: [BrokenPlugin] = [
    BrokenPlugin(
      "a route that is declared twice",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /names", "GET /names"]
      },
      report: """
        manifests/broken.json:13 /contributions/routes/1 error route-duplicate
          The route "GET /names" is declared twice.
          found "GET /names"; expected each route once; the first is at /contributions/routes/0
          Remove one of the two.
        """),
    BrokenPlugin(
      "two routes that differ in a parameter's name alone",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /names/{a}", "GET /names/{b}"]
      },
      report: """
        manifests/broken.json:13 /contributions/routes/1 error route-duplicate
          The route "GET /names/{}" is declared twice.
          found "GET /names/{b}"; expected each route once; the first is at /contributions/routes/0
          Remove one of the two.
        """),
    BrokenPlugin(
      "a route with two parameters of one name",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /names/{a}/of/{a}"]
      },
      report: """
        manifests/broken.json:12 /contributions/routes/0 error route-parameter-repeated
          The route GET /names/{a}/of/{a} has two parameters of one name.
          found "GET /names/{a}/of/{a}"; expected each parameter once
          Give each parameter a name of its own.
        """),
    BrokenPlugin(
      "a board that is declared twice",
      { plugin, _ in
        let board: JSON = ["id": "best", "title": "Best"]
        plugin["contributions", "boards"] = [board, board]
      },
      report: """
        manifests/broken.json:19 /contributions/boards/1 error board-duplicate
          The board "best" is declared twice.
          found {"id":"best","title":"Best"}; expected each board once; the first is at /contributions/boards/0
          Remove one of the two.
        """),
    BrokenPlugin(
      "an event that is declared twice",
      { plugin, _ in
        plugin["contributions", "events"] = [["name": "won"], ["name": "won"]]
      },
      report: """
        manifests/broken.json:18 /contributions/events/1 error event-duplicate
          The event "won" is declared twice.
          found {"name":"won"}; expected each event once; the first is at /contributions/events/0
          Remove one of the two.
        """),
    BrokenPlugin(
      "an event whose payload is no schema",
      { plugin, _ in
        plugin["contributions", "events"] = [["name": "won", "payload": ["type": "text"]]]
      },
      report: """
        manifests/broken.json:18 /contributions/events/0/payload/type error schema-invalid
          `type` must be one or several of null, boolean, integer, number, string, array, object.
          found "text"; expected a schema of the JSON Schema subset that the host understands
          Mend the schema.
        """),
    BrokenPlugin(
      "a schedule that is declared twice",
      { plugin, _ in
        plugin["contributions", "schedules"] = ["feed", "feed"]
      },
      report: """
        manifests/broken.json:16 /contributions/schedules/1 error schedule-duplicate
          The schedule "feed" is declared twice.
          found "feed"; expected each schedule once; the first is at /contributions/schedules/0
          Remove one of the two.
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
        manifests/broken.json:23 /contributions/pages/1 error page-duplicate
          The page "/" is declared twice.
          found {"path":"/","title":"title","script":"web/main.js"}; expected each page once; the first is at /contributions/pages/0
          Remove one of the two.
        """),
    BrokenPlugin(
      "a rule function that is declared twice",
      { plugin, _ in
        plugin.files["librules.so"] = LibraryFixture.rules.bytes
        plugin["contributions", "rules"] = [
          ["module": "librules.so", "functions": [BrokenPlugin.sum(), BrokenPlugin.sum()]]
        ]
      },
      report: """
        manifests/broken.json:37 /contributions/rules/0/functions/1 error rule-duplicate
          The rule "sum" is declared twice.
          found {"name":"sum","symbol":"sum","parameters":["int64[]"],"result":"int64","tests":…; expected each rule once; the first is at /contributions/rules/0/functions/0
          Remove one of the two.
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
