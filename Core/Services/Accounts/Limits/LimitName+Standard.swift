extension LimitName {
  /// The rule that is delivered. The budgets of a target add up to no more than that of all its messages, so that using
  /// one up never takes from another.
  public var standard: LimitRule { entry.rule }

  /// What is limited, as the middle of a sentence.
  var meaning: String { entry.meaning }

  private var entry: (rule: LimitRule, meaning: String) {
    switch self {
    case .messagesPerTarget, .messagesPerKnownDevice, .codesPerTarget, .codesPerTargetAndAddress, .codesPerAddress,
      .codesPerAccount:
      codes
    case .registrationsPerTarget, .registrationsPerTargetAndAddress, .registrationsPerAddress, .resetsPerTarget,
      .resetsPerTargetAndAddress, .resetsPerAddress:
      mails
    case .identifiersPerTarget, .identifiersPerAccount, .invitationsPerTarget, .invitationsPerAccount,
      .contactsPerAccount, .reportsPerAccount, .inquiriesPerAddress, .inquiriesPerAccount, .friendRequestsPerAccount:
      deeds
    case .searchesPerAccount: (LimitRule(60, every: 10), "an account or guest searches people by name")
    case .searchesPerAddress: (LimitRule(300, every: 2), "an address searches people by name")
    case .advertisementsPerAddress: (LimitRule(120, every: 2), "an address looks at or follows advertisements")
    case .crashesPerAddress: (LimitRule(20, every: 30), "an address tells that the web app has failed")
    case .cardsPerAddress: (LimitRule(120, every: 2), "an address has the picture of a link drawn")
    case .groupGuessesPerAddress: (LimitRule(50, every: 10), "an address tries codes and links of groups")
    case .groupGuessesPerAccount: (LimitRule(20, every: 60), "an account tries codes and links of groups")
    default: guesses
    }
  }

  private var codes: (rule: LimitRule, meaning: String) {
    switch self {
    case .messagesPerTarget: (LimitRule(20, every: 60), "a number or e-mail address is written to, whoever asks")
    case .messagesPerKnownDevice:
      (LimitRule(5, every: 300), "a device that signed in before has its account written to")
    case .codesPerTarget: (LimitRule(6, every: 300), "sign-in codes go to a number")
    case .codesPerTargetAndAddress: (LimitRule(5, every: 600), "sign-in codes go to a number for one address")
    case .codesPerAddress: (LimitRule(30, every: 20), "an address asks for sign-in codes")
    default: (LimitRule(10, every: 60), "an account or guest asks for sign-in codes")
    }
  }

  private var mails: (rule: LimitRule, meaning: String) {
    switch self {
    case .registrationsPerTarget: (LimitRule(5, every: 300), "an e-mail address is signed up")
    case .registrationsPerTargetAndAddress:
      (LimitRule(3, every: 600), "an e-mail address is signed up from one address")
    case .registrationsPerAddress: (LimitRule(20, every: 60), "an address signs somebody up")
    case .resetsPerTarget: (LimitRule(5, every: 300), "a new password is asked for an e-mail address")
    case .resetsPerTargetAndAddress:
      (LimitRule(3, every: 600), "a new password is asked for an e-mail address from one address")
    default: (LimitRule(20, every: 60), "an address asks for a new password")
    }
  }

  private var deeds: (rule: LimitRule, meaning: String) {
    switch self {
    case .identifiersPerTarget:
      (LimitRule(3, every: 600), "accounts have a code sent to a number or e-mail address they add")
    case .identifiersPerAccount: (LimitRule(5, every: 600), "an account has a code sent to what it adds")
    case .invitationsPerTarget: (LimitRule(3, every: 3600), "invitations are mailed to an e-mail address")
    case .invitationsPerAccount: (LimitRule(30, every: 60), "an account makes an invitation")
    case .contactsPerAccount: (LimitRule(10, every: 600), "an account compares its contacts")
    case .friendRequestsPerAccount: (LimitRule(30, every: 600), "an account asks for a friendship")
    case .inquiriesPerAddress: (LimitRule(20, every: 180), "an address writes to the operators")
    case .inquiriesPerAccount: (LimitRule(5, every: 600), "an account writes to the operators")
    default: (LimitRule(20, every: 4320), "an account reports something")
    }
  }

  private var guesses: (rule: LimitRule, meaning: String) {
    switch self {
    case .codeGuessesPerAddress: (LimitRule(50, every: 10), "an address tries codes that it did not ask for")
    case .codeGuessesPerKnownDevice:
      (LimitRule(10, every: 60), "a device that signed in before tries codes that it did not ask for")
    case .loginsPerNameAndAddress: (LimitRule(10, every: 60), "an address tries a password for one account")
    case .loginsPerName: (LimitRule(50, every: 60), "strangers try a password for an account")
    case .loginsPerAddress: (LimitRule(100, every: 5), "an address tries a password")
    case .loginsPerKnownDevice: (LimitRule(10, every: 60), "a device that signed in before tries a password")
    case .secondFactorsPerAccount: (LimitRule(10, every: 300), "strangers try a second factor for an account")
    case .secondFactorsPerKnownDevice:
      (LimitRule(10, every: 300), "a device that signed in before tries a second factor")
    case .passwordChecksPerAccount: (LimitRule(10, every: 60), "an account gives its current password")
    case .guestsPerAddress: (LimitRule(60, every: 10), "an address continues as a new guest")
    case .departuresPerAddress: (LimitRule(30, every: 20), "an address leaves for an identity provider")
    default: (LimitRule(50, every: 10), "an address comes back from an identity provider with nothing that fits")
    }
  }
}
