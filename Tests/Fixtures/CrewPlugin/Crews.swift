import FieldhouseKit

/// Rowing crews and who sits where: what came with Kit 1.1 in one plugin.
struct Crews: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func routes(_ routes: inout Routes) {
    routes.put("/crews/{crew}/seats/{seat}", "Take a seat", access: .account, problems: [.unknownGroup]) {
      (input: Seat, call, transaction) in
      let account = try call.account.id
      guard try await host.groups.isMember(account, of: Scope("crew", input.crew)) else { throw Problem.unknownGroup }
      try await transaction.execute(
        """
        insert into seats (crew, seat, account) values (\(input.crew), \(input.seat), \(account))
        on conflict (crew, seat) do update set account = excluded.account
        """)
      return NoContent()
    }
    routes.patch("/crews/{crew}", "Rename a crew", access: .account, problems: [.unknownGroup]) {
      (input: NewName, call, transaction) in
      let crew = try await transaction.groups.edit(input.crew, GroupEdit(name: input.name), by: try call.account.id)
      return CrewName(name: crew.name, isPublic: crew.visibility == .public)
    }
    routes.delete("/crews/{crew}/seats/{seat}", "Leave a seat", access: .account) { (input: Seat, call, transaction) in
      let account = try call.account.id
      try await transaction.execute(
        "delete from seats where crew = \(input.crew) and seat = \(input.seat) and account = \(account)")
      return NoContent()
    }
    routes.get("/crews/{crew}/seats", "Who sits where", access: .account) { (input: Crew, call) in
      let rows = try await host.storage.read {
        try await $0.query("select seat, account from seats where crew = \(input.crew) order by seat")
      }
      let seated = try rows.map { Seated(seat: try $0["seat"], account: AccountID(try $0["account"] as String).text) }
      let hidden = try await host.authentication.blocks(
        between: try call.account.id, and: seated.map { AccountID($0.account) })
      return SeatList(items: seated.filter { !hidden.contains(AccountID($0.account)) })
    }
  }

  /// Two fit into a boat. Whoever leaves a crew leaves their seat.
  func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {
    if change.kind == .joined, change.group.members > 2 { throw Problem.conflict("boat-full", "The boat is full.") }
    guard change.kind == .left, let account = change.account else { return }
    try await transaction.execute("delete from seats where crew = \(change.group.id) and account = \(account)")
  }
}

struct Crew: RouteInput {
  var crew: String
}

struct Seat: RouteInput {
  var crew: String
  var seat: Int
}

struct NewName: RouteInput {
  var crew: String
  var name: String
}

struct CrewName: RouteOutput, Decodable {
  var name: String
  var isPublic: Bool
}

struct Seated: RouteOutput, Decodable {
  var seat: Int
  var account: String
}

struct SeatList: RouteOutput, Decodable {
  var items: [Seated]
}

@c(crews_plugin)
public func crewsPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Crews.self) }
