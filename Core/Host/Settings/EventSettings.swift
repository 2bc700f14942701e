/// How events reach the plugins that subscribed to them.
struct EventSettings: SettingGroup {
  static let declared = Self()

  private static let rules = LaneRules()

  let subscriptionDays = HostSetting(
    "subscriptionDays",
    "For how many days the events of a plugin are kept that is switched off, {range}; then its subscriptions end.",
    .whole(1...3_650), default: Int(Self.rules.subscriptionAge / .seconds(86_400)))
  let eventTries = HostSetting(
    "eventTries", "After how many failures of a plugin an event is put aside for it, {range}.", .whole(1...100),
    default: Self.rules.tries)
}
