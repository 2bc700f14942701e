import FieldhouseRuntime

/// How messages leave.
struct MessageSettings: SettingGroup {
  static let declared = Self()

  let deliveries = HostSetting(
    "deliveries",
    "How messages leave: `file` (into deliveries.jsonl in the data folder), or `gateway` with the settings below.",
    .oneOf(["file", "gateway"]), default: "file", hasFlag: true)
  let smtpUrl = HostSetting<String?>(
    "smtpUrl",
    "The mail server, smtps://user:password@host:465 or smtp://host:587; percent-encode user and password.",
    SettingForm.address(["smtps", "smtp"]), isSecret: true)
  let mailFrom = HostSetting<String?>(
    "mailFrom", "The address that mails come from; with the gateway it has no default.",
    SettingForm("This is an e-mail address.") { $0.wholeMatch(of: /[^@\s<>]+@[^@\s<>]+/) == nil ? nil : $0 })
  let smsUrl = HostSetting<String?>(
    "smsUrl",
    "The text-message gateway, an address that takes a POST of {id, channel, to, text} and knows Idempotency-Key.",
    SettingForm.address(["https", "http"]), isSecret: true)
  let smsToken = HostSetting<String?>(
    "smsToken", "The bearer token of the text-message gateway.", SettingForm.anything, isSecret: true)
  let pushServices = HostSetting<[String]>(
    "pushServices",
    "Push services in the operator's own network, https://host:port or http://host:port, separated by commas; those on the public "
      + "internet need not be named.",
    .list(",", judge: Self.pushMistake), default: [])

  private static func pushMistake(_ services: [String]) -> String? {
    services.allSatisfy { HTTPOrigin($0) != nil } ? nil : "A push service looks like https://push.club.example."
  }
}
