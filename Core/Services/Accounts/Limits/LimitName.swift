/// Everything that is limited, each by what it is counted: an address that calls, an account, a target (the number or
/// e-mail address that a message goes to), a device that has signed in to the account before, or two of these together.
public enum LimitName: String, Sendable, Hashable, CaseIterable {
  // Messages.
  case messagesPerTarget, messagesPerKnownDevice
  case codesPerTarget, codesPerTargetAndAddress, codesPerAddress, codesPerAccount
  case registrationsPerTarget, registrationsPerTargetAndAddress, registrationsPerAddress
  case resetsPerTarget, resetsPerTargetAndAddress, resetsPerAddress
  case identifiersPerTarget, identifiersPerAccount
  case invitationsPerTarget, invitationsPerAccount
  // Guesses.
  case codeGuessesPerAddress, codeGuessesPerKnownDevice
  case loginsPerNameAndAddress, loginsPerName, loginsPerAddress, loginsPerKnownDevice
  case secondFactorsPerAccount, secondFactorsPerKnownDevice
  case passwordChecksPerAccount
  case groupGuessesPerAddress, groupGuessesPerAccount
  // The rest.
  case guestsPerAddress, departuresPerAddress, returnsPerAddress
  case contactsPerAccount, reportsPerAccount
  case friendRequestsPerAccount, searchesPerAccount, searchesPerAddress
  case advertisementsPerAddress, crashesPerAddress
  case inquiriesPerAddress, inquiriesPerAccount, cardsPerAddress

  /// The key in `fieldhouse.json`, e.g. `limitLoginsPerAddress`.
  public var key: String { "limit" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// What may be done so often, by what it is counted, and the bounds.
  public var help: String {
    "How often \(meaning): `\(standard)` is \(standard.burst) at once, then one every \(standard.seconds) s; "
      + "\(bursts.lowerBound) to \(bursts.upperBound) at once, one every \(intervals.lowerBound) to "
      + "\(intervals.upperBound) s."
  }

  /// What is wrong with a rule in words; nil when it is within the bounds.
  public func mistake(in text: String) -> String? {
    guard let rule = LimitRule(text), bursts.contains(rule.burst), intervals.contains(rule.seconds) else {
      return "Write it like `\(standard)`: \(bursts.lowerBound) to \(bursts.upperBound) at once, then one every "
        + "\(intervals.lowerBound) to \(intervals.upperBound) seconds."
    }
    return nil
  }

  /// How many at once an operator may allow. Guesses at one account and messages to one target stay few.
  public var bursts: ClosedRange<Int> {
    switch self {
    case _ where isPerAddress: 1...1_000_000
    case .messagesPerTarget: 5...200
    case .contactsPerAccount, .invitationsPerAccount, .reportsPerAccount, .codesPerAccount, .inquiriesPerAccount,
      .friendRequestsPerAccount, .searchesPerAccount:
      1...1000
    default: 1...100
    }
  }

  /// The seconds between two that an operator may set.
  public var intervals: ClosedRange<Int> { isPerAddress ? 1...3600 : isGuess ? 10...3600 : 1...86_400 }

  /// Whether it counts what an address does; others count by accounts, targets or devices.
  var isPerAddress: Bool { rawValue.hasSuffix("PerAddress") }

  private var isGuess: Bool {
    switch self {
    case .loginsPerNameAndAddress, .loginsPerName, .loginsPerKnownDevice, .secondFactorsPerAccount,
      .secondFactorsPerKnownDevice, .passwordChecksPerAccount, .codeGuessesPerKnownDevice,
      .groupGuessesPerAccount:
      true
    default: false
    }
  }
}
