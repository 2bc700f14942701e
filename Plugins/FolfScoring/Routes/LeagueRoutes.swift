import FieldhouseKit
import Foundation

// Leagues and tours: several events over a long time, also on different courses, with points by place.
extension FolfScoring {
  func leagueRoutes(_ routes: inout Routes) {
    routes.post("/leagues", "Make a league", access: .account) { (input: LeagueInput, call, transaction) in
      let id = RoundStore.newID()
      try await transaction.execute(
        """
        insert into leagues (id, owner, name, points, made_at)
        values (\(id), \(try call.account.id), \(try input.name.trimmedName("/name")), \(try JSONText.encode(input.points)),
          \(call.now))
        """)
      return LeagueName(league: id)
    }
    routes.get("/me/leagues", "Leagues that I have made", access: .account) { (_: NoInput, call) in
      let me = try call.account.id
      let rows = try await host.storage.read {
        try await $0.query("select id, name from leagues where owner = \(me) order by made_at desc, id limit 100")
      }
      return Page(items: try rows.map { LeagueItem(id: try $0["id"], name: try $0["name"]) })
    }
    routes.get(
      "/leagues/{league}", "What the finished events of a league add up to, as far as everybody sees their boards",
      access: .everyone, problems: [.notFound()]
    ) { (input: LeagueName, call) in
      let me = call.principal?.account.id
      return try await host.storage.read { try await standings(input.league, for: me, in: $0) }
    }
  }

  private func standings(
    _ league: String, for viewer: AccountID?, in transaction: any ReadTransaction
  ) async throws -> LeagueOutput {
    guard let row = try await transaction.first("select owner, name, points from leagues where id = \(league)") else {
      throw Problem.notFound()
    }
    let (owner, points): (AccountID, [Int]) = (try row["owner"], try JSONText.decode(row["points"]))
    let ids: [String] = try await transaction.query(
      """
      select id from events where league = \(league) and state = 'finished' and (is_public = 1 or owner = \(viewer))
      order by starts_at, id limit 100
      """
    ).map { try $0["id"] }
    var (rows, earned): ([String: LeagueOutput.Row], [String: [Double]]) = ([:], [:])
    for id in ids {
      let reading = try await EventReading(id, in: transaction)
      for (division, places) in reading.places {
        for (entrant, share) in LeaguePoints.points(places, points) {
          guard let person = reading.entrants.first(where: { $0.id == entrant }) else { continue }
          // Somebody without an account is the same in each event by name; whoever has left has none any more.
          let key = "\(division)/\(person.account?.text ?? (person.name.isEmpty ? person.id : person.name))"
          let isNamed = owner == viewer || person.consents || person.account == viewer && viewer != nil
          var known = rows[key] ?? LeagueOutput.Row(name: "", division: division, place: 1, points: 0, events: 0)
          if isNamed { known.name = person.name }
          known.events += 1
          rows[key] = known
          earned[key, default: []].append(share)
        }
      }
    }
    for (key, shares) in earned { rows[key]?.points = LeaguePoints.sum(shares) }
    let ranked = rows.sorted {
      ($0.value.division, -$0.value.points, $0.key) < ($1.value.division, -$1.value.points, $1.key)
    }
    return LeagueOutput(
      name: try row["name"], isMine: owner == viewer, points: points, events: ids.count,
      calendar: try await EventStore.events(ofLeague: league, for: viewer, in: transaction).map(EventOutput.init),
      rows: ranked.map { _, row in
        var row = row
        row.place = 1 + ranked.count { $0.value.division == row.division && $0.value.points > row.points }
        return row
      })
  }
}

struct LeagueInput: RouteInput {
  var name: String
  /// Of the first place, the second one and so on.
  var points: [Int]

  static var schema: Schema {
    .object(
      [("name", .string(minLength: 1, maxLength: 80)), ("points", .array(of: .integer(0...10_000), count: 1...200))],
      required: ["name", "points"])
  }
}

struct LeagueName: RouteInput, RouteOutput {
  var league: String
  static var schema: Schema { .object([("league", .id)], required: ["league"]) }
}

struct LeagueItem: RouteOutput, Decodable {
  var id: String
  var name: String
}

struct LeagueOutput: RouteOutput {
  struct Row: RouteOutput, Decodable {
    /// Empty for whoever does not want to be named where everybody looks.
    var name: String
    var division: String
    /// In the division.
    var place: Int
    /// Those of shared places are divided.
    var points: Double
    /// In how many events.
    var events: Int
  }

  var name: String
  /// Whether I have made it.
  var isMine: Bool
  /// Of the first place, the second one and so on.
  var points: [Int]
  /// Finished events that count.
  var events: Int
  /// All of its events that I may see, the first one first.
  var calendar: [EventOutput]
  var rows: [Row]

  static var schema: Schema {
    .object(
      [
        ("name", .string()), ("isMine", .boolean), ("points", .array(of: .integer())), ("events", .integer()),
        ("calendar", .array(of: EventOutput.schema)), ("rows", .array(of: Row.schema)),
      ], required: ["name", "isMine", "points", "events", "calendar", "rows"])
  }
}
