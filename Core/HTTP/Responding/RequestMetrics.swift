import Synchronization

/// Counts and durations of requests per route, as `/metrics` shows them.
public final class RequestMetrics: Sendable {
  private let series = Mutex<[String: RouteSeries]>([:])

  /// Counts nothing yet.
  public init() {}

  /// The routes of a plugin whose last calls have all failed because of it, 3 at least, each with how many calls in a row;
  /// by name. One that is answered well is fine again; refused calls say nothing.
  public func failing(of owner: String) -> [(route: String, calls: Int)] {
    let own = series.withLock { $0.values.filter { $0.owner == owner } }
    return own.map { ($0.route, $0.failures) }.filter { $0.1 >= Self.few }.sorted { $0.0 < $1.0 }
  }

  private static let few = 3

  /// The series of a route, which go on when another generation has the same route.
  func series(route: String, owner: String) -> RouteSeries {
    series.withLock { all in
      if let known = all[route], known.owner == owner { return known }
      let new = RouteSeries(route: route, owner: owner)
      all[route] = new
      return new
    }
  }

  /// The series in Prometheus text format.
  var text: String {
    let all = series.withLock { $0.values.sorted { $0.route < $1.route } }
    return (["# TYPE \(RouteSeries.name) histogram"] + all.flatMap(\.lines)).joined(separator: "\n") + "\n"
  }
}

/// Counts and durations of one route's requests, by status.
final class RouteSeries: Sendable {
  static let name = "fieldhouse_http_request_seconds"
  /// Upper bounds of the buckets, in seconds.
  private static let bounds: [Double] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]

  private struct Series {
    let status: Int
    var count = 0
    var seconds = 0.0
    var buckets = [Int](repeating: 0, count: RouteSeries.bounds.count)

    mutating func add(_ other: Series) {
      count += other.count
      seconds += other.seconds
      for index in buckets.indices { buckets[index] += other.buckets[index] }
    }
  }

  /// What one event loop has counted. Others that count at the same time find nothing of theirs beside it in memory.
  private final class Tally: Sendable {
    let series = Mutex<[Series]>([])
    private let spacing = InlineArray<16, UInt64>(repeating: 0)
  }

  let route: String
  let owner: String
  private let tallies: [Tally]
  private let failing = Atomic(0)

  /// How many calls have failed since the last one that was answered well.
  var failures: Int { failing.load(ordering: .relaxed) }

  init(route: String, owner: String) {
    self.route = route
    self.owner = owner
    tallies = (0..<LoopCounts.parts()).map { _ in Tally() }
  }

  /// - Parameter loop: the event loop that counts it.
  func record(status: Int, seconds: Double, on loop: Int = 0) {
    let bucket = Self.bounds.firstIndex { seconds <= $0 }
    if status == 500 {
      failing.add(1, ordering: .relaxed)
    } else if status < 400, failures > 0 {
      failing.store(0, ordering: .relaxed)
    }
    tallies[loop % tallies.count].series.withLock { all in
      let index = all.firstIndex { $0.status == status } ?? all.endIndex
      if index == all.endIndex { all.append(Series(status: status)) }
      all[index].count += 1
      all[index].seconds += seconds
      if let bucket { all[index].buckets[bucket] += 1 }
    }
  }

  /// The series in Prometheus text format, by status.
  var lines: [String] {
    var all: [Int: Series] = [:]
    for series in tallies.flatMap({ $0.series.withLock { $0 } }) {
      all[series.status, default: Series(status: series.status)].add(series)
    }
    return all.values.sorted { $0.status < $1.status }.flatMap { lines($0) }
  }

  private func lines(_ value: Series) -> [String] {
    let (name, labels) = (Self.name, #"route="\#(route)",plugin="\#(owner)",status="\#(value.status)""#)
    var sum = 0
    var lines = zip(Self.bounds, value.buckets).map { bound, count in
      sum += count
      return #"\#(name)_bucket{\#(labels),le="\#(bound)"} \#(sum)"#
    }
    lines.append(#"\#(name)_bucket{\#(labels),le="+Inf"} \#(value.count)"#)
    lines.append("\(name)_sum{\(labels)} \(value.seconds)")
    lines.append("\(name)_count{\(labels)} \(value.count)")
    return lines
  }
}
