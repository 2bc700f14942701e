import FieldhouseAccounts
import Foundation

extension AccountsSettings {
  /// What the operator decided about accounts.
  /// - Throws: ``SettingsError``.
  init(_ settings: SettingsResolver) throws {
    self.init()
    let offered = try settings.value(\SignInSettings.signInMethods)
    (methods.phone, methods.email) = (offered.contains("phone"), offered.contains("email"))
    (methods.guest, methods.providers) = (offered.contains("guest"), offered.contains("providers"))
    providers = try settings.value(\SignInSettings.identityProviders).map(IdentityProviderSetting.read) ?? []
    guard methods.phone || methods.email || !providers.isEmpty else { throw Self.noWayIn }
    siteName = try settings.value(\SignInSettings.siteName)
    publicURL = try PublicAddress.of(settings)
    termsVersion = try settings.value(\SignInSettings.termsVersion)
    administratorsNeedSecondFactor = try settings.value(\SignInSettings.adminSecondFactor) == "required"
    pluginAdminGraceDays =
      switch try settings.value(\SignInSettings.pluginAdminSecondFactor) {
      case "required": 0
      case "optional": nil
      default: try settings.value(\SignInSettings.pluginAdminGraceDays)
      }
    try readNumbers(settings)
    for name in LimitName.allCases { limits[name] = try settings.value(HostSetting<LimitRule>.limit(name)) }
  }

  private static let noWayIn = SettingsError(
    code: "settings-sign-in",
    message: "signInMethods: nobody could sign in, since `providers` is the only way and none is set. Set "
      + "'identityProviders', or add `phone` or `email`.")

  private mutating func readNumbers(_ settings: SettingsResolver) throws {
    minimumPasswordLength = try settings.value(\SignInSettings.passwordMinimum)
    sessionDays = try settings.value(\SignInSettings.sessionDays)
    codeSeconds = try settings.value(\SignInSettings.codeMinutes) * 60
    codeDigits = try settings.value(\SignInSettings.codeDigits)
    resendSeconds = try settings.value(\SignInSettings.resendSeconds)
    undoHours = try settings.value(\SignInSettings.undoHours)
    erasureGraceHours = try settings.value(\SignInSettings.erasureGraceHours)
    guestDays = try settings.value(\SignInSettings.guestDays)
    parallelHashes = try settings.value(\SignInSettings.parallelHashes)
  }
}
