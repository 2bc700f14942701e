import FieldhouseSupervision

extension Setting {
  /// How the host looks after itself.
  static let supervision: [Setting] = [
    Setting(
      "hangSeconds",
      "How long a plugin may hold a thread that serves others, in seconds from 1 to 3600; then the worker is replaced. "
        + "0 for ever.",
      fallback: "5", hasFlag: false, check: seconds),
    Setting(
      "memoryLimit",
      "How much memory the worker may hold before it is replaced: a share such as 75%, 800 MiB, 2 GiB, or `none`.",
      fallback: "75%", hasFlag: false,
      check: { MemoryLimit($0) == nil ? "A limit looks like 75%, 800 MiB, 2 GiB or none." : nil }),
    Setting(
      "pluginFaults", "After how many faults within `pluginFaultSeconds` a plugin is kept out, 1 to 1000.",
      fallback: "3", hasFlag: false, check: count),
    Setting(
      "pluginFaultSeconds", "The time in which faults of a plugin are counted together, in seconds from 1 to 86400.",
      fallback: "60", hasFlag: false, check: window),
  ]

  private static func seconds(_ value: String) -> String? {
    Double(value).map { $0 == 0 || (1...3600).contains($0) } == true ? nil : "This is 0, or a number from 1 to 3600."
  }

  private static func count(_ value: String) -> String? {
    Int(value).map { (1...1000).contains($0) } == true ? nil : "This is a whole number from 1 to 1000."
  }

  private static func window(_ value: String) -> String? {
    Int(value).map { (1...86_400).contains($0) } == true ? nil : "This is a whole number from 1 to 86400."
  }
}
