import FieldhouseKit

extension BrokenPlugin {
  static let settings: [BrokenPlugin] = [
    BrokenPlugin(
      "a permission that is not granted",
      { plugin, _ in
        plugin["permissions"] = ["http": ["api.example.org"], "media": true]
      },
      report: """

        """),
    BrokenPlugin(
      "a grant for a host that was not asked for",
      { plugin, _ in
        plugin["permissions", "http"] = ["api.example.org"]
        plugin["grants", "http"] = ["api.example.org", "api.example.com"]
      },
      report: """

        """),
    BrokenPlugin(
      "a permission with a whole address",
      { plugin, _ in
        plugin["permissions", "http"] = ["https://api.example.org/feed"]
      },
      report: """

        """),
    BrokenPlugin(
      "a settings schema with an unknown keyword",
      { plugin, _ in
        plugin["settingsSchema"] = ["type": "object", "propertys": [:]]
      },
      report: """

        """),
    BrokenPlugin(
      "settings without a schema",
      { plugin, _ in
        plugin["settings", "feed"] = "fast"
      },
      report: """

        """),
    BrokenPlugin(
      "a misspelt setting",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["feeed": "fast"]
      },
      report: """

        """),
    BrokenPlugin(
      "a setting that is not among the choices",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["feed": "fst"]
      },
      report: """

        """),
    BrokenPlugin(
      "a secret whose environment variable is missing",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["token": ["env": "FEED_TOKEN"]]
      },
      report: """

        """),
    BrokenPlugin(
      "a secret whose file is missing",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["token": ["file": "/run/secrets/no-such-file"]]
      },
      report: """

        """),
    BrokenPlugin(
      "a secret in the manifest itself, and too short",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["token": "hunter2"]
      },
      report: """

        """),
  ]

  /// A feed with a choice and a secret.
  static let feedSchema: JSON = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "feed": ["type": "string", "enum": ["fast", "slow"], "default": "fast"],
      "token": ["type": "string", "minLength": 12, "x-secret": true],
    ],
  ]
}
