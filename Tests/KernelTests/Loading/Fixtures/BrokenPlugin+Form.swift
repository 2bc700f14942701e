import FieldhouseKit

extension BrokenPlugin {
  static let form: [BrokenPlugin] = [
    BrokenPlugin(
      "text that is not JSON",
      { plugin, _ in
        plugin.text = "{\n  \"id\": \"broken\",\n  \"name\" \"A\"\n}"
      },
      report: """

        """),
    BrokenPlugin(
      "a key that is there twice",
      { plugin, _ in
        plugin.text = "{\n  \"id\": \"broken\",\n  \"id\": \"broken\"\n}"
      },
      report: """

        """),
    BrokenPlugin(
      "a comma after the last member",
      { plugin, _ in
        plugin.text = "{\n  \"id\": \"broken\",\n}"
      },
      report: """

        """),
    BrokenPlugin(
      "a manifest that is not UTF-8",
      { _, installation in
        try installation.folder.write("manifests/latin.json", [0x7b, 0x22, 0xe9, 0x22, 0x7d])
      },
      report: """

        """),
    BrokenPlugin(
      "a misspelt key",
      { plugin, _ in
        plugin["verison"] = plugin["version"]
        plugin["version"] = nil
      },
      report: """

        """),
    BrokenPlugin(
      "a misspelt key inside the library",
      { plugin, _ in
        plugin["library", "simbol"] = "x"
      },
      report: """

        """),
    BrokenPlugin(
      "a key without any likeness",
      { plugin, _ in
        plugin["contributions", "zebra"] = 1
      },
      report: """

        """),
    BrokenPlugin(
      "a number where text belongs",
      { plugin, _ in
        plugin["name"] = 7
      },
      report: """

        """),
    BrokenPlugin(
      "text where true or false belongs",
      { plugin, _ in
        plugin["enabled"] = "yes"
      },
      report: """

        """),
    BrokenPlugin(
      "a board with an unknown order",
      { plugin, _ in
        plugin["contributions", "boards"] = [["id": "best", "title": "Best", "order": "descnding"]]
      },
      report: """

        """),
    BrokenPlugin(
      "a board with four tie-breaks",
      { plugin, _ in
        let column: JSON = ["column": "exact", "order": "descending"]
        plugin["contributions", "boards"] = [["id": "best", "title": "Best", "tieBreaks": [column, column, column, column]]]
      },
      report: """

        """),
    BrokenPlugin(
      "a route with a method of its own",
      { plugin, _ in
        plugin["contributions", "routes"] = ["FETCH /names"]
      },
      report: """

        """),
    BrokenPlugin(
      "an id in capitals",
      { plugin, _ in
        plugin["id"] = "Broken"
      },
      report: """

        """),
    BrokenPlugin(
      "a hash that is too short",
      { plugin, _ in
        plugin["library", "sha256"] = "abc123"
      },
      report: """

        """),
    BrokenPlugin(
      "a dependency with an impossible id",
      { plugin, _ in
        plugin["dependencies", "Healthy_A"] = "*"
      },
      report: """

        """),
    BrokenPlugin(
      "texts without English",
      { plugin, _ in
        plugin["contributions", "texts"] = ["ar": "strings/ar.json"]
        plugin.files["strings/ar.json"] = Array("{}".utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "a version with two numbers",
      { plugin, _ in
        plugin["version"] = "1.0"
      },
      report: """

        """),
    BrokenPlugin(
      "a range that is none",
      { plugin, _ in
        plugin["kit"] = "one or more"
      },
      report: """

        """),
    BrokenPlugin(
      "an id of the host's own",
      { plugin, _ in
        plugin = PluginFixture("leaderboards")
      },
      report: """

        """),
    BrokenPlugin(
      "an area of the host's own",
      { plugin, _ in
        plugin["area"] = "console"
      },
      report: """

        """),
    BrokenPlugin(
      "a Kit that this host does not have",
      { plugin, _ in
        plugin["kit"] = "^2.0.0"
      },
      report: """

        """),
    BrokenPlugin(
      "a host that this is not",
      { plugin, _ in
        plugin["host"] = ">=3.0.0"
      },
      report: """

        """),
    BrokenPlugin(
      "an id that two manifests have",
      { plugin, installation in
        try installation.add(plugin, file: "copy")
      },
      report: """

        """),
  ]
}
