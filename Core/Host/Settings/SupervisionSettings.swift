import FieldhouseSupervision

/// How the host looks after itself.
struct SupervisionSettings: SettingGroup {
  static let declared = Self()

  private static let rule = FaultBook.Rule()

  let hangSeconds = HostSetting<Double>(
    "hangSeconds",
    "How long a plugin may hold a thread that serves others, in seconds, {range}; then the worker is replaced. "
      + "0 for ever.",
    .zeroOr(1...3600), default: 5)
  let memoryLimit = HostSetting<MemoryLimit>(
    "memoryLimit",
    "How much memory the worker may hold before it is replaced: a share such as 75%, 800 MiB, 2 GiB, or `none`.",
    SettingForm("A limit looks like 75%, 800 MiB, 2 GiB or none.", text: Self.text) { MemoryLimit($0) },
    default: .share(75))
  let pluginFaults = HostSetting(
    "pluginFaults", "After how many faults within `pluginFaultSeconds` a plugin is kept out, {range}.",
    .whole(1...1000), default: Self.rule.faults)
  let pluginFaultSeconds = HostSetting(
    "pluginFaultSeconds", "The time in which faults of a plugin are counted together, in seconds, {range}.",
    .whole(1...86_400), default: Int(Self.rule.seconds))

  private static func text(_ limit: MemoryLimit) -> String {
    switch limit {
    case .share(let percent): "\(percent)%"
    case .bytes(let bytes): "\(bytes >> 20) MiB"
    case .none: "none"
    }
  }
}
