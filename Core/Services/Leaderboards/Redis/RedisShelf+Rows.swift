import FieldhouseKit

extension RedisShelf {
  func rows(_ query: RowQuery) async throws -> BoardRows {
    let view = ScriptView(query)
    let codec = RedisKeyCodec(book.order(of: query.place.board))
    let cursor = query.cursor.map { codec.bytes($0.key) + Array($0.account.utf8) } ?? []
    let answer = try await ask(
      query.place, codec, view.name, limit: query.limit, viewer: query.viewer, cursor: cursor, among: view.circle)
    var rows = BoardRows(size: answer[0].integer ?? 0)
    rows.me = answer[1].list.map { mine($0, rows.size, codec) }
    let found = (answer[4].list ?? []).compactMap(\.list)
    rows.items =
      view.circle.isEmpty
      ? neighbours(found, query.place, codec, first: answer[2].integer ?? 0, from: answer[5].integer ?? 0)
      : found.map { row($0, codec, rank: $0[2].integer ?? 0) }
    if answer[3].integer == 1, let last = rows.items.last {
      rows.next = BoardCursor(key: last.key, slot: 0, epoch: 0, account: last.account)
    }
    return rows
  }

  func members(_ accounts: [AccountID], at place: BoardPlace) async throws -> [BoardRow] {
    guard !accounts.isEmpty else { return [] }
    let codec = RedisKeyCodec(book.order(of: place.board))
    let answer = try await ask(
      place, codec, "among", limit: accounts.count, viewer: nil, cursor: [], among: accounts)
    let found = (answer[4].list ?? []).compactMap(\.list)
    let ranked = neighbours(found, place, codec, first: 1, from: 0)
    return zip(found, ranked).map { found, ranked in
      var row = ranked
      row.memberRank = ranked.rank
      row.rank = found[2].integer ?? 0
      return row
    }
  }

  func seasons(of board: String) async throws -> [String] {
    let answer = try await reading { try await line.run([RedisCommand("SMEMBERS", keys.places)]) }
    let places = (answer[0].list ?? []).compactMap { $0.bytes.map { String(decoding: $0, as: UTF8.self) } }
    let parts = places.map { $0.split(separator: "\u{1F}", omittingEmptySubsequences: false) }
    return Set(parts.filter { $0.first.map(String.init) == board }.map { String($0[1]) }).sorted(by: >)
  }

  /// Runs something that reads; a connection that fails means that the ranks cannot be told now.
  /// - Throws: ``Problem`` `board-pending`.
  func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch is RankStoreError {
      throw Problem.boardPending
    }
  }

  private func ask(
    _ place: BoardPlace, _ codec: RedisKeyCodec, _ view: String, limit: Int, viewer: AccountID?, cursor: [UInt8],
    among circle: [AccountID]
  ) async throws -> [RedisReply] {
    let head = [
      String(codec.width), String(codec.groupWidth), "\(book.numbering(of: place.board))", view, String(limit),
      viewer?.text ?? "",
    ]
    let arguments = head.map { Array($0.utf8) } + [cursor] + circle.map { Array($0.text.utf8) }
    let command = RedisCommand(
      script: RedisScripts.rows, keys: [keys.ready] + keys.keys(place).prefix(3), arguments)
    guard let answer = try await reading({ try await line.run([command]) })[0].list else {
      lose()
      throw Problem.boardPending
    }
    return answer
  }

  private func row(_ parts: [RedisReply], _ codec: RedisKeyCodec, rank: Int) -> BoardRow {
    let member = parts[0].bytes ?? []
    let account = String(decoding: member.dropFirst(codec.width), as: UTF8.self)
    let details = String(decoding: parts[1].bytes ?? [], as: UTF8.self)
    return BoardRow(
      rank: rank, account: account, key: codec.key(member.prefix(codec.width)),
      details: details.isEmpty ? DetailsCache.none : details)
  }

  /// Rows that follow each other, the first of which has a rank and a position that are known.
  private func neighbours(
    _ found: [[RedisReply]], _ place: BoardPlace, _ codec: RedisKeyCodec, first: Int, from start: Int
  ) -> [BoardRow] {
    let numbering = book.numbering(of: place.board)
    var rows: [BoardRow] = []
    var group: ArraySlice<UInt8> = []
    for (index, parts) in found.enumerated() {
      let mine = (parts[0].bytes ?? []).prefix(codec.groupWidth)
      let begins = mine != group
      let rank =
        index == 0 ? first : numbering.rank(after: rows[index - 1].rank, position: start + index, beginsGroup: begins)
      rows.append(row(parts, codec, rank: rank))
      group = mine
    }
    return rows
  }

  private func mine(_ parts: [RedisReply], _ size: Int, _ codec: RedisKeyCodec) -> BoardRow {
    var row = row(parts, codec, rank: parts[2].integer ?? 0)
    let (before, through) = (parts[3].integer ?? 0, parts[4].integer ?? 0)
    let beaten = Double(size - through) + Double(through - before - 1) / 2
    row.percentile = size > 1 ? 100 * beaten / Double(size - 1) : 100
    return row
  }
}

/// A view as the script names it.
private struct ScriptView {
  let name: String
  var circle: [AccountID] = []

  init(_ query: RowQuery) {
    switch query.view {
    case .top: name = "top"
    case .around: name = "around"
    case .among(let circle):
      name = "among"
      self.circle = circle
    }
  }
}
