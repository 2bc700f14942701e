import FieldhouseKit

extension BrokenPlugin {
  /// The next minor version of the present Kit.
  private static let laterKit: String = {
    let numbers = Kit.version.split(separator: ".").compactMap { Int($0) }
    return "\(numbers[0]).\(numbers[1] + 1).0"
  }()

  static let form: [BrokenPlugin] = [
    BrokenPlugin(
      "text that is not JSON",
      { plugin, _ in
        plugin.text = "{\n  \"id\": \"broken\",\n  \"name\" \"A\"\n}"
      },
      report: """
        manifests/broken.json:3 error json-syntax
          Expected `:` after the member name, found `"`.
          found a fault at column 10; expected JSON (RFC 8259) without repeated keys
          Mend the text at line 3, column 10.
        """),
    BrokenPlugin(
      "a key that is there twice",
      { plugin, _ in
        plugin.text = "{\n  \"id\": \"broken\",\n  \"id\": \"broken\"\n}"
      },
      report: """
        manifests/broken.json:3 /id error json-duplicate-key
          The member `id` appears twice; keep one of them.
          found a fault at column 3; expected JSON (RFC 8259) without repeated keys
          Mend the text at line 3, column 3.
        """),
    BrokenPlugin(
      "a comma after the last member",
      { plugin, _ in
        plugin.text = "{\n  \"id\": \"broken\",\n}"
      },
      report: """
        manifests/broken.json:3 error json-syntax
          Expected a member name in double quotes after the comma, found `}`.
          found a fault at column 1; expected JSON (RFC 8259) without repeated keys
          Mend the text at line 3, column 1.
        """),
    BrokenPlugin(
      "a manifest that is not UTF-8",
      { _, installation in
        try installation.folder.write("manifests/latin.json", [0x7b, 0x22, 0xe9, 0x22, 0x7d])
      },
      report: """
        manifests/latin.json:1 error json-utf8
          The text is not valid UTF-8.
          found a fault at column 3; expected JSON (RFC 8259) without repeated keys
          Mend the text at line 1, column 3.
        """),
    BrokenPlugin(
      "a misspelt key",
      { plugin, _ in
        plugin["verison"] = plugin["version"]
        plugin["version"] = nil
      },
      report: """
        manifests/broken.json:1 error key-missing
          The key "version" is missing.
          found no "version"; expected a version such as 1.2.0
          Add "version".
        manifests/broken.json:14 /verison error key-unknown
          There is no key "verison" here.
          found "verison"; expected one of $schema, id, area, name, description, version, kit, host, bundle, library, dependencies, permissions, contributions, migrations, files, advertisements, settingsSchema, enabled, settings, grants
          Did you mean "version"?
        """),
    BrokenPlugin(
      "a misspelt key inside the library",
      { plugin, _ in
        plugin["library", "simbol"] = "x"
      },
      report: """
        manifests/broken.json:9 /library/simbol error key-unknown
          There is no key "simbol" here.
          found "simbol"; expected one of path, symbol, sha256
          Did you mean "symbol"?
        """),
    BrokenPlugin(
      "a key without any likeness",
      { plugin, _ in
        plugin["contributions", "zebra"] = 1
      },
      report: """
        manifests/broken.json:14 /contributions/zebra error key-unknown
          There is no key "zebra" here.
          found "zebra"; expected one of routes, boards, topics, events, subscriptions, questions, asks, schedules, notifications, permissions, scopes, groups, feeds, shares, roles, pages, home, texts, gameTypes, rules
          Remove it.
        """),
    BrokenPlugin(
      "a number where text belongs",
      { plugin, _ in
        plugin["name"] = 7
      },
      report: """
        manifests/broken.json:3 /name error value-type
          The value of "name" is of the wrong type.
          found integer 7; expected text of 1 to 80 characters
          Write text of 1 to 80 characters.
        """),
    BrokenPlugin(
      "text where true or false belongs",
      { plugin, _ in
        plugin["enabled"] = "yes"
      },
      report: """
        manifests/broken.json:15 /enabled error value-type
          The value of "enabled" is of the wrong type.
          found string "yes"; expected true or false
          Write true or false.
        """),
    BrokenPlugin(
      "a board with an unknown order",
      { plugin, _ in
        plugin["contributions", "boards"] = [["id": "best", "title": "Best", "order": "descnding"]]
      },
      report: """
        manifests/broken.json:18 /contributions/boards/0/order error value-invalid
          The value of "order" is not allowed.
          found "descnding"; expected one of descending, ascending
          Did you mean "descending"?
        """),
    BrokenPlugin(
      "a board with four tie-breaks",
      { plugin, _ in
        let column: JSON = ["column": "exact", "order": "descending"]
        plugin["contributions", "boards"] = [
          ["id": "best", "title": "Best", "tieBreaks": [column, column, column, column]]
        ]
      },
      report: """
        manifests/broken.json:18 /contributions/boards/0/tieBreaks error value-invalid
          The value of "tieBreaks" is not allowed: Found 4 items; at most 3 are allowed.
          found [{"column":"exact","order":"descending"},{"column":"exact","order":"descending"…; expected a list of at most 3 items
          Write a list of at most 3 items.
        """),
    BrokenPlugin(
      "a route with a method of its own",
      { plugin, _ in
        plugin["contributions", "routes"] = ["FETCH /names"]
      },
      report: """
        manifests/broken.json:12 /contributions/routes/0 error value-invalid
          Item 1 of "routes" is not allowed.
          found "FETCH /names"; expected a method and a path such as GET /matches/{match}
          Write a method and a path such as GET /matches/{match}.
        """),
    BrokenPlugin(
      "an id in capitals",
      { plugin, _ in
        plugin["id"] = "Broken"
      },
      report: """
        manifests/broken.json:2 /id error value-invalid
          The value of "id" is not allowed.
          found "Broken"; expected 2 to 40 lower-case letters, digits and single hyphens, a letter first
          Write 2 to 40 lower-case letters, digits and single hyphens, a letter first.
        """),
    BrokenPlugin(
      "a hash that is too short",
      { plugin, _ in
        plugin["library", "sha256"] = "abc123"
      },
      report: """
        manifests/broken.json:9 /library/sha256 error value-invalid
          The value of "sha256" is not allowed.
          found "abc123"; expected 64 lower-case hexadecimal digits
          Write 64 lower-case hexadecimal digits.
        """),
    BrokenPlugin(
      "a dependency with an impossible id",
      { plugin, _ in
        plugin["dependencies", "Healthy_A"] = "*"
      },
      report: """
        manifests/broken.json:16 /dependencies/Healthy_A error value-invalid
          The key "Healthy_A" is not allowed here.
          found "Healthy_A"; expected 2 to 40 lower-case letters, digits and single hyphens, a letter first
          Write 2 to 40 lower-case letters, digits and single hyphens, a letter first.
        """),
    BrokenPlugin(
      "texts without English",
      { plugin, _ in
        plugin["contributions", "texts"] = ["ar": "strings/ar.json"]
        plugin.files["strings/ar.json"] = Array("{}".utf8)
      },
      report: """
        manifests/broken.json:14 /contributions/texts error key-missing
          The key "en" is missing.
          found no "en"; expected a path inside the bundle folder
          Add "en".
        """),
    BrokenPlugin(
      "a version with two numbers",
      { plugin, _ in
        plugin["version"] = "1.0"
      },
      report: """
        manifests/broken.json:4 /version error version-malformed
          "1.0" is no version: it needs exactly three numbers.
          found "1.0"; expected a version such as 1.2.0
          Write one such as 1.2.0 or 2.0.0-beta.1.
        """),
    BrokenPlugin(
      "a range that is none",
      { plugin, _ in
        plugin["kit"] = "one or more"
      },
      report: """
        manifests/broken.json:5 /kit error version-range-malformed
          "one or more" is no version range: "one" is no complete version.
          found "one or more"; expected a range such as ^1.2.0
          Write one such as ^1.2.0 or >=1.2.0 <2.0.0.
        """),
    BrokenPlugin(
      "an id of the host's own",
      { plugin, _ in
        plugin = PluginFixture("leaderboards")
      },
      report: """
        manifests/leaderboards.json:2 /id error id-reserved
          The name "leaderboards" belongs to the host.
          found "leaderboards"; expected a name the host does not use
          Choose another name, such as "leaderboards-club".
        """),
    BrokenPlugin(
      "an area of the host's own",
      { plugin, _ in
        plugin["area"] = "console"
      },
      report: """
        manifests/broken.json:15 /area error id-reserved
          The name "console" belongs to the host.
          found "console"; expected a name the host does not use
          Choose another name, such as "console-club".
        """),
    BrokenPlugin(
      "a Kit that this host does not have",
      { plugin, _ in
        plugin["kit"] = "^2.0.0"
      },
      report: """
        manifests/broken.json:5 /kit error kit-range
          The plugin needs Kit ^2.0.0, this host has \(Kit.version).
          found "^2.0.0"; expected a range with \(Kit.version)
          Install a version of the plugin made for Kit \(Kit.version), or another host.
        """),
    BrokenPlugin(
      "a Kit with more than this host has",
      { plugin, _ in
        plugin["kit"] = .string("^\(laterKit)")
      },
      report: """
        manifests/broken.json:5 /kit error kit-range
          The plugin needs Kit ^\(laterKit), this host has \(Kit.version).
          found "^\(laterKit)"; expected a range with \(Kit.version)
          Install a version of the plugin made for Kit \(Kit.version), or another host.
        """),
    BrokenPlugin(
      "a host that this is not",
      { plugin, _ in
        plugin["host"] = ">=3.0.0"
      },
      report: """
        manifests/broken.json:15 /host error host-range
          The plugin needs Fieldhouse >=3.0.0, this host has 1.0.0.
          found ">=3.0.0"; expected a range with 1.0.0
          Install a version of the plugin made for Fieldhouse 1.0.0, or another host.
        """),
    BrokenPlugin(
      "an id that two manifests have",
      { plugin, installation in
        try installation.add(plugin, file: "copy")
      },
      report: """
        manifests/broken.json:2 /id error id-duplicate
          The id "broken" is also that of manifests/copy.json.
          found "broken" in 2 manifests; expected one manifest for each plugin
          Remove all but one of them.
        manifests/copy.json:2 /id error id-duplicate
          The id "broken" is also that of manifests/broken.json.
          found "broken" in 2 manifests; expected one manifest for each plugin
          Remove all but one of them.
        """),
  ]
}
