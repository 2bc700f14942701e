import FieldhouseAccounts
import Foundation

extension AccountsSettings {
  /// What the operator decided about accounts.
  /// - Throws: ``SettingsError``.
  init(_ settings: SettingsResolver) throws {
    self.init()
    let offered = (try settings.value("signInMethods") ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    (methods.phone, methods.email) = (offered.contains("phone"), offered.contains("email"))
    (methods.guest, methods.providers) = (offered.contains("guest"), offered.contains("providers"))
    providers = try settings.value("identityProviders").map(IdentityProviderSetting.read) ?? []
    guard methods.phone || methods.email || !providers.isEmpty else { throw Self.noWayIn }
    siteName = try settings.value("siteName") ?? siteName
    publicURL = try PublicAddress.of(settings)
    termsVersion = try settings.value("termsVersion") ?? termsVersion
    administratorsNeedSecondFactor = try settings.value("adminSecondFactor") != "optional"
    try readNumbers(settings)
    for name in LimitName.allCases {
      limits[name] = try settings.value(name.key).flatMap(LimitRule.init) ?? limits[name]
    }
  }

  private static let noWayIn = SettingsError(
    code: "settings-sign-in",
    message: "signInMethods: nobody could sign in, since `providers` is the only way and none is set. Set "
      + "'identityProviders', or add `phone` or `email`.")

  private mutating func readNumbers(_ settings: SettingsResolver) throws {
    minimumPasswordLength = try settings.value("passwordMinimum").flatMap(Int.init) ?? minimumPasswordLength
    sessionDays = try settings.value("sessionDays").flatMap(Int.init) ?? sessionDays
    codeSeconds = try settings.value("codeMinutes").flatMap(Int.init).map { $0 * 60 } ?? codeSeconds
    codeDigits = try settings.value("codeDigits").flatMap(Int.init) ?? codeDigits
    resendSeconds = try settings.value("resendSeconds").flatMap(Int.init) ?? resendSeconds
    undoHours = try settings.value("undoHours").flatMap(Int.init) ?? undoHours
    erasureGraceHours = try settings.value("erasureGraceHours").flatMap(Int.init) ?? erasureGraceHours
    guestDays = try settings.value("guestDays").flatMap(Int.init) ?? guestDays
    parallelHashes = try settings.value("parallelHashes").flatMap(Int.init) ?? parallelHashes
  }
}
