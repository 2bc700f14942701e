import Synchronization

/// Counts and durations of requests per route, as `/metrics` shows them.
final class RequestMetrics: Sendable {
  /// Upper bounds of the buckets, in seconds.
  private static let bounds: [Double] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]

  private struct Key: Hashable {
    let route: String
    let owner: String
    let status: Int
  }

  private struct Series {
    var count = 0
    var seconds = 0.0
    var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count)
  }

  private let series = Mutex<[Key: Series]>([:])

  func record(route: String, owner: String, status: Int, seconds: Double) {
    let key = Key(route: route, owner: owner, status: status)
    let bucket = Self.bounds.firstIndex { seconds <= $0 }
    series.withLock { all in
      all[key, default: Series()].count += 1
      all[key]?.seconds += seconds
      if let bucket { all[key]?.buckets[bucket] += 1 }
    }
  }

  /// The series in Prometheus text format.
  var text: String {
    var lines = ["# TYPE fieldhouse_http_request_seconds histogram"]
    for (key, value) in series.withLock({ $0 }).sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
      lines += Self.lines(labels: #"route="\#(key.route)",plugin="\#(key.owner)",status="\#(key.status)""#, value)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(labels: String, _ value: Series) -> [String] {
    let name = "fieldhouse_http_request_seconds"
    var sum = 0
    var lines = zip(bounds, value.buckets).map { bound, count in
      sum += count
      return #"\#(name)_bucket{\#(labels),le="\#(bound)"} \#(sum)"#
    }
    lines.append(#"\#(name)_bucket{\#(labels),le="+Inf"} \#(value.count)"#)
    lines.append("\(name)_sum{\(labels)} \(value.seconds)")
    lines.append("\(name)_count{\(labels)} \(value.count)")
    return lines
  }
}
