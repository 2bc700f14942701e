import FieldhouseKit

extension BrokenPlugin {
  static let relations: [BrokenPlugin] = [
    BrokenPlugin(
      "a dependency that is not installed",
      { plugin, _ in
        plugin["dependencies", "healthy-c"] = "^1.0.0"
      },
      report: """
        manifests/broken.json:16 /dependencies/healthy-c error dependency-missing
          The plugin "healthy-c", which is needed, is not installed.
          found no plugin "healthy-c"; expected an installed plugin
          Did you mean "healthy-a"?
        """),
    BrokenPlugin(
      "a dependency of another version",
      { plugin, _ in
        plugin["dependencies", "healthy-a"] = "^2.0.0"
      },
      report: """
        manifests/broken.json:16 /dependencies/healthy-a error dependency-version
          The plugin works with "healthy-a" ^2.0.0, installed is 1.0.0.
          found "healthy-a" 1.0.0; expected a version in ^2.0.0
          Install another version of "healthy-a" or of this plugin.
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
        manifests/broken.json:16 /dependencies/resting error dependency-disabled
          The plugin "resting", which is needed, is disabled.
          found "resting" disabled; expected "resting" enabled
          Run fieldhouse plugins enable resting, or disable this plugin too.
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
        manifests/broken.json:16 /dependencies/cracked error dependency-failed
          The plugin needs "cracked", which is left out (kit-range).
          found "cracked" left out; expected "cracked" running
          Mend "cracked" first.
        manifests/cracked.json:5 /kit error kit-range
          The plugin needs Kit ^9.0.0, this host has \(Kit.version).
          found "^9.0.0"; expected a range with \(Kit.version)
          Install a version of the plugin made for Kit \(Kit.version), or another host.
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
        manifests/broken.json:16 /dependencies/cracked error dependency-failed
          The plugin needs "cracked", which is left out (key-missing).
          found "cracked" left out; expected "cracked" running
          Mend "cracked" first.
        manifests/cracked.json:1 error key-missing
          The key "name" is missing.
          found no "name"; expected text of 1 to 80 characters
          Add "name".
        """),
    BrokenPlugin(
      "a plugin that needs itself",
      { plugin, _ in
        plugin["dependencies", "broken"] = "*"
      },
      report: """
        manifests/broken.json:16 /dependencies/broken error dependency-cycle
          The plugin needs itself in the end: broken → broken.
          found broken → broken; expected dependencies without a circle
          Remove one of these dependencies.
        """),
    BrokenPlugin(
      "two plugins that need each other, and a third that needs them",
      { plugin, installation in
        var other = PluginFixture("circular", symbol: "fixture_d")
        other["dependencies", "broken"] = "*"
        try installation.add(other)
        var third = PluginFixture("outside", symbol: "fixture_f")
        third["dependencies", "circular"] = "*"
        try installation.add(third)
        plugin["dependencies", "circular"] = "*"
      },
      report: """
        manifests/broken.json:16 /dependencies/circular error dependency-cycle
          The plugin needs itself in the end: broken → circular → broken.
          found broken → circular → broken; expected dependencies without a circle
          Remove one of these dependencies.
        manifests/circular.json:16 /dependencies/broken error dependency-cycle
          The plugin needs itself in the end: circular → broken → circular.
          found circular → broken → circular; expected dependencies without a circle
          Remove one of these dependencies.
        manifests/outside.json:16 /dependencies/circular error dependency-failed
          The plugin needs "circular", which is left out (dependency-cycle).
          found "circular" left out; expected "circular" running
          Mend "circular" first.
        """),
    BrokenPlugin(
      "two plugins that claim one route",
      { plugin, _ in
        plugin["area"] = "healthy-a"
        plugin["contributions", "routes"] = ["GET /names"]
        plugin.file = "later"
      },
      report: """
        manifests/later.json:12 /contributions/routes/0 error route-conflict
          The route "GET /v1/healthy-a/names" already belongs to "healthy-a".
          found "GET /names"; expected one that "healthy-a" does not claim
          Disable one of the two plugins, or have its author choose another name.
        """),
    BrokenPlugin(
      "two plugins that claim one board",
      { plugin, _ in
        plugin["area"] = "healthy-b"
        plugin["contributions"] = ["boards": [["id": "points", "title": "Points"]]]
        plugin.file = "later"
      },
      report: """
        manifests/later.json:12 /contributions/boards/0 error board-conflict
          The board "healthy-b/points" already belongs to "healthy-b".
          found {"id":"points","title":"Points"}; expected one that "healthy-b" does not claim
          Disable one of the two plugins, or have its author choose another name.
        """),
    BrokenPlugin(
      "two plugins that claim one event",
      { plugin, _ in
        plugin["area"] = "healthy-b"
        plugin["contributions"] = ["events": [["name": "scored"]]]
        plugin.file = "later"
      },
      report: """
        manifests/later.json:12 /contributions/events/0 error event-conflict
          The event "healthy-b.scored" already belongs to "healthy-b".
          found {"name":"scored"}; expected one that "healthy-b" does not claim
          Disable one of the two plugins, or have its author choose another name.
        """),
    BrokenPlugin(
      "two plugins with one entry symbol",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_a"
        plugin.file = "later"
      },
      report: """
        manifests/later.json:8 /library/symbol error symbol-conflict
          The entry symbol "fixture_a" already belongs to "healthy-a".
          found "fixture_a"; expected one that "healthy-a" does not claim
          Disable one of the two plugins, or have its author choose another name.
        """),
    BrokenPlugin(
      "a subscription to an event nobody emits",
      { plugin, _ in
        plugin["dependencies", "healthy-b"] = "*"
        plugin["contributions", "subscriptions"] = ["healthy-b.scorde"]
      },
      report: """
        manifests/broken.json:15 /contributions/subscriptions/0 error subscription-unknown
          No plugin emits the event "healthy-b.scorde".
          found "healthy-b.scorde"; expected one of healthy-b.scored, accounts.invitation-accepted, accounts.newcomer-settled
          Did you mean "healthy-b.scored"?
        """),
    BrokenPlugin(
      "a subscription to what happens to people",
      { plugin, _ in plugin["contributions", "subscriptions"] = ["accounts.account-erased"] },
      report: """
        manifests/broken.json:15 /contributions/subscriptions/0 error subscription-unknown
          What happens to people is told by hooks and not by events.
          found "accounts.account-erased"; expected no subscription
          Remove it, and implement erase, merge or blocked of the plugin: each is called once, whatever happens.
        """),
    BrokenPlugin(
      "a subscription to a plugin that is no dependency",
      { plugin, _ in
        plugin["contributions", "subscriptions"] = ["healthy-b.scored"]
      },
      report: """
        manifests/broken.json:15 /contributions/subscriptions/0 error subscription-without-dependency
          The event "healthy-b.scored" comes from "healthy-b", which is no dependency.
          found no dependency on "healthy-b"; expected "healthy-b" in "dependencies"
          Add "healthy-b": "^1.0.0" to "dependencies".
        """),
  ]
}
