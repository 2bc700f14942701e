/// The contract between host and plugins, as it was when it was smaller: binaries compiled against this interface must
/// run in every later host of the same contract number.
public enum Kit {
  /// The semantic version of this interface.
  public static var version: String { "1.0.0" }
  /// The number of the binary contract.
  public static var contract: Int { 1 }
}
