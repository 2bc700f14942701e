import FieldhouseKit

extension RedisShelf {
  func teams(_ query: TeamSumQuery) async throws -> [TeamSum] {
    let group = TeamGroup(board: query.board, season: query.season, kind: query.teams.kind)
    let place = BoardPlace(board: query.board, season: query.season, partition: query.teams.kind + "/")
    let best = query.teams.scoring == .best ? query.teams.count : 0
    let arguments = [keys.base, RedisKeys.name(place), String(best), query.viewer?.text ?? ""].map { Array($0.utf8) }
    let command = RedisCommand(script: RedisScripts.teams, keys: [keys.ready, keys.teams(group)], arguments)
    guard let answer = try await reading({ try await line.run([command]) })[0].list else {
      lose()
      throw Problem.boardPending
    }
    let codec = RedisKeyCodec(book.order(of: query.board))
    return answer.compactMap(\.list).map { sum($0, codec, isBest: best > 0) }
  }

  private func sum(_ parts: [RedisReply], _ codec: RedisKeyCodec, isBest: Bool) -> TeamSum {
    let members = parts[1].integer ?? 0
    let all = codec.sum(upper: parts[2].integer ?? 0, lower: parts[3].integer ?? 0, count: members)
    let best = (parts[5].list ?? []).reduce(Int128(0)) {
      $0 + Int128(codec.key(($1.bytes ?? []).prefix(codec.width)).score)
    }
    return TeamSum(
      team: String(decoding: parts[0].bytes ?? [], as: UTF8.self), members: members, sum: isBest ? best : all,
      isMine: parts[4].integer == 1)
  }
}
