public import FieldhouseKit
import Synchronization

/// The metrics that plugins and services record, as `/metrics` shows them.
public final class MetricRegistry: Sendable {
  private struct State {
    var counters: [String: Int] = [:]
    var gauges: [String: Double] = [:]
    var timings: [String: (count: Int, seconds: Double)] = [:]
  }

  private let state = Mutex(State())

  /// An empty registry.
  public init() {}

  /// The metrics of one plugin.
  public func metrics(of plugin: String) -> any Metrics {
    PluginMetrics(registry: self, prefix: "fieldhouse_" + PluginMetrics.word(plugin))
  }

  /// Adds to a counter, which stays where it is when it can grow no more.
  func count(_ series: String, by amount: Int) {
    state.withLock { state in
      let (sum, isTooLarge) = state.counters[series, default: 0].addingReportingOverflow(amount)
      state.counters[series] = isTooLarge ? amount < 0 ? .min : .max : sum
    }
  }

  func gauge(_ series: String, _ value: Double) { state.withLock { $0.gauges[series] = value } }

  func time(_ name: String, _ labels: String, seconds: Double) {
    state.withLock { state in
      let old = state.timings[name + "|" + labels] ?? (0, 0)
      state.timings[name + "|" + labels] = (old.count + 1, old.seconds + seconds)
    }
  }

  /// All series in Prometheus text format.
  public var text: String {
    let state = self.state.withLock { $0 }
    var lines = state.counters.map { "\($0) \($1)" } + state.gauges.map { "\($0) \($1)" }
    for (key, value) in state.timings {
      let parts = key.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      lines.append("\(parts[0])_count\(parts[1]) \(value.count)")
      lines.append("\(parts[0])_sum\(parts[1]) \(value.seconds)")
    }
    return lines.sorted().map { $0 + "\n" }.joined()
  }
}

struct PluginMetrics: Metrics {
  let registry: MetricRegistry
  let prefix: String

  func count(_ name: String, by amount: Int, labels: [String: String]) {
    registry.count("\(prefix)_\(Self.word(name))_total" + text(labels), by: amount)
  }

  func gauge(_ name: String, _ value: Double, labels: [String: String]) {
    registry.gauge("\(prefix)_\(Self.word(name))" + text(labels), value)
  }

  func time(_ name: String, seconds: Double, labels: [String: String]) {
    registry.time("\(prefix)_\(Self.word(name))_seconds", text(labels), seconds: seconds)
  }

  /// A name as the format has names: ASCII letters, digits and underscores.
  static func word(_ name: String) -> String {
    name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }

  private func text(_ labels: [String: String]) -> String {
    guard !labels.isEmpty else { return "" }
    let pairs = labels.sorted { $0.key < $1.key }.map { name, value in
      "\(Self.word(name))=\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " "))\""
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }
}
