/// One condition of a version range.
struct VersionComparator: Hashable, Sendable {
  enum Operator: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case exact = "="
  }

  let operation: Operator
  let version: SemanticVersion

  /// True when the version stands in this relation, by precedence alone.
  func holds(for candidate: SemanticVersion) -> Bool {
    switch operation {
    case .atLeast: candidate >= version
    case .atMost: candidate <= version
    case .above: candidate > version
    case .below: candidate < version
    case .exact: candidate == version
    }
  }

  /// True when it names a pre-release of the candidate's release.
  func names(prereleaseOf candidate: SemanticVersion) -> Bool {
    version.isPrerelease && version.numbers == candidate.numbers
  }
}

extension VersionComparator {
  /// `^1.2.3`: changes that keep the leftmost number that is not zero.
  static func caret(_ version: SemanticVersion) -> [VersionComparator] {
    let limit =
      if version.major > 0 {
        SemanticVersion(version.major + 1, 0, 0)
      } else if version.minor > 0 {
        SemanticVersion(0, version.minor + 1, 0)
      } else {
        SemanticVersion(0, 0, version.patch + 1)
      }
    return between(version, limit)
  }

  /// `~1.2.3`: corrections of the same minor version.
  static func tilde(_ version: SemanticVersion) -> [VersionComparator] {
    between(version, SemanticVersion(version.major, version.minor + 1, 0))
  }

  private static func between(_ lowest: SemanticVersion, _ limit: SemanticVersion) -> [VersionComparator] {
    [VersionComparator(operation: .atLeast, version: lowest), VersionComparator(operation: .below, version: limit)]
  }
}
