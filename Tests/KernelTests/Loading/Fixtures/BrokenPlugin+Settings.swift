import FieldhouseKit

extension BrokenPlugin {
  static let settings: [BrokenPlugin] = [
    BrokenPlugin(
      "a permission that is not granted",
      { plugin, _ in
        plugin["permissions"] = ["http": ["api.example.org"], "media": true]
      },
      report: """
        manifests/broken.json:17 /permissions/http/0 warning permission-not-granted
          The plugin asks for HTTP to api.example.org, which is not granted.
          found no grant; expected a grant, or a plugin that does without
          Add it to "grants" if you trust it.
        manifests/broken.json:19 /permissions/media warning permission-not-granted
          The plugin asks for media, which is not granted.
          found no grant; expected a grant, or a plugin that does without
          Add it to "grants" if you trust it.
        """),
    BrokenPlugin(
      "a grant for a host that was not asked for",
      { plugin, _ in
        plugin["permissions", "http"] = ["api.example.org"]
        plugin["grants", "http"] = ["api.example.org", "api.example.com"]
      },
      report: """
        manifests/broken.json:23 /grants/http/1 warning grant-not-requested
          The plugin does not ask for HTTP to api.example.com.
          found "api.example.com"; expected one of api.example.org
          Did you mean "api.example.org"?
        """),
    BrokenPlugin(
      "a permission with a whole address",
      { plugin, _ in
        plugin["permissions", "http"] = ["https://api.example.org/feed"]
      },
      report: """
        manifests/broken.json:17 /permissions/http/0 error value-invalid
          Item 1 of "http" is not allowed.
          found "https://api.example.org/feed"; expected a host such as api.example.org
          Write a host such as api.example.org.
        """),
    BrokenPlugin(
      "a settings schema with an unknown keyword",
      { plugin, _ in
        plugin["settingsSchema"] = ["type": "object", "propertys": [:]]
      },
      report: """
        manifests/broken.json:17 /settingsSchema/propertys error schema-invalid
          The keyword `propertys` is not supported. Did you mean `properties`?
          found {}; expected a schema of the JSON Schema subset that the host understands
          Mend the schema.
        """),
    BrokenPlugin(
      "defaults of settings that their own schema refuses",
      { plugin, _ in
        plugin["settingsSchema"] = [
          "type": "object",
          "properties": [
            "rounds": ["type": "integer", "minimum": 1, "default": 0],
            "feed": ["type": "object", "properties": ["name": ["type": "string", "default": 7]]],
          ],
        ]
        plugin["settings", "feed"] = [:]
      },
      report: """
        manifests/broken.json:28 /settingsSchema/properties/feed/properties/name/default error schema-invalid
          A default does not fit its own schema: Found an integer; expected string.
          found 7; expected a value that "settingsSchema" allows
          Mend the schema.
        manifests/broken.json:21 /settingsSchema/properties/rounds/default error schema-invalid
          A default does not fit its own schema: Found 0; at least 1 is allowed.
          found 0; expected a value that "settingsSchema" allows
          Mend the schema.
        """),
    BrokenPlugin(
      "settings without a schema",
      { plugin, _ in
        plugin["settings", "feed"] = "fast"
      },
      report: """
        manifests/broken.json:16 /settings/feed warning setting-unknown
          The plugin has no setting "feed"; what is set is not used.
          found "feed"; expected no settings
          Remove it from "settings".
        """),
    BrokenPlugin(
      "settings that an earlier version had, one of them in a group",
      { plugin, _ in
        plugin["settingsSchema"] = [
          "type": "object", "additionalProperties": false,
          "properties": [
            "feed": [
              "type": "object", "additionalProperties": false, "properties": ["seconds": ["type": "integer"]],
            ]
          ],
        ]
        plugin["settings"] = ["feed": ["seconds": 5, "token": "hunter2"], "cache": 7]
      },
      report: """
        manifests/broken.json:33 /settings/feed/token warning setting-unknown
          The plugin has no setting "token"; what is set is not used.
          found "token"; expected one of seconds
          Remove it from "settings".
        manifests/broken.json:35 /settings/cache warning setting-unknown
          The plugin has no setting "cache"; what is set is not used.
          found "cache"; expected one of feed
          Remove it from "settings".
        """),
    BrokenPlugin(
      "a misspelt setting",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["feeed": "fast"]
      },
      report: """
        manifests/broken.json:35 /settings/feeed warning setting-unknown
          The plugin has no setting "feeed"; what is set is not used.
          found "feeed"; expected one of feed, token
          Did you mean "feed"?
        """),
    BrokenPlugin(
      "a setting that is not among the choices",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["feed": "fst"]
      },
      report: """
        manifests/broken.json:35 /settings/feed error setting-invalid
          Found "fst"; expected one of "fast", "slow". Did you mean `fast`?
          found "fst"; expected a value that "settingsSchema" allows
          Change it, or see fieldhouse plugins info broken.
        """),
    BrokenPlugin(
      "a secret whose environment variable is missing",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["token": ["env": "FEED_TOKEN"]]
      },
      report: """
        manifests/broken.json:35 /settings/token error secret-missing
          The secret "token" is not there.
          found no environment variable FEED_TOKEN; expected the secret
          Set FEED_TOKEN in the host's environment.
        """),
    BrokenPlugin(
      "a secret whose file is missing",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["token": ["file": "/run/secrets/no-such-file"]]
      },
      report: """
        manifests/broken.json:35 /settings/token error secret-missing
          The secret "token" is not there.
          found no readable file /run/secrets/no-such-file; expected the secret
          Create /run/secrets/no-such-file, readable by the host alone.
        """),
    BrokenPlugin(
      "a secret in the manifest itself, and too short",
      { plugin, _ in
        plugin["settingsSchema"] = BrokenPlugin.feedSchema
        plugin["settings"] = ["token": "hunter2"]
      },
      report: """
        manifests/broken.json:35 /settings/token warning secret-in-clear
          A secret is written in the manifest itself.
          found a secret in clear; expected {"env": "NAME"} or {"file": "PATH"}
          Move it into the environment or into a file, and refer to it.
        manifests/broken.json:35 /settings/token error setting-invalid
          A secret, or what holds one, does not fit the schema (too-short).
          found a secret; expected a value that "settingsSchema" allows
          Change it, or see fieldhouse plugins info broken.
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
