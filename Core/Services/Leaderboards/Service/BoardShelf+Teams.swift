import FieldhouseKit
import Synchronization

/// Which teams stand in one table.
struct TeamGroup: Sendable, Hashable {
  var board: String
  var season: String
  var kind: String

  /// The group and the team's id of a place that is a team's; nil for other places.
  static func find(_ place: BoardPlace, _ book: BoardBook) -> (group: TeamGroup, team: String)? {
    guard let teams = book.declared[place.board]?.teams, !teams.isEmpty,
      let slash = place.partition.firstIndex(of: "/")
    else { return nil }
    let kind = String(place.partition[..<slash])
    guard teams.contains(where: { $0.kind == kind }) else { return nil }
    let team = String(place.partition[place.partition.index(after: slash)...])
    return (TeamGroup(board: place.board, season: place.season, kind: kind), team)
  }
}

extension BoardShelf {
  func teams(_ query: TeamSumQuery) async throws -> [TeamSum] {
    let group = TeamGroup(board: query.board, season: query.season, kind: query.teams.kind)
    return try state.withLock { state in
      guard state.isComplete else { throw Problem.boardPending }
      let viewer = query.viewer.flatMap { state.accounts.number(of: $0) }
      return (state.teams[group] ?? []).compactMap { team in
        state.parts[team.part].teamSum(team.name, query.teams, viewer: viewer)
      }
    }
  }
}

extension BoardPart {
  /// What the members have scored; nil without members.
  fileprivate func teamSum(_ name: String, _ teams: BoardDeclaration.Teams, viewer: UInt32?) -> TeamSum? {
    guard index.count > 0 else { return nil }
    let isMine = viewer.flatMap { slots.slot(of: $0) }.map { index.contains(slot: $0) } ?? false
    let counted = teams.scoring == .best ? index.sum(ofFirst: teams.count) : sum
    return TeamSum(team: name, members: index.count, sum: counted, isMine: isMine)
  }
}

extension RankIndex {
  /// The sum of the scores of the first entries.
  fileprivate func sum(ofFirst count: Int) -> Int128 {
    top(count: count).reduce(0) { $0 + Int128($1.key.score) }
  }

  /// The sum of all scores.
  func sumOfScores() -> Int128 {
    var sum: Int128 = 0
    for slot in 0..<UInt32(blocks.count) where contains(slot: slot) {
      sum += Int128(keys.key(Int(slot)).score)
    }
    return sum
  }
}
