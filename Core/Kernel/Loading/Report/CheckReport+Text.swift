extension CheckReport {
  /// The report for people.
  public var text: String {
    var lines = problems.map(\.description)
    lines += plugins.flatMap(Self.lines)
    lines += disabled.map { "disabled \($0)" }
    lines += dropped.map { "left out \($0.id ?? $0.file) (\($0.codes.map(\.rawValue).joined(separator: ", ")))" }
    lines += migrationPlans.keys.sorted().flatMap { id in
      (migrationPlans[id] ?? []).map { "migration \(id) \($0.name): \($0.summary)" }
    }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  private static func lines(_ plugin: CheckedPlugin) -> [String] {
    ["ready \(plugin.id) \(plugin.manifest.version)"]
  }

  private var summary: String {
    let errors = problems.count { $0.severity == .error }
    return "\(plugins.count) ready, \(dropped.count) left out, \(disabled.count) disabled; "
      + "\(errors) errors, \(problems.count - errors) warnings"
  }
}
