import FieldhouseKit
import Foundation

/// What happens to people's activities.
enum ActivityPeople {
  static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from activity_routes where account = \(account)")
    try await transaction.execute("delete from activity_places where account = \(account)")
    try await transaction.execute("delete from route_consents where account = \(account)")
    try await transaction.execute("delete from activities where account = \(account)")
    try await transaction.execute("delete from import_samples where account = \(account)")
    try await transaction.execute("delete from imports where account = \(account)")
    try await transaction.execute("delete from device_tokens where account = \(account)")
  }

  /// Of an activity that both have what `other` has stays. Devices go on for `other`; files that are being handed in are forgotten.
  /// Whether routes are kept from now on `other` alone says, the careful way: a consent that one account has given is
  /// none of the other's, which may have taken it back. Routes that are kept come along, as they were agreed to; who has
  /// not agreed as `other` is asked again, and sees how many there are to remove.
  static func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    let span = try await transaction.first(
      "select min(start_at) as first, max(end_at) as last from activities where account = \(account)")
    let (first, last): (Int64?, Int64?) = (try span?["first"], try span?["last"])
    for (table, id) in [("activity_routes", "activity"), ("activity_places", "activity"), ("activities", "id")] {
      try await transaction.execute(
        SQL(
          text: """
            update \(table) set account = ?1 where account = ?2 and \(id) not in (select id from activities where account = ?1)
            """, values: [other.sqlValue, account.sqlValue]))
    }
    try await transaction.execute("update device_tokens set account = \(other) where account = \(account)")
    try await erase(account, in: transaction)
    if let first, let last { try await ActivityStore.tell(first, last, of: other, in: transaction) }
  }

  /// Everything that is kept of somebody's activities, the first one first, of the apps and files that they come from, and when
  /// somebody has agreed to their routes; empty for nothing.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSONObject {
    var all: JSONObject = [:]
    if let activities = try await activities(account, from: transaction) { all["activities"] = activities }
    if let givenAt = try await RouteConsent.givenAt(by: account, in: transaction) {
      all["routeConsent"] = ["givenAt": time(givenAt)]
    }
    let devices = try await DeviceStore.devices(of: account, in: transaction)
    if !devices.isEmpty {
      all["devices"] = .array(
        devices.map {
          [
            "id": .string($0.id), "name": .string($0.name), "madeAt": time($0.madeAt),
            "usedAt": $0.usedAt.map(time) ?? .null,
          ]
        })
    }
    let files = try await transaction.query(
      "select name, made_at from imports where account = \(account) order by made_at, id")
    if !files.isEmpty {
      all["files"] = .array(try files.map { ["name": .string(try $0["name"]), "begunAt": time(try $0["made_at"])] })
    }
    return all
  }

  private static func activities(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let rows = try await transaction.query(
      "select \(Activity.columns) from activities where account = \(account) order by start_at, id")
    guard !rows.isEmpty else { return nil }
    let routes = try await transaction.query(
      "select activity, points from activity_routes where account = \(account)")
    let points = Dictionary(
      try routes.map { (try $0["activity"] as String, try JSON(parsing: Array((try $0["points"] as String).utf8))) },
      uniquingKeysWith: { one, _ in one })
    let places = try await places(account, from: transaction)
    return .array(try rows.map { exported(try Activity($0), points, places) })
  }

  /// Roughly where somebody was, and from when on, by activity.
  private static func places(
    _ account: AccountID, from transaction: any ReadTransaction
  ) async throws -> [String: [JSON]] {
    let rows = try await transaction.query(
      "select activity, slot, cell from activity_places where account = \(account) order by activity, slot")
    var places: [String: [JSON]] = [:]
    for row in rows {
      let (activity, slot, cell): (String, Int64, String) = (try row["activity"], try row["slot"], try row["cell"])
      let from = time(Date(millisecondsSince1970: slot * TrackBuilder.slot))
      places[activity, default: []].append(["from": from, "cell": .string(cell)])
    }
    return places
  }

  private static func exported(_ activity: Activity, _ points: [String: JSON], _ places: [String: [JSON]]) -> JSON {
    func time(_ milliseconds: Int64) -> JSON { Self.time(Date(millisecondsSince1970: milliseconds)) }
    return [
      "id": .string(activity.id), "kind": .string(activity.kind.rawValue), "source": .string(activity.source.rawValue),
      "evidence": .string(activity.evidence.rawValue), "title": .string(activity.title), "start": time(activity.start),
      "end": time(activity.end), "seconds": .integer(Int64(activity.seconds)), "steps": .integer(Int64(activity.steps)),
      "pushes": .integer(Int64(activity.pushes)), "metres": .number(activity.metres),
      "suspect": .array(activity.suspect.map { .string($0) }), "receivedAt": time(activity.received),
      "route": points[activity.id] ?? .null, "places": .array(places[activity.id] ?? []),
      "routeLeftOut": .bool(activity.routeLeftOut),
    ]
  }

  private static func time(_ instant: Date) -> JSON { RFC3339.string(from: instant).map { .string($0) } ?? .null }
}
