/// The contract between host and plugins.
///
/// A plugin is compiled against one version of Kit and runs in every host whose Kit has the same contract number and is not older:
/// Kit only ever grows (new types, new struct fields, new protocol requirements with a default).
public enum Kit {
  /// The semantic version of this interface; a manifest's `kit` range is checked against it.
  public static var version: String { "1.1.0" }

  /// The number of the binary contract. A library that was built for another number is refused before it is loaded.
  public static var contract: Int { 1 }
}
