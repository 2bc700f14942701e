internal import FieldhouseKit

/// Reads every version and range of a manifest as a text.
struct VersionCheck {
  let source: ManifestSource

  func problems() -> [ManifestProblem] {
    var problems: [ManifestProblem] = []
    check(["version"], "a version such as 1.2.0", &problems) { (text) throws(VersionError) in
      _ = try SemanticVersion(text)
    }
    let dependencies = source.json["dependencies"]?.object?.keys ?? []
    let asks = (source.json["contributions"]?["asks"]?.array ?? []).indices
    let ranges =
      [["kit"], ["host"]] + dependencies.map { JSONPointer(["dependencies", $0]) }
      + asks.map { JSONPointer(["contributions", "asks"]).appending($0).appending("version") }
    for pointer in ranges {
      check(pointer, "a range such as ^1.2.0", &problems) { (text) throws(VersionError) in _ = try VersionRange(text) }
    }
    return problems
  }

  private func check(
    _ pointer: JSONPointer, _ expected: String, _ problems: inout [ManifestProblem],
    _ read: (String) throws(VersionError) -> Void
  ) {
    guard let text = source.json[pointer: pointer]?.string, !text.isEmpty else { return }
    do {
      try read(text)
    } catch {
      problems.append(
        source.problem(
          ProblemCode(rawValue: error.code) ?? .versionMalformed, at: pointer, error.message, found: "\"\(text)\"",
          expected: expected, remedy: error.remedy))
    }
  }
}
