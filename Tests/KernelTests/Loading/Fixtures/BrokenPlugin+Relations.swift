import FieldhouseKit

extension BrokenPlugin {
  static let relations: [BrokenPlugin] = [
    BrokenPlugin(
      "a dependency that is not installed",
      { plugin, _ in
        plugin["dependencies", "healthy-c"] = "^1.0.0"
      },
      report: """

        """),
    BrokenPlugin(
      "a dependency of another version",
      { plugin, _ in
        plugin["dependencies", "healthy-a"] = "^2.0.0"
      },
      report: """

        """),
    BrokenPlugin(
      "a dependency that is disabled",
      { plugin, installation in
        var other = PluginFixture("resting", symbol: "fixture_d")
        other["enabled"] = false
        try installation.add(other)
        plugin["dependencies", "resting"] = "*"
      },
      report: """

        """),
    BrokenPlugin(
      "a dependency that is broken itself",
      { plugin, installation in
        var other = PluginFixture("cracked", symbol: "fixture_d")
        other["kit"] = "^9.0.0"
        other["contributions", "routes"] = []
        try installation.add(other)
        plugin["dependencies", "cracked"] = "*"
      },
      report: """

        """),
    BrokenPlugin(
      "a dependency whose manifest cannot be read",
      { plugin, installation in
        var other = PluginFixture("cracked", symbol: "fixture_d")
        other["name"] = nil
        try installation.add(other)
        plugin["dependencies", "cracked"] = "*"
      },
      report: """

        """),
    BrokenPlugin(
      "a plugin that needs itself",
      { plugin, _ in
        plugin["dependencies", "broken"] = "*"
      },
      report: """

        """),
    BrokenPlugin(
      "two plugins that need each other, and a third that needs them",
      { plugin, installation in
        var other = PluginFixture("circular", symbol: "fixture_d")
        other["dependencies", "broken"] = "*"
        try installation.add(other)
        var third = PluginFixture("outside", symbol: "fixture_contract")
        third["dependencies", "circular"] = "*"
        try installation.add(third)
        plugin["dependencies", "circular"] = "*"
      },
      report: """

        """),
    BrokenPlugin(
      "two plugins that claim one route",
      { plugin, _ in
        plugin["area"] = "healthy-a"
        plugin["contributions", "routes"] = ["GET /names"]
        plugin.file = "later"
      },
      report: """

        """),
    BrokenPlugin(
      "two plugins that claim one board",
      { plugin, _ in
        plugin["area"] = "healthy-b"
        plugin["contributions"] = ["boards": [["id": "points", "title": "Points"]]]
        plugin.file = "later"
      },
      report: """

        """),
    BrokenPlugin(
      "two plugins that claim one event",
      { plugin, _ in
        plugin["area"] = "healthy-b"
        plugin["contributions"] = ["events": [["name": "scored"]]]
        plugin.file = "later"
      },
      report: """

        """),
    BrokenPlugin(
      "two plugins with one entry symbol",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_a"
        plugin.file = "later"
      },
      report: """

        """),
    BrokenPlugin(
      "a subscription to an event nobody emits",
      { plugin, _ in
        plugin["dependencies", "healthy-b"] = "*"
        plugin["contributions", "subscriptions"] = ["healthy-b.scorde"]
      },
      report: """

        """),
    BrokenPlugin(
      "a subscription to a plugin that is no dependency",
      { plugin, _ in
        plugin["contributions", "subscriptions"] = ["healthy-b.scored"]
      },
      report: """

        """),
  ]
}
