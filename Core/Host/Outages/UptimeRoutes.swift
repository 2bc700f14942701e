import FieldhouseKit
import Foundation

/// For how long the host was ready in some time.
struct UptimeShare: RouteOutput, Decodable {
  /// `all` from the first start on, or a month in UTC such as `2026-11`.
  var period: String
  /// In which it was ready.
  var readySeconds: Int
  /// In all.
  var totalSeconds: Int
  /// From 0 to 100, cut off behind three digits; left out where no time has passed.
  var percent: Double?
  /// Whether that is what it is to be, 98 percent at least; left out where no time has passed.
  var isEnough: Bool?

  init(_ period: String, _ month: Uptime.Month) {
    self.period = period
    (readySeconds, totalSeconds) = (Int(month.ready), Int(month.total))
    percent = month.share.map { ($0 * 100_000).rounded(.down) / 1_000 }
    isEnough = month.share.map { $0 >= Uptime.goal }
  }
}

/// Something that was out of order and that operators were told of.
struct ShownOutage: RouteOutput, Decodable {
  /// What, as `/readyz?verbose` names it; `host` for the host as a whole.
  var part: String
  var since: Date
  /// Left out while it goes on.
  var until: Date?
  /// What is wrong and what helps, while it goes on.
  var detail: String?
}

/// How reliable the host was.
struct UptimeOutput: RouteOutput, Decodable {
  /// When it was started for the first time; left out at its first look.
  var since: Date?
  /// From the first start on.
  var whole: UptimeShare
  /// The latest month first, 24 at most.
  var months: [UptimeShare]
  /// The latest first: those that go on, and 50 that are over at most.
  var outages: [ShownOutage]

  init(_ contents: OutageFile.Contents) {
    since = contents.uptime.first
    whole = UptimeShare("all", contents.uptime.whole)
    months = contents.uptime.months.sorted { $0.key > $1.key }.prefix(24).map { UptimeShare($0.key, $0.value) }
    let open = contents.book.open.filter(\.isTold).map {
      ShownOutage(part: $0.part, since: $0.since, until: nil, detail: $0.detail)
    }
    outages = (open + contents.book.past.map { ShownOutage(part: $0.part, since: $0.since, until: $0.until) })
      .sorted { $0.since > $1.since }
  }
}

/// What operators see of the host's reliability, mounted at `/v1/console`.
struct UptimeRoutes: Sendable {
  let watch: OutageWatch

  func routes(_ routes: inout Routes) {
    routes.get("/uptime", "For how long the host was ready, and what was out of order", access: .operators) {
      (_: NoInput, _) in UptimeOutput(watch.contents)
    }
  }
}
