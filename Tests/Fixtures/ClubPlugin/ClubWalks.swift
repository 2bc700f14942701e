import FieldhouseKit
import Foundation

/// Walks that count for the walker's club and country at once, and clubs that compete.
struct ClubWalks: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func routes(_ routes: inout Routes) {
    routes.post("/walks", "Adds a walk", access: .guest) { (walk: Walk, call, transaction) in
      try await transaction.submit(
        ScoreChange(
          board: "steps", account: try call.account.id, score: Int64(walk.steps), achievedAt: call.now,
          partitions: ["", "country/\(walk.country)", "club/\(walk.club)"],
          details: ["walks": .integer(Int64(walk.walks)), "days": .integer(Int64(walk.days))]))
      return walk
    }
    routes.get("/groups", "The ranks of a group's members", access: .everyone) {
      [boards = host.leaderboards] (group: Group, call) in
      let ids = group.members.split(separator: ",").map { AccountID(String($0)) }
      let rows = try await boards.members(ids, on: "steps", season: nil, partition: group.partition ?? "")
      return GroupRows(
        items: rows.map { GroupRow(account: $0.entry.account.id.text, rank: $0.rank, board: $0.entry.rank) })
    }
  }
}

struct Walk: RouteInput, RouteOutput {
  var steps: Int
  var club: String
  var country: String
  var walks: Int
  var days: Int
}

struct Group: RouteInput {
  var members: String
  var partition: String?
}

struct GroupRow: RouteOutput, Decodable {
  var account: String
  var rank: Int
  var board: Int
}

struct GroupRows: RouteOutput, Decodable {
  var items: [GroupRow]
}

@c(club_walks_plugin)
public func clubWalksPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(ClubWalks.self) }
