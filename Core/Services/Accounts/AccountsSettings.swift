/// What an operator may set about accounts; every value has a default.
public struct AccountsSettings: Sendable, Hashable {
  /// The ways to sign in.
  public struct Methods: Sendable, Hashable {
    /// Phone number and one-time code.
    public var phone = true
    /// E-mail address and password.
    public var email = true
    /// Without any identifier.
    public var guest = true
    /// Through the identity providers of ``AccountsSettings/providers``.
    public var providers = true

    /// All ways.
    public init() {}
  }

  /// The ways to sign in that are offered.
  public var methods = Methods()
  /// The identity providers, in the order in which they are offered.
  public var providers: [IdentityProvider] = []
  /// How long an unused session lasts, in days.
  public var sessionDays = 30
  /// How long a one-time code can be used, in seconds.
  public var codeSeconds = 600
  /// The digits of a one-time code, at least 6.
  public var codeDigits = 6
  /// How often a one-time code may be tried.
  public var codeTries = 5
  /// After how many seconds another code may be asked for.
  public var resendSeconds = 30
  /// The fewest characters of a password. NIST SP 800-63B-4 asks for 15 where it is the only factor.
  public var minimumPasswordLength = 15
  /// Whether super-admins and club admins have to show a second factor before their roles count.
  public var administratorsNeedSecondFactor = true
  /// For how many days what those who look after something in a plugin do counts without the second factor with which
  /// their roles guard it, from when it is first asked for; 0 for none, nil for ever.
  public var pluginAdminGraceDays: Int? = 14
  /// How long a link to a new password can be used, in seconds.
  public var resetSeconds = 3600
  /// How many hours a change of who can get into an account can be taken back.
  public var undoHours = 72
  /// How many hours an account that its owner erases can be taken back; 0 erases at once.
  public var erasureGraceHours = 72
  /// After how many days without use a guest is erased; 0 keeps guests for good.
  public var guestDays = 90
  /// How many passwords are hashed at once; each takes 19 MiB.
  public var parallelHashes = 1
  /// How many passwords may wait to be hashed before callers are told to come back.
  public var waitingHashes = 64
  /// The version of terms and privacy policy that people accept.
  public var termsVersion = "1"
  /// The address of this installation as people see it, without a slash at the end; links in mails begin with it.
  public var publicURL = "http://127.0.0.1:8080"
  /// The name of this installation in mails.
  public var siteName = "Fieldhouse"
  /// How often things may be done.
  public var limits = LimitRules()
  /// How many seconds of the host's clock pass in one second; lifetimes are stretched by it so that people can still
  /// sign in while a simulated season rushes past. Never below 1.
  public var clockRate = 1.0

  /// The defaults.
  public init() {}

  /// The identity providers that people may sign in through.
  var offeredProviders: [IdentityProvider] { methods.providers ? providers : [] }

  var undoSeconds: Double { Double(undoHours) * 3600 }
  var erasureGraceSeconds: Double { Double(erasureGraceHours) * 3600 }
  /// Nil when guests are kept for good.
  var guestSeconds: Double? { guestDays > 0 ? Double(guestDays) * 86_400 : nil }

  /// A lifetime in seconds of the host's clock.
  func stretched(_ seconds: Int) -> Double { Double(seconds) * max(1, clockRate) }
}
