import FieldhouseAccounts
import FieldhouseKit
import Foundation

extension Setting {
  /// How messages leave.
  static let messages: [Setting] = [
    Setting(
      "deliveries",
      "How messages leave: `file` (into deliveries.jsonl in the data folder), or `gateway` with the settings below.",
      fallback: "file", check: oneOf(["file", "gateway"])),
    Setting(
      "smtpUrl",
      "The mail server, smtps://user:password@host:465 or smtp://host:587; percent-encode user and password.",
      isSecret: true, check: scheme(["smtps", "smtp"])),
    Setting(
      "mailFrom", "The address that mails come from; with the gateway it has no default.", hasFlag: false, check: email),
    Setting(
      "smsUrl",
      "The text-message gateway, an address that takes a POST of {id, channel, to, text} and knows Idempotency-Key.",
      isSecret: true, check: scheme(["https", "http"])),
    Setting("smsToken", "The bearer token of the text-message gateway.", isSecret: true),
  ]

  /// Who may come in and how.
  static let accounts: [Setting] = [
    Setting("siteName", "The name of this installation in messages.", fallback: "Fieldhouse", hasFlag: false),
    Setting(
      "signInMethods", "The ways to sign in: `phone`, `email`, `guest` and `providers`, separated by commas.",
      fallback: "phone,email,guest,providers", hasFlag: false, check: methods),
    Setting(
      "identityProviders",
      "OpenID providers to sign in through: a JSON array of objects with `id`, `title`, `issuer`, `clientId`, "
        + "`clientSecretFile` (a file with the secret, readable by the host alone) and `scopes` (without it openid, "
        + "profile and email). At the provider, register <publicUrl>/sign-in/<id> as redirect address.",
      hasFlag: false, check: IdentityProviderSetting.mistake),
    Setting(
      "passwordMinimum", "The fewest characters of a password, 8 to 64; 15 where it is the only factor.",
      fallback: "15", hasFlag: false, check: whole(8...64)),
    Setting(
      "sessionDays", "How many days an unused session lasts, 1 to 365.", fallback: "30", hasFlag: false,
      check: whole(1...365)),
    Setting(
      "codeMinutes", "How many minutes a one-time code works, 1 to 60.", fallback: "10", hasFlag: false,
      check: whole(1...60)),
    Setting(
      "codeDigits", "The digits of a one-time code, 6 to 10.", fallback: "6", hasFlag: false, check: whole(6...10)),
    Setting(
      "resendSeconds", "After how many seconds another code can be asked for, 5 to 3600.", fallback: "30",
      hasFlag: false,
      check: whole(5...3600)),
    Setting(
      "adminSecondFactor", "Whether administrators need a second factor: `required` or `optional`.",
      fallback: "required", hasFlag: false, check: oneOf(["required", "optional"])),
    Setting(
      "undoHours",
      "How many hours a change of who can get into an account can be taken back with the link of its notice, 1 to 720.",
      fallback: "72", hasFlag: false, check: whole(1...720)),
    Setting(
      "erasureGraceHours",
      "How many hours an account that its owner erases can be taken back, 0 to 2160; 0 erases at once.",
      fallback: "72", hasFlag: false, check: whole(0...2160)),
    Setting(
      "guestDays", "After how many days without use a guest is erased, 0 to 3650; 0 keeps guests for good.",
      fallback: "90", hasFlag: false, check: whole(0...3650)),
    Setting(
      "termsVersion", "The version of terms and privacy policy that people accept.", fallback: "1", hasFlag: false),
    Setting(
      "parallelHashes", "How many passwords are hashed at once, 1 to 64; each takes 19 MiB.", fallback: "1",
      hasFlag: false,
      check: whole(1...64)),
  ]

  /// How often things may be done.
  static let limits: [Setting] = LimitName.allCases.map { name in
    Setting(name.key, name.help, fallback: "\(name.standard)", hasFlag: false) { name.mistake(in: $0) }
  }

  private static func oneOf(_ words: [String]) -> @Sendable (String) -> String? {
    { words.contains($0) ? nil : "Use \(words.map { "`\($0)`" }.joined(separator: " or "))." }
  }

  private static func scheme(_ schemes: [String]) -> @Sendable (String) -> String? {
    { value in
      schemes.contains { value.hasPrefix($0 + "://") }
        ? nil : "The address begins with \(schemes.map { $0 + "://" }.joined(separator: " or "))."
    }
  }

  static func whole(_ range: ClosedRange<Int>) -> @Sendable (String) -> String? {
    { value in
      Int(value).map(range.contains) == true
        ? nil : "This is a whole number from \(range.lowerBound) to \(range.upperBound)."
    }
  }

  private static func email(_ value: String) -> String? {
    value.wholeMatch(of: /[^@\s<>]+@[^@\s<>]+/) == nil ? "This is an e-mail address." : nil
  }

  private static func methods(_ value: String) -> String? {
    let words = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let known = ["phone", "email", "guest", "providers"]
    return words.allSatisfy(known.contains) && words.contains { $0 != "guest" }
      ? nil : "Name one or more of `phone`, `email` and `providers`, and `guest` if guests may come in."
  }
}
