internal import FieldhouseKit
internal import Foundation

/// Which plugins have failed while they came to life, and whom they take with them.
struct LifecycleFailures {
  /// Why a plugin failed.
  enum Cause {
    case load(LoadError)
    case step(ProblemCode, any Error)
  }

  private(set) var problems: [ManifestProblem] = []
  private var roots: [String: String] = [:]

  /// Whether everything the plugin needs is well; if not, that is noted once.
  mutating func admits(_ plugin: CheckedPlugin) -> Bool {
    if roots[plugin.id] != nil { return false }
    let needed = plugin.manifest.dependencies.keys.sorted()
    guard let direct = needed.first(where: { roots[$0] != nil }), let root = roots[direct] else { return true }
    roots[plugin.id] = root
    problems.append(
      plugin.source.problem(
        .dependencyFailed, at: ["dependencies", direct], "The plugin needs \"\(root)\", which did not come to life.",
        found: "\"\(root)\" left out", expected: "\"\(root)\" running", remedy: "Mend \"\(root)\" first."))
    return false
  }

  @discardableResult
  mutating func add(_ plugin: CheckedPlugin, _ problems: [ManifestProblem]) -> RunningPlugin? {
    roots[plugin.id] = plugin.id
    self.problems += problems
    return nil
  }

  @discardableResult
  mutating func add(_ plugin: CheckedPlugin, _ cause: Cause) -> RunningPlugin? {
    switch cause {
    case .load(let error): add(plugin, [loading(plugin, error)])
    case .step(let code, let error): add(plugin, [step(plugin, code, error)])
    }
  }

  private func loading(_ plugin: CheckedPlugin, _ error: LoadError) -> ManifestProblem {
    plugin.source.problem(
      error.problem, at: ["library", error.isAboutSymbol ? "symbol" : "path"], error.message, found: error.found,
      expected: error.expected, remedy: error.remedy)
  }

  private func step(_ plugin: CheckedPlugin, _ code: ProblemCode, _ error: any Error) -> ManifestProblem {
    if let limit = error as? TimeLimitExceeded { return timeout(plugin, code, limit) }
    return plugin.source.problem(
      code, at: code == .migrateFailed ? Self.place(of: error, in: plugin) : .root,
      "\(Self.subject(code)): \("\(error)".closed)", found: "\(error)",
      expected: "a step without an error",
      remedy: "Mend what the message names, then start the host again.")
  }

  /// Where the migration is named that an error of the store tells of.
  private static func place(of error: any Error, in plugin: CheckedPlugin) -> JSONPointer {
    let index = plugin.migrations.firstIndex { "\(error)".contains("'\($0.name)'") }
    return index.map { JSONPointer(["migrations"]).appending($0) } ?? ["migrations"]
  }

  private func timeout(_ plugin: CheckedPlugin, _ code: ProblemCode, _ limit: TimeLimitExceeded) -> ManifestProblem {
    let seconds = limit.seconds.formatted()
    return plugin.source.problem(
      .stepTimeout, at: .root, "\(Self.subject(code)): it took longer than \(seconds) s.",
      found: "no end after \(seconds) s", expected: "an end within \(seconds) s",
      remedy: "Report it to the plugin's author.")
  }

  private static func subject(_ code: ProblemCode) -> String {
    switch code {
    case .validateFailed: "The plugin refuses its settings or files"
    case .migrateFailed: "A migration failed"
    case .startFailed: "The plugin did not start"
    case .healthDown: "The plugin does not work"
    default: "The plugin could not be made"
    }
  }
}

extension String {
  /// The text with one full stop at its end.
  var closed: String { hasSuffix(".") ? self : self + "." }
}
