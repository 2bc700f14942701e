internal import FieldhouseMachine

extension CheckReport {
  /// The report for people.
  public var text: String {
    var lines = problems.map(\.description)
    lines += plugins.map { "ready \($0.id) \($0.manifest.version)" }
    lines += resting.map { listing in
      let verdict = listing.id.map(fit.contains) == true ? ": tried, would serve" : ""
      return "disabled \(listing.id ?? listing.file)\(listing.version.map { " \($0)" } ?? "")\(verdict)"
    }
    lines += dropped.map { "left out \($0.id ?? $0.file) (\($0.codes.map(\.rawValue).joined(separator: ", ")))" }
    lines += questions.map(\.description)
    lines += migrationPlans.keys.sorted().flatMap { id in
      (migrationPlans[id] ?? []).map { "migration \(id) \($0.name): \($0.summary)" }
    }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let counts: [(ManifestProblem.Severity, String)] = [(.error, "error"), (.warning, "warning"), (.notice, "notice")]
    let found = counts.map { severity, noun in counted(problems.count { $0.severity == severity }, noun) }
    return "\(plugins.count) ready, \(dropped.count) left out, \(resting.count) disabled\(tried); "
      + found.joined(separator: ", ")
  }

  private var tried: String { fit.isEmpty ? "" : ", of which \(fit.count) would serve" }
}
