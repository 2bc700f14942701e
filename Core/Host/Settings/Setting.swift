/// One setting of the host as everybody sees it: its name everywhere, what it is for and what it is without being set.
public struct Setting: Sendable {
  /// The key in `fieldhouse.json`, e.g. `listen`.
  public let key: String
  /// What it does, with units and ranges.
  public let help: String
  /// The value when nobody sets it; nil for none.
  public let fallback: String?
  /// Whether its value is never shown.
  public let isSecret: Bool
  /// Whether it can be set on the command line.
  public let hasFlag: Bool
  /// Says what is wrong with a value; nil when it is fine.
  let check: @Sendable (String) -> String?

  /// The environment variable: `clockRate` is `FIELDHOUSE_CLOCK_RATE`. With `_FILE` behind it the variable names a file
  /// that holds the value.
  public var environmentName: String {
    "FIELDHOUSE_"
      + key.map { $0.isUppercase ? "_\($0)" : $0 == "." ? "_" : $0.uppercased() }.joined()
  }

  /// How to set it, for people: secrets have no flag, since other users of the machine can see a command line.
  var ways: String {
    hasFlag ? "\(flag) or \(environmentName)" : "\(environmentName) or \(environmentName)_FILE"
  }

  /// The flag: `clockRate` is `--clock-rate`.
  public var flag: String { "--" + flagName }

  /// The flag without its hyphens in front.
  var flagName: String {
    key.map { $0.isUppercase ? "-\($0.lowercased())" : $0 == "." ? "-" : String($0) }.joined()
  }
}
