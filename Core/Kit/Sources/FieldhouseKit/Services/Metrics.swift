/// The plugin's own metrics; they appear at `/metrics` as `fieldhouse_<plugin>_<name>`, with underscores for hyphens: counters with
/// `_total` behind, durations with `_seconds_count` and `_seconds_sum`.
public protocol Metrics: Sendable {
  /// Adds to a counter.
  func count(_ name: String, by amount: Int, labels: [String: String])
  /// Sets a gauge.
  func gauge(_ name: String, _ value: Double, labels: [String: String])
  /// Records a duration in seconds.
  func time(_ name: String, seconds: Double, labels: [String: String])
}
