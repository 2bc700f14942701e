import FieldhouseKernel
import FieldhouseKit

extension BrokenPlugin {
  static let processes: [BrokenPlugin] = [
    BrokenPlugin(
      "a library that traps while it is loaded",
      { plugin, _ in
        plugin.use(.trapAtLoad)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """
        manifests/broken.json:7 /library/path error library-crashed
          The library crashed with SIGILL in trap_at_load while it was loaded.
          found SIGILL in trap_at_load; expected an end without a signal
          Report it to the plugin's author; leave the plugin disabled until then.
        """),
    BrokenPlugin(
      "a library that needs a symbol nobody offers",
      { plugin, _ in
        plugin.use(.missingSymbol)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """
        manifests/broken.json:7 /library/path error library-missing-symbol
          The library needs fixture_absent_function, which nothing offers.
          found no fixture_absent_function; expected a symbol that this host, its Kit or a needed library offers
          Build the plugin against this host's Kit.
        """),
    BrokenPlugin(
      "an entry point that traps",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_trap"
      },
      report: """
        manifests/broken.json:7 /library/path error library-crashed
          The library crashed with SIGILL in fixture_trap while its entry point ran.
          found SIGILL in fixture_trap; expected an end without a signal
          Report it to the plugin's author; leave the plugin disabled until then.
        """),
    BrokenPlugin(
      "an entry point that returns garbage",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_garbage"
      },
      report: """
        manifests/broken.json:8 /library/symbol error entry-foreign
          The entry point fixture_garbage returned no plugin entry.
          found an address without an entry; expected what PluginEntry.export returns
          Return PluginEntry.export of the plugin's type.
        """),
    BrokenPlugin(
      "an entry point that returns another object",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_stranger"
      },
      report: """
        manifests/broken.json:8 /library/symbol error entry-foreign
          The entry point fixture_stranger returned no plugin entry.
          found an address without an entry; expected what PluginEntry.export returns
          Return PluginEntry.export of the plugin's type.
        """),
    BrokenPlugin(
      "an entry point that returns nothing",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_empty"
      },
      report: """
        manifests/broken.json:8 /library/symbol error entry-empty
          The entry point fixture_empty returned nothing.
          found a null pointer; expected what PluginEntry.export returns
          Return PluginEntry.export of the plugin's type.
        """),
    BrokenPlugin(
      "an entry point that ends the process",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_exit"
      },
      report: """
        manifests/broken.json:7 /library/path error library-exited
          The library ended the process with status 3 while its entry point ran.
          found exit status 3; expected a library that leaves the process alone
          Report it to the plugin's author; leave the plugin disabled until then.
        """),
    BrokenPlugin(
      "an entry point that does not return",
      { plugin, installation in
        plugin["library", "symbol"] = "fixture_hang"
        installation.probe.limit = 6
      },
      report: """
        manifests/broken.json:7 /library/path error library-hung
          The library did not come to an end while its entry point ran.
          found no end after 6 s; expected an end within 6 s
          Report it to the plugin's author; leave the plugin disabled until then.
        """),
    BrokenPlugin(
      "a library for another binary contract",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_contract"
      },
      report: """
        manifests/broken.json:7 /library/path error contract-mismatch
          The library was built for binary contract 99, this host has 1.
          found contract 99; expected contract 1
          Build the plugin against this host's Kit.
        """),
    BrokenPlugin(
      "a rule with another result than its self-test",
      { plugin, _ in
        plugin.declare(rule: "sum", [[1, 2]], gives: 4, "int64[]")
      },
      report: """
        manifests/broken.json:26 /contributions/rules/0/functions/0/tests/0 error rule-self-test-failed
          Rule "sum" with ([1, 2]) gives 3, expected is 4.
          found 3; expected 4
          Check that the C function is int64_t sum(const int64_t *, int64_t), then the rule and the self-test.
        """),
    BrokenPlugin(
      "a rule with a wrong C signature",
      { plugin, _ in
        plugin.declare(rule: "narrow", [4_294_967_303], gives: 4_294_967_303, "int64")
      },
      report: """
        manifests/broken.json:26 /contributions/rules/0/functions/0/tests/0 error rule-self-test-failed
          Rule "narrow" with (4294967303) gives 7, expected is 4294967303.
          found 7; expected 4294967303
          Check that the C function is int64_t narrow(int64_t), then the rule and the self-test.
        """),
    BrokenPlugin(
      "a rule that traps in its self-test",
      { plugin, _ in
        plugin.declare(rule: "trap", [1], gives: 1, "int64")
      },
      report: """
        manifests/broken.json:26 /contributions/rules/0/functions/0/tests/0 error library-crashed
          The library crashed with SIGABRT while self-test 1 of rule "trap" ran.
          found SIGABRT; expected an end without a signal
          Check the C function's signature against its declaration, then the function.
        """),
  ]
}
