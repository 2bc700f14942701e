import FieldhouseKit

extension BrokenPlugin {
  static let libraries: [BrokenPlugin] = [
    BrokenPlugin(
      "a library for another processor",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched(at: 18, 183))
      },
      report: """

        """),
    BrokenPlugin(
      "an executable instead of a library",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched(at: 16, 2))
      },
      report: """

        """),
    BrokenPlugin(
      "a library that is cut off",
      { plugin, _ in
        plugin.files["libfixture.so"] = Array(LibraryFixture.plugin.bytes.prefix(100))
      },
      report: """

        """),
    BrokenPlugin(
      "a library that is a text",
      { plugin, _ in
        plugin.files["libfixture.so"] = Array("not a library".utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "a library without a package note",
      { plugin, _ in
        plugin.files["libfixture.so"] = LibraryFixture.withoutNote.bytes
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """

        """),
    BrokenPlugin(
      "a package note that is not JSON",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("{\"type\"", "<\"type\""))
      },
      report: """

        """),
    BrokenPlugin(
      "a package note without the Swift version",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"swift\":", "\"swfit\":"))
      },
      report: """

        """),
    BrokenPlugin(
      "the package note of something else",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("fieldhouse-plugin", "fieldhouse-museum"))
      },
      report: """

        """),
    BrokenPlugin(
      "the library of another plugin",
      { plugin, _ in
        plugin.files["libfixture.so"] = LibraryFixture.plugin.owned(by: "healthy-a").bytes
      },
      report: """

        """),
    BrokenPlugin(
      "a library built with another Swift",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"swift\":\"\(LibraryFixture.swift)\"", "\"swift\":\"5.9\""))
      },
      report: """

        """),
    BrokenPlugin(
      "a library built against a newer Kit",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"kit\":\"1.0.0\"", "\"kit\":\"1.9.0\""))
      },
      report: """

        """),
    BrokenPlugin(
      "a library built against another generation of Kit",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"kit\":\"1.0.0\"", "\"kit\":\"0.9.0\""))
      },
      report: """

        """),
    BrokenPlugin(
      "a library with its own copy of Kit",
      { plugin, _ in
        plugin.use(.ownKit)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """

        """),
    BrokenPlugin(
      "a library that is not linked with Kit",
      { plugin, _ in
        plugin.use(.withoutKit)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """

        """),
    BrokenPlugin(
      "an entry point that the library does not export",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_x"
      },
      report: """

        """),
    BrokenPlugin(
      "a rule function that the module does not export",
      { plugin, _ in
        plugin.files["librules.so"] = LibraryFixture.rules.bytes
        plugin["contributions", "rules"] = [["module": "librules.so", "functions": [BrokenPlugin.sum(symbol: "sun")]]]
      },
      report: """

        """),
  ]
}
