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

        """),
    BrokenPlugin(
      "a library that needs a symbol nobody offers",
      { plugin, _ in
        plugin.use(.missingSymbol)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """

        """),
    BrokenPlugin(
      "an entry point that traps",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_trap"
      },
      report: """

        """),
    BrokenPlugin(
      "an entry point that returns garbage",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_garbage"
      },
      report: """

        """),
    BrokenPlugin(
      "an entry point that returns nothing",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_empty"
      },
      report: """

        """),
    BrokenPlugin(
      "an entry point that ends the process",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_exit"
      },
      report: """

        """),
    BrokenPlugin(
      "an entry point that does not return",
      { plugin, installation in
        plugin["library", "symbol"] = "fixture_hang"
        installation.probe.limit = 2
      },
      report: """

        """),
    BrokenPlugin(
      "a library for another binary contract",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_contract"
      },
      report: """

        """),
    BrokenPlugin(
      "a rule with another result than its self-test",
      { plugin, _ in
        plugin.declare(rule: "sum", [[1, 2]], gives: 4, "int64[]")
      },
      report: """

        """),
    BrokenPlugin(
      "a rule with a wrong C signature",
      { plugin, _ in
        plugin.declare(rule: "half", [7], gives: 3, "int64")
      },
      report: """

        """),
    BrokenPlugin(
      "a rule that traps in its self-test",
      { plugin, _ in
        plugin.declare(rule: "trap", [1], gives: 1, "int64")
      },
      report: """

        """),
  ]
}
