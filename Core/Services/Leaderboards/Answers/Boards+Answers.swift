import FieldhouseKit

extension Boards {
  /// Answers a call of the board route whose query is plainly right, without the detour over a ``BoardPage``; the bytes
  /// are the same.
  /// - Returns: nil for every other call.
  func answer(_ request: RawRequest, _ call: Call) async throws -> RawResponse? {
    let parameters = request.parameters
    guard let plugin = parameters["plugin"], let board = parameters["board"],
      max(plugin.utf8.count, board.utf8.count) <= BoardInput.longestName,
      var ask = BoardAsk(board: board, plainQuery: request.query)
    else { return nil }
    ask.viewer = call.principal?.account.id
    return RawResponse(status: 200, contentType: "application/json", body: try await written(ask, of: plugin))
  }

  /// The page as JSON.
  private func written(_ ask: BoardAsk, of plugin: String) async throws -> [UInt8] {
    let found = try await find(ask, of: plugin)
    var ids = found.rows.items.map(\.account)
    if let me = found.rows.me { ids.append(me.account) }
    let people = try await shown(ids)
    var json = JSONBytes(reserving: 400 + 280 * ids.count)
    found.write(people, into: &json)
    return json.bytes
  }
}

extension FoundPage {
  /// Writes the page; `people` are those of the items and then that of `me`.
  fileprivate func write(_ people: [[UInt8]?], into json: inout JSONBytes) {
    json.append("{\"board\":")
    json.append(quoted: board.id)
    json.append(",\"season\":")
    json.append(quoted: place.season)
    json.append(",\"size\":")
    json.append(rows.size)
    json.append(",\"me\":")
    if let me = rows.me { write(me, people[rows.items.count], into: &json) } else { json.append("null") }
    json.append(",\"items\":[")
    for (index, row) in rows.items.enumerated() {
      if index > 0 { json.append(",") }
      write(row, people[index], into: &json)
    }
    json.append("],\"next\":")
    if let next { json.append(quoted: next) } else { json.append("null") }
    json.append("}")
  }

  private func write(_ row: BoardRow, _ account: [UInt8]?, into json: inout JSONBytes) {
    json.append("{\"rank\":")
    json.append(row.rank)
    json.append(",\"account\":")
    if let account { json.append(account) } else { Self.writeUnknown(row.account, into: &json) }
    json.append(",\"score\":")
    json.append(shape.score(row.key))
    json.append(",\"tieBreaks\":[")
    for (index, value) in shape.tieBreaks(row.key).enumerated() {
      if index > 0 { json.append(",") }
      json.append(value)
    }
    json.append("],\"details\":")
    json.append(json: row.details)
    if let percentile = row.percentile {
      json.append(",\"percentile\":")
      json.append(percentile)
    }
    if let perEntry = shape.perEntry(row.key) {
      json.append(",\"perEntry\":")
      json.append(perEntry)
    }
    json.append("}")
  }

  /// Somebody who has been erased meanwhile: ``RowShape/unknown(_:)``.
  private static func writeUnknown(_ account: String, into json: inout JSONBytes) {
    json.append("{\"id\":")
    json.append(quoted: account)
    json.append(",\"kind\":\"guest\",\"name\":\"–\"}")
  }
}
