/// How operators are told that something is out of order, beside the inboxes of the super-admins.
struct AlertSettings: SettingGroup {
  static let declared = Self()

  let alertSeconds = HostSetting(
    "alertSeconds",
    "For how many seconds a part is out of order before operators are told, {range}: once when it begins, once when "
      + "it is over.",
    .whole(1...86_400), default: 60)
  let alertMail = HostSetting<String?>(
    "alertMail", "An address that is told by mail what is out of order, also while the database is.",
    SettingForm("This is an e-mail address.") { $0.wholeMatch(of: /[^@\s<>]+@[^@\s<>]+/) == nil ? nil : $0 })
  let alertWebhook = HostSetting<String?>(
    "alertWebhook",
    "An address that takes a POST of {id, kind, part, since, until, text, host} when something is out of order, and "
      + "when it is over.",
    SettingForm.address(["https", "http"]), isSecret: true)
  let alertCommand = HostSetting<String?>(
    "alertCommand",
    "What the supervisor runs by `sh -c` when the host has not been there for `alertSeconds` and cannot say so "
      + "itself, and when it is back; FIELDHOUSE_ALERT is then `down` or `up`.",
    SettingForm.anything)

  /// What the operator chose.
  struct Chosen: Sendable {
    var seconds: Int
    var mail: String?
    var webhook: String?
    var command: String?

    /// - Throws: ``SettingsError``.
    init(_ settings: SettingsResolver) throws {
      seconds = try settings.value(\AlertSettings.alertSeconds)
      mail = try settings.value(\AlertSettings.alertMail)
      webhook = try settings.value(\AlertSettings.alertWebhook)
      command = try settings.value(\AlertSettings.alertCommand)
    }
  }
}
