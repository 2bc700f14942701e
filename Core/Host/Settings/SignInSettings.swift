import FieldhouseAccounts

/// Who may come in and how.
struct SignInSettings: SettingGroup {
  static let declared = Self()

  private static let standard = AccountsSettings()
  private static let ways = ["phone", "email", "guest", "providers"]

  let siteName = HostSetting(
    "siteName", "The name of this installation in messages.", .anything, default: Self.standard.siteName)
  let signInMethods = HostSetting<[String]>(
    "signInMethods", "The ways to sign in: `phone`, `email`, `guest` and `providers`, separated by commas.",
    .list(",", judge: Self.methodsMistake), default: Self.ways)
  let identityProviders = HostSetting<String?>(
    "identityProviders",
    "OpenID providers to sign in through: a JSON array of objects with `id`, `title`, `issuer`, `clientId`, "
      + "`clientSecretFile` (a file with the secret, readable by the host alone) and `scopes` (without it openid, "
      + "profile and email). At the provider, register <publicUrl>/sign-in/<id> as redirect address.",
    SettingForm.judged(by: IdentityProviderSetting.mistake))
  let passwordMinimum = HostSetting(
    "passwordMinimum", "The fewest characters of a password, {range}; 15 where it is the only factor.", .whole(8...64),
    default: Self.standard.minimumPasswordLength)
  let sessionDays = HostSetting(
    "sessionDays", "How many days an unused session lasts, {range}.", .whole(1...365),
    default: Self.standard.sessionDays)
  let codeMinutes = HostSetting(
    "codeMinutes", "How many minutes a one-time code works, {range}.", .whole(1...60),
    default: Self.standard.codeSeconds / 60)
  let codeDigits = HostSetting(
    "codeDigits", "The digits of a one-time code, {range}.", .whole(6...10), default: Self.standard.codeDigits)
  let resendSeconds = HostSetting(
    "resendSeconds", "After how many seconds another code can be asked for, {range}.", .whole(5...3600),
    default: Self.standard.resendSeconds)
  let adminSecondFactor = HostSetting(
    "adminSecondFactor", "Whether administrators need a second factor: `required` or `optional`.",
    .oneOf(["required", "optional"]), default: "required")
  let pluginAdminSecondFactor = HostSetting(
    "pluginAdminSecondFactor",
    "Whether those who look after something in a plugin, such as the admins of a team, need a second factor for it: "
      + "`required`, `after-grace` (once pluginAdminGraceDays are over; who has one needs it at once) or `optional`.",
    .oneOf(["required", "after-grace", "optional"]), default: "after-grace")
  let pluginAdminGraceDays = HostSetting(
    "pluginAdminGraceDays",
    "With pluginAdminSecondFactor `after-grace`: for how many days those who look after something in a plugin do so "
      + "without a second factor, {range}, from the first time that it is asked for.",
    .whole(0...90), default: Self.standard.pluginAdminGraceDays ?? 0)
  let undoHours = HostSetting(
    "undoHours",
    "How many hours a change of who can get into an account can be taken back with the link of its notice, {range}.",
    .whole(1...720), default: Self.standard.undoHours)
  let erasureGraceHours = HostSetting(
    "erasureGraceHours",
    "How many hours an account that its owner erases can be taken back, {range}; 0 erases at once.", .whole(0...2160),
    default: Self.standard.erasureGraceHours)
  let guestDays = HostSetting(
    "guestDays", "After how many days without use a guest is erased, {range}; 0 keeps guests for good.",
    .whole(0...3650), default: Self.standard.guestDays)
  let termsVersion = HostSetting(
    "termsVersion",
    "The version of terms and privacy policy that people accept as long as no such page is published here.", .anything,
    default: Self.standard.termsVersion)
  let parallelHashes = HostSetting(
    "parallelHashes", "How many passwords are hashed at once, {range}; each takes 19 MiB.", .whole(1...64),
    default: Self.standard.parallelHashes)

  private static func methodsMistake(_ offered: [String]) -> String? {
    offered.allSatisfy(ways.contains) && offered.contains { $0 != "guest" }
      ? nil : "Name one or more of `phone`, `email` and `providers`, and `guest` if guests may come in."
  }
}
